import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { chartPeriod, counterPeriod, daysOf } from '../../../electron/server/doors/dashboard/range'
import { ratings, ticketTrackings, users } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { CompanyFixture, Person } from './harness'

const h = harnessForFile()
/** An instant on the company's clock: it chose no zone. */
const local = (text: string): string => new Date(`${text}-03:00`).toISOString()

type Row = [
  who: Person | null,
  status: 'pending' | 'open' | 'closed',
  queued: string,
  started?: string,
  ended?: string,
]

/** Tickets with one service cycle each, in March 2026. @returns their ids. */
async function cycles(at: CompanyFixture, rows: readonly Row[]): Promise<number[]> {
  const ids = []
  for (const [who, status, queued, started, ended] of rows) {
    const contactId = await h.newContact(at, 'Cliente', { createdAt: local('2020-01-01T00:00:00') })
    const userId = who?.id ?? null
    const ticket = await h.newTicket(at, { contactId, status, userId })
    const when = (time?: string) => (time ? local(`2026-03-${time}`) : null)
    const times = { queuedAt: when(queued) ?? '', startedAt: when(started), finishedAt: when(ended) }
    await h.insert(ticketTrackings, { companyId: at.id, ticketId: ticket.id, userId, ...times })
    ids.push(ticket.id)
  }
  return ids
}

/** Two contacts came on 11 March. Company two has one finished cycle of 1,000 minutes on 10 March. */
beforeAll(async () => {
  const { one, two } = h
  const [first, second, third] = await cycles(one, [
    [one.ana, 'closed', '10T09:00:00', '10T09:05:00', '10T09:25:00'],
    [one.ana, 'closed', '10T23:59:59', '11T00:14:59', '11T00:54:59'],
    [one.caio, 'closed', '11T00:00:00', '11T00:10:00', '11T00:40:00'],
    [one.bia, 'open', '11T15:00:00', '11T15:02:00'],
    [null, 'pending', '12T08:00:00'],
    // Returned: accepted after eight minutes, pending again.
    [one.ana, 'pending', '12T08:30:00', '12T08:38:00'],
  ])
  const [foreign] = await cycles(two, [[two.ana, 'closed', '10T09:00:00', '10T10:00:00', '11T02:40:00']])
  const rate = (ticketId: number | undefined, who: Person, value: number, at: string) => ({
    ...{ companyId: who.companyId, ticketId: ticketId ?? 0, userId: who.id, rate: value },
    createdAt: local(`2026-03-${at}`),
  })
  await h.insert(ratings, [
    rate(first, one.ana, 3, '10T09:26:00'),
    rate(second, one.ana, 2, '11T00:55:00'),
    rate(third, one.caio, 1, '11T00:41:00'),
    rate(foreign, two.ana, 1, '10T12:00:00'),
  ])
  for (const name of ['Lead Um', 'Lead Dois'])
    await h.newContact(one, name, { createdAt: local('2026-03-11T10:00:00') })
})

interface Dashboard {
  counting: boolean
  counters: Record<string, number | null>
  attendants: {
    name: string
    rating: number | null
    tickets: number
    avgSupportTime: number | null
    online: boolean
  }[]
}
const get = async (query: Record<string, unknown>, who = h.one.admin): Promise<Dashboard> =>
  (await h.call<Dashboard>(who, 'dashboard.get', { query })).body

