import type { FloorAlarm, ResponseOut } from '@contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { judgeAlarms } from '../../../electron/server/doors/floor/job'
import { floorNow } from '../../../electron/server/doors/floor/now'
import {
  breaks,
  floorAlarmStates,
  floorAlarms,
  tickets,
  ticketTrackings,
  users,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

type Floor = ResponseOut<'floor.now'>

const h = harnessForFile()

const floorOf = async (who: Person) => (await h.call<Floor>(who, 'floor.now')).body
const sums = ({ steps }: Pick<Floor, 'steps'>) => [
  steps.reduce((sum, { arrived }) => sum + arrived, 0),
  steps.reduce((sum, { answers }) => sum + answers, 0),
]
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

it('counts what came and was answered in the last hour, and since when people hold what is open', async () => {
  const before = await floorOf(h.one.admin)
  expect([before.steps.length, ...sums(before), before.people, before.queues]).toEqual([12, 0, 0, [], []])
  await h.customer(h.one, '5511966660001', 'Bom dia')
  await h.customer(h.one, '5511966660002', 'Oi')
  const page = await h.call<{ tickets: { id: number }[] }>(h.one.admin, 'tickets.list', {
    query: { status: 'pending', showAll: 'true' },
  })
  const [first = 0, second = 0] = page.body.tickets.map(({ id }) => id)
  for (const id of [first, second])
    await h.call(h.one.admin, 'tickets.update', {
      params: { id },
      body: { queueId: id === first ? h.one.suporte : h.one.vendas },
    })
  await h.call(h.one.ana, 'tickets.update', {
    params: { id: first },
    body: { status: 'open', userId: h.one.ana.id },
  })
  await h.call(h.one.ana, 'messages.send', {
    params: { ticketId: first },
    body: { body: 'Como posso ajudar?' },
  })
  const [cycle] = await h.db
    .select({ startedAt: ticketTrackings.startedAt })
    .from(ticketTrackings)
    .where(eq(ticketTrackings.ticketId, first))
  const after = await floorOf(h.one.admin)
  expect(sums(after)).toEqual([2, 1])
  expect(after.people).toEqual([
    {
      userId: h.one.ana.id,
      open: 1,
      longest: [{ ticketId: first, name: expect.any(String), since: cycle?.startedAt }],
    },
  ])
  const { waitingSince } = await h.ticket(second)
  expect(after.queues).toHaveLength(2)
  expect(after.queues).toEqual(
    expect.arrayContaining([
      { queueId: h.one.suporte, waiting: 0, since: null, late: 0, soon: 0, snoozed: 0, open: 1 },
      { queueId: h.one.vendas, waiting: 1, since: waitingSince, late: 0, soon: 0, snoozed: 0, open: 0 },
    ]),
  )
  // A supervisor hears of the own queues alone, another company of nothing, an agent is refused.
  const own = await floorOf(h.one.sup)
  expect(sums(own)).toEqual([1, 1])
  expect(own.queues.map(({ queueId }) => queueId)).toEqual([h.one.suporte])
  expect(own.today.figures.counts.arrived).toBe(1)
  expect(sums(await floorOf(h.two.admin))).toEqual([0, 0])
  expect((await h.call(h.one.ana, 'floor.now')).status).toBe(403)
})

it('forgets what is older than an hour', async () => {
  const me = { companyId: h.one.id, super: false, profile: 'admin' as const, queueIds: [] }
  const later = (minutes: number) => floorNow(h.running.app, me, Date.now() + minutes * MINUTE_MS)
  expect(sums(await later(50))).toEqual([2, 1])
  expect(sums(await later(66))).toEqual([0, 0])
})

it('counts more than a list holds, by the clock of each: its deadline, else how long the customer waits', async () => {
  const { two } = h
  const contactId = await h.newContact(two, 'Rita')
  const promised = (kind: 'first' | 'resolution', warn: number, due: number) => ({
    deadline: {
      ...{ kind, levelName: 'Ouro', minutes: 10, clock: 'always' as const, startedAt: ago(60) },
      ...{ warnAt: ago(-warn), dueAt: ago(-due) },
    },
    warnAt: ago(-warn),
    dueAt: ago(-due),
  })
  const base = { companyId: two.id, contactId, whatsappId: two.whatsappId, queueId: two.vendas }
  let made = 0
  const row = (more: Partial<typeof tickets.$inferInsert>) => ({
    ...base,
    uuid: `floor-${++made}`,
    status: 'pending' as const,
    ...more,
  })
  const rows = [
    ...Array.from({ length: 600 }, () => row({ status: 'open', userId: two.caio.id, waitingSince: ago(2) })),
    row({ waitingSince: ago(7) }),
    row({ waitingSince: ago(16) }),
    row({ waitingSince: ago(16), ...promised('first', 5, 10) }),
    row({ waitingSince: ago(1), ...promised('first', -1, 4) }),
    row({ waitingSince: ago(1), ...promised('first', -5, -1) }),
    row({ waitingSince: ago(16), ...promised('resolution', 5, 10) }),
    row({ waitingSince: null, ...promised('resolution', -5, -1) }),
    // Put aside: it is in nobody's hands now, and the customer waits.
    row({ status: 'open', userId: two.caio.id, waitingSince: ago(20), snoozedAt: ago(1) }),
    // None of these waits for anybody.
    row({ waitingSince: ago(90), isGroup: true }),
    row({ status: 'open', userId: two.caio.id, snoozedAt: ago(1) }),
    row({ waitingSince: ago(90), status: 'closed' }),
  ]
  for (let at = 0; at < rows.length; at += 100)
    await h.db.platform.insert(tickets).values(rows.slice(at, at + 100))
  const { queues, people } = await floorOf(two.admin)
  expect(queues).toEqual([
    { queueId: two.vendas, waiting: 607, since: expect.any(String), late: 4, soon: 2, snoozed: 1, open: 600 },
  ])
  expect(Math.round((Date.now() - Date.parse(queues[0]?.since ?? '')) / MINUTE_MS)).toBe(20)
  expect(people).toMatchObject([{ userId: two.caio.id, open: 600 }])
  expect(people[0]?.longest).toHaveLength(3)
})

describe('alarms', () => {
  const form = (more: object = {}) => ({
    ...{ kind: 'waiting', queueIds: [h.one.vendas], limit: 0, sound: true, notice: true },
    ...more,
  })
  const list = async (who: Person) => (await h.call<FloorAlarm[]>(who, 'floorAlarms.list')).body
  const judge = () => judgeAlarms(h.running.app)
  const stateOf = async (id: number) =>
    (await h.db.select().from(floorAlarmStates).where(eq(floorAlarmStates.alarmId, id)))[0]

  it('are set by administrators, and by supervisors for own queues', async () => {
    const { admin, sup, suporte, vendas } = h.one
    const make = (who: Person, queueIds: number[]) =>
      h.call<FloorAlarm & { error?: string }>(who, 'floorAlarms.create', { body: form({ queueIds }) })
    for (const queueIds of [[vendas], []]) expect((await make(sup, queueIds)).status).toBe(403)
    expect((await make(admin, [h.two.vendas])).body.error).toBe('ERR_NO_QUEUE_FOUND')
    const [own, sales] = [(await make(sup, [suporte])).body, (await make(admin, [vendas])).body]
    expect((await list(sup)).map(({ id }) => id)).toEqual([own.id])
    const names = (await list(admin)).map(({ queues }) => queues.map(({ name }) => name))
    expect(names).toEqual([['Suporte'], ['Vendas']])
    expect((await h.call(sup, 'floorAlarms.remove', { params: { id: sales.id } })).status).toBe(404)
    const body = form({ queueIds: [vendas] })
    expect((await h.call(sup, 'floorAlarms.update', { params: { id: own.id }, body })).status).toBe(403)
    await h.db.platform.delete(floorAlarms)
  })

  it('are raised once though nobody looks, told, noted by one for all, and end with what raised them', async () => {
    const { admin, vendas } = h.one
    const listener = await h.connect(admin)
    const told = () => listener.of('floorAlarm').length
    const { body: alarm } = await h.call<FloorAlarm>(admin, 'floorAlarms.create', { body: form() })
    expect(alarm.raised).toBeNull()
    await judge()
    await expect.poll(() => told()).toBe(2)
    const raised = await stateOf(alarm.id)
    expect(raised).toMatchObject({ value: 1, notedAt: null })
    await judge()
    await judge()
    expect(await stateOf(alarm.id)).toEqual(raised)
    expect((await list(admin))[0]?.raised).toEqual({ since: raised?.raisedAt, value: 1, notedBy: null })
    expect((await h.call(admin, 'floorAlarms.note')).status).toBe(200)
    expect((await list(admin))[0]?.raised?.notedBy).toBe(admin.name)
    // Another rule is judged anew; the same one with another sound is not.
    await h.call(admin, 'floorAlarms.update', { params: { id: alarm.id }, body: form({ sound: false }) })
    expect((await list(admin))[0]?.raised?.notedBy).toBe(admin.name)
    await h.call(admin, 'floorAlarms.update', {
      params: { id: alarm.id },
      body: form({ kind: 'longest', limit: 3 }),
    })
    expect((await list(admin))[0]?.raised).toBeNull()
    await h.update(tickets, { waitingSince: ago(5) }, eq(tickets.queueId, vendas))
    await judge()
    expect((await stateOf(alarm.id))?.value).toBe(5)
    const waiting = await h.db.select().from(tickets).where(eq(tickets.queueId, vendas))
    for (const { id } of waiting)
      await h.call(admin, 'tickets.update', { params: { id }, body: { status: 'closed', justClose: true } })
    await judge()
    expect(await stateOf(alarm.id)).toBeUndefined()
    // Set, raised, noted, set twice, raised, ended.
    await expect.poll(() => told()).toBe(7)
    listener.close()
    await h.call(admin, 'floorAlarms.remove', { params: { id: alarm.id } })
  })

  it('nobody is available after a minute without anybody who is online and on no break', async () => {
    const { admin, ana, suporte } = h.one
    await h.update(users, { online: true }, eq(users.id, ana.id))
    const { body: alarm } = await h.call<FloorAlarm>(admin, 'floorAlarms.create', {
      body: form({ kind: 'nobody', queueIds: [suporte] }),
    })
    await judge()
    expect(await stateOf(alarm.id)).toBeUndefined()
    const rest = { companyId: h.one.id, userId: ana.id, reason: 'lunch', startedAt: ago(0) }
    await h.insert(breaks, rest)
    await judge()
    expect((await list(admin))[0]?.raised).toBeNull()
    await h.update(floorAlarmStates, { since: ago(2) }, eq(floorAlarmStates.alarmId, alarm.id))
    await judge()
    expect((await list(admin))[0]?.raised).toMatchObject({ value: 0 })
    await h.update(breaks, { endedAt: ago(0) }, eq(breaks.userId, ana.id))
    await judge()
    expect((await list(admin))[0]?.raised).toBeNull()
    await h.call(admin, 'floorAlarms.remove', { params: { id: alarm.id } })
  })
})
