/** The forecast over real calls: made of what came and of who was there, by the rights of who asks. */
import { type ComingWeek, plusDays, startOfDay } from '@contract'
import { expect, it } from 'vitest'
import { loads, peopleFor } from '../../../electron/server/desk/reports/staffing'
import {
  onlineSpans,
  reportCycles,
  ticketTrackings,
  userQueues,
} from '../../../electron/server/platform/db/schema'
import { TODAY } from '../../support/clock'
import { harnessForFile } from './for-file'
import type { CompanyFixture, Person } from './harness'

const h = harnessForFile()
const ZONE = 'America/Sao_Paulo'
const HOUR = 3_600_000
/** Where its hours begin in a week, which begins on Monday. */
const WEDNESDAY = 2 * 24
const at = (day: string, hour: number): number => startOfDay(ZONE, day).getTime() + hour * HOUR

const ask = async (query: object = {}, who: Person = h.one.admin): Promise<ComingWeek> => {
  const answer = await h.call<ComingWeek>(who, 'reports.forecast', { query: { ...query } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
/** Conversations of a queue that began in an hour of a day, five minutes after each other, waited a minute and were handled for half an hour. */
async function came(day: string, hour: number, n: number, queueId: number): Promise<void> {
  for (let i = 0; i < n; i++) {
    const ticket = await h.newTicket(h.one, { status: 'closed', queueId, userId: h.one.ana.id })
    const queued = at(day, hour) + i * 300_000
    await h.insert(ticketTrackings, {
      companyId: h.one.id,
      ticketId: ticket.id,
      queueId,
      userId: h.one.ana.id,
      queuedAt: new Date(queued).toISOString(),
      startedAt: new Date(queued + 60_000).toISOString(),
      finishedAt: new Date(queued + 60_000 + HOUR / 2).toISOString(),
    })
  }
}

/** A conversation of Ana, held from a minute past nine for half an hour. */
async function held(company: CompanyFixture, day: string, queueId: number): Promise<void> {
  const userId = company.ana.id
  const ticket = await h.newTicket(company, { status: 'closed', queueId, userId })
  const times = { queuedAt: 0, startedAt: 60_000, finishedAt: 60_000 + HOUR / 2 }
  const began = at(day, 9)
  await h.insert(ticketTrackings, {
    ...{ companyId: company.id, ticketId: ticket.id, queueId, userId },
    queuedAt: new Date(began + times.queuedAt).toISOString(),
    startedAt: new Date(began + times.startedAt).toISOString(),
    finishedAt: new Date(began + times.finishedAt).toISOString(),
  })
}

it('has nothing to say before there were three weeks', async () => {
  expect(await ask()).toMatchObject({ zone: ZONE, from: TODAY, share: 0.8, seconds: 300, forecast: null })
})

it('each hour of the coming week is what came in it, with the people it needs and those who were there', async () => {
  const { one } = h
  for (let week = 1; week <= 4; week++) {
    const day = plusDays(TODAY, -7 * week)
    await came(day, 10, 6, one.suporte)
    await came(day, 15, 2, one.vendas)
    await h.insert(onlineSpans, {
      companyId: one.id,
      userId: one.ana.id,
      startedAt: new Date(at(day, 9)).toISOString(),
      endedAt: new Date(at(day, 11)).toISOString(),
    })
  }
  const { forecast } = await ask()
  if (!forecast) throw new Error('no forecast')
  expect(forecast).toMatchObject({
    weeks: 4,
    wape: 0,
    wapeByDay: 0,
    service: { handlingMs: HOUR / 2, patienceMs: null },
  })
  expect(forecast.total).toBeCloseTo(8)
  const [nine, ten, fifteen] = [9, 10, 15].map(hour => forecast.hours[WEDNESDAY + hour])
  expect(ten).toMatchObject({ expected: expect.closeTo(6), there: expect.closeTo(1) })
  expect(nine).toMatchObject({ expected: 0, there: expect.closeTo(1) })
  expect(fifteen).toMatchObject({ expected: expect.closeTo(2), there: 0 })
  // The people follow from what the page shows: arrivals, and what a conversation costs.
  const { service, hours } = forecast
  if (!service) throw new Error('no service')
  const promised = { share: 0.99, seconds: 5 }
  const load = loads(
    hours.map(({ expected }) => expected),
    service.handlingMs,
  )
  const hard = (await ask({ share: 99, seconds: 5 })).forecast
  expect(hard?.hours.map(({ needed }) => needed)).toEqual(
    load.map((one, at) => (hours[at]?.expected ? peopleFor(one, service, promised) : 0)),
  )
  const easy = (await ask({ share: 50, seconds: 3_600 })).forecast
  expect(hard?.hours[WEDNESDAY + 10]?.needed).toBeGreaterThan(easy?.hours[WEDNESDAY + 10]?.needed ?? 99)
  const sales = (await ask({ queueIds: [one.vendas] })).forecast
  expect([sales?.total, sales?.hours[WEDNESDAY + 10]?.expected]).toEqual([expect.closeTo(2), 0])
})

it('supervisors are told of their own queues; agents and strangers of none', async () => {
  const { one } = h
  const own = (await ask({}, one.sup)).forecast
  expect(own?.total).toBeCloseTo(6)
  expect((await ask({ queueIds: [one.vendas] }, one.sup)).forecast).toBeNull()
  expect((await h.call(one.ana, 'reports.forecast')).status).toBe(403)
  expect((await ask({}, h.two.admin)).forecast).toBeNull()
})

it('a promise that is none is refused', async () => {
  for (const query of [{ share: 100 }, { share: 49 }, { seconds: 4 }, { seconds: 86_401 }])
    expect((await h.call(h.one.admin, 'reports.forecast', { query })).status).toBe(400)
  expect(await h.db.$count(reportCycles)).toBeGreaterThan(0)
})

it('is a file, too: each hour of the coming days, in their order', async () => {
  const { forecast } = await ask()
  const days = { from: TODAY, to: TODAY, language: 'en' }
  const { body } = await h.call<string>(h.one.admin, 'reports.export', {
    query: { ...days, tables: '["forecast"]', as: 'csv' },
  })
  const [heading, ...lines] = String(body).trim().split(/\r?\n/)
  expect(heading).toContain('People needed')
  expect(lines).toHaveLength(168)
  const ten = forecast?.hours[WEDNESDAY + 10]
  expect(lines[10]?.split(/[;,]/).slice(0, 6)).toEqual([
    TODAY,
    '10',
    ...[ten?.expected, ten?.low, ten?.high, ten?.needed].map(value =>
      String(Math.round((value ?? -1) * 100) / 100),
    ),
  ])
})

it('with a queue chosen: how many at once is of all conversations of its people, who are there as far as they work for it', async () => {
  const { two } = h
  const day = (week: number) => plusDays(TODAY, -7 * week)
  // She serves the other one already.
  await h.insert(userQueues, { companyId: two.id, userId: two.ana.id, queueId: two.vendas })
  for (let week = 1; week <= 4; week++) {
    // One hour, two conversations of one queue and two of another at the same time.
    for (const queueId of [two.vendas, two.vendas, two.suporte, two.suporte])
      await held(two, day(week), queueId)
    await h.insert(onlineSpans, {
      companyId: two.id,
      userId: two.ana.id,
      startedAt: new Date(at(day(week), 9)).toISOString(),
      endedAt: new Date(at(day(week), 11)).toISOString(),
    })
  }
  const whole = (await ask({}, two.admin)).forecast
  expect([whole?.service?.concurrency, whole?.hours[WEDNESDAY + 9]?.there]).toEqual([
    expect.closeTo(4),
    expect.closeTo(1),
  ])
  const sales = (await ask({ queueIds: [two.vendas] }, two.admin)).forecast
  expect([sales?.service?.concurrency, sales?.hours[WEDNESDAY + 9]?.there]).toEqual([
    expect.closeTo(4),
    expect.closeTo(0.5),
  ])
})