describe('figures', () => {
  it('are right for a range of days', async () => {
    const { counting, counters, attendants } = await get({ date_from: '2026-03-10', date_to: '2026-03-12' })
    expect(counting).toBe(false)
    expect(counters).toEqual({
      supportHappening: 1,
      supportPending: 2,
      supportFinished: 3,
      leads: 2,
      avgSupportTime: 30, // (20 + 40 + 30) / 3
      avgWaitTime: 8, // (5 + 15 + 10 + 2 + 8) / 5
      totalWhatsappSessions: 0,
      totalCompanies: 0,
    })
    const by = Object.fromEntries(
      attendants.map(({ name, rating, tickets, avgSupportTime }) => [
        name,
        [rating, tickets, avgSupportTime],
      ]),
    )
    expect(by).toMatchObject({
      Ana: [2.5, 3, 30],
      Caio: [1, 1, 30],
      Bia: [null, 1, null],
      Admin: [null, 0, null],
    })
    expect(attendants.map(a => a.name)).toEqual([...attendants.map(a => a.name)].sort())
  })

  it('belong to the day on which the cycle began, to the second', async () => {
    const counted = async (from: string, to = from) => {
      const { counters } = await get({ date_from: from, date_to: to })
      return [
        counters.supportFinished,
        counters.supportHappening,
        counters.avgSupportTime,
        counters.avgWaitTime,
      ]
    }
    expect(await counted('2026-03-10')).toEqual([2, 0, 30, 10])
    expect(await counted('2026-03-11')).toEqual([1, 1, 30, 6])
    const since = await get({ date_from: '2026-03-12' })
    expect([since.counters.supportPending, since.counters.avgSupportTime]).toEqual([2, null])
    const until = await get({ date_to: '2026-03-09' })
    expect(until.counters).toMatchObject({ supportFinished: 0, avgSupportTime: null, avgWaitTime: null })
  })

  it('of the platform are for the super-user alone', async () => {
    await h.update(users, { super: true }, eq(users.id, h.one.admin.id))
    const { counters } = await get({ days: 3 })
    await h.update(users, { super: false }, eq(users.id, h.one.admin.id))
    expect([counters.totalWhatsappSessions, counters.totalCompanies]).toEqual([2, 2])
  })

  it('of ranges that end before they begin are refused', async () => {
    for (const query of [
      { date_from: '2026-03-11', date_to: '2026-03-10' },
      { date_from: '2026-02-30' },
      { days: 0 },
      { days: 'x' },
    ]) {
      const answer = await h.call(h.one.admin, 'dashboard.get', { query })
      expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
    }
  })
})

describe('charts', () => {
  it('count cycles per agent, whoever served none included', async () => {
    const query = { initialDate: '2026-03-10', finalDate: '2026-03-12', companyId: h.one.id }
    const { body } = await h.call<{ data: { nome: string; quantidade: number }[] }>(
      h.one.admin,
      'dashboard.ticketsUsers',
      { query },
    )
    const by = Object.fromEntries(body.data.map(d => [d.nome, d.quantidade]))
    expect(by).toEqual({ Admin: 0, Ana: 3, Bia: 1, Caio: 1, Livia: 0, Sup: 0 })
  })

  it('count cycles per day, and per hour of a single day', async () => {
    const days = await h.call(h.one.admin, 'dashboard.ticketsDay', {
      query: { initialDate: '2026-03-09', finalDate: '2026-03-12' },
    })
    expect(days.body).toEqual({
      count: 6,
      data: [
        { data: '09/03/2026', total: 0 },
        { data: '10/03/2026', total: 2 },
        { data: '11/03/2026', total: 2 },
        { data: '12/03/2026', total: 2 },
      ],
    })
    type Hours = { count: number; data: { horario: string; total: number }[] }
    const query = { initialDate: '2026-03-11', finalDate: '2026-03-11' }
    const hours = await h.call<Hours>(h.one.admin, 'dashboard.ticketsDay', { query })
    expect(hours.body.count).toBe(2)
    expect(hours.body.data).toHaveLength(24)
    expect(hours.body.data.filter(d => d.total > 0)).toEqual([
      { horario: '0', total: 1 },
      { horario: '15', total: 1 },
    ])
  })
})

describe('periods', () => {
  it('of N days end today and begin at midnight of the company', () => {
    // Still the 12th in Manaus, four hours behind; the 13th in Tokyo.
    const now = new Date('2026-03-13T03:30:00Z')
    const from = (zone: string): string =>
      new Date(counterPeriod({ days: 3 }, now, zone).from ?? 0).toISOString()
    expect(from('America/Manaus')).toBe('2026-03-10T04:00:00.000Z')
    expect(from('Asia/Tokyo')).toBe('2026-03-10T15:00:00.000Z')
    expect(counterPeriod({}, now, 'Asia/Tokyo')).toEqual({ from: null, to: null })
  })

  it('know every day of a range, over the ends of months and leap years', () => {
    expect(daysOf('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(() =>
      chartPeriod({ initialDate: '2026-01-01', finalDate: '2027-06-01' }, 'America/Manaus'),
    ).toThrow('ERR_VALIDATION')
    expect(
      chartPeriod({ initialDate: '2026-01-01', finalDate: '2026-12-31' }, 'America/Manaus').days,
    ).toHaveLength(365)
  })
})
