/** Service levels: deadlines begin, end and stand with the ticket in the write that changes it; kept and missed are counted. */
import type { AuditEntry, ServiceLevel, ServiceLevelForm, Ticket, TicketDeadline } from '@contract'
import { and, asc, desc, eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { dueDeadlines, escalate } from '../../../electron/server/automation/service-levels/escalate'
import { refreshDeadlines } from '../../../electron/server/automation/service-levels/refresh'
import {
  companies,
  deadlines,
  mentions,
  queues,
  quickMessages,
  serviceLevels,
  settings,
  tags,
  ticketNotes,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()
const MINUTE = 60_000
const minutesAfter = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * MINUTE).toISOString()

/** Made long ago: it is promised to whoever waits already, too. */
const create = async (form: Partial<ServiceLevelForm>) => {
  const { body } = await h.call<ServiceLevel>(h.one.admin, 'serviceLevels.create', {
    body: { name: 'Gold', clock: 'always', ...form },
  })
  await h.update(serviceLevels, { createdAt: '2026-01-01T00:00:00.000Z' }, eq(serviceLevels.id, body.id))
  return body
}
const kept = (ticketId: number) =>
  h.db.select().from(deadlines).where(eq(deadlines.ticketId, ticketId)).orderBy(asc(deadlines.id))
const outcomes = async (ticketId: number) =>
  (await kept(ticketId)).map(
    ({ kind, endedAt, dueAt }) =>
      `${kind} ${endedAt === null ? 'runs' : endedAt <= dueAt ? 'kept' : 'missed'}`,
  )
const refreshed = () => refreshDeadlines(h.running.app, h.one.id)
const answer = (id: number) =>
  h.call(h.one.ana, 'messages.send', { params: { ticketId: id }, body: { body: 'Olá' } })
const put = (id: number, body: object) =>
  h.call<Ticket>(h.one.ana, 'tickets.update', { params: { id }, body })
const move = (id: number, queueId: number) =>
  h.call(h.one.admin, 'tickets.update', {
    params: { id },
    body: { queueId, userId: null, status: 'pending' },
  })
/** What a customer's message makes: it waits in the queue for support. */
async function customer(number: string, minutesAgo = 0) {
  await h.customer(h.one, number, 'Oi', { at: new Date(Date.now() - minutesAgo * MINUTE).toISOString() })
  const [row] = await h.db
    .select()
    .from(tickets)
    .where(eq(tickets.companyId, h.one.id))
    .orderBy(desc(tickets.id))
    .limit(1)
  if (!row) throw new Error('no ticket')
  return row
}

beforeEach(async () => {
  await h.db.platform.delete(tickets)
  await h.db.platform.delete(serviceLevels)
  await refreshed()
})

it('a deadline begins with the customer’s message, is told with it, ends with the answer, and the next begins', async () => {
  await create({ firstMinutes: 15, nextMinutes: 30, resolutionMinutes: 240 })
  const console = await h.connect(h.one.admin)
  const made = await customer('5511988880001')
  const told = await console.until(({ event }) => event.endsWith('-appMessage'))
  const { deadline } = (told.payload as { ticket: { deadline: TicketDeadline } }).ticket
  expect(deadline).toMatchObject({
    kind: 'first',
    levelName: 'Gold',
    minutes: 15,
    startedAt: made.waitingSince,
    dueAt: minutesAfter(made.waitingSince ?? '', 15),
    warnAt: minutesAfter(made.waitingSince ?? '', 10),
  })
  const listed = await h.call<{ tickets: Ticket[] }>(h.one.admin, 'tickets.list', {
    query: { status: 'pending', showAll: true },
  })
  expect(listed.body.tickets[0]?.deadline).toEqual(deadline)

  const accepted = await put(made.id, { status: 'open', userId: h.one.ana.id, queueId: h.one.suporte })
  expect(accepted.body.deadline).toEqual(deadline)
  await answer(made.id)
  expect(await outcomes(made.id)).toEqual(['first kept', 'resolution runs'])
  expect((await h.ticket(made.id)).deadline).toMatchObject({ kind: 'resolution' })

  await h.customer(h.one, '5511988880001', 'E agora?')
  expect((await h.ticket(made.id)).deadline).toMatchObject({ kind: 'next', minutes: 30 })
  // Resolved though the customer wrote last; taken back, the same clocks go on.
  await put(made.id, { status: 'closed', justClose: true })
  expect((await h.ticket(made.id)).deadline).toBeNull()
  expect(await outcomes(made.id)).toEqual(['first kept', 'resolution kept', 'next kept'])
  expect((await h.call(h.one.ana, 'tickets.undoResolve', { params: { id: made.id } })).status).toBe(200)
  expect(await outcomes(made.id)).toEqual(['first kept', 'resolution runs', 'next runs'])
  console.close()
})

it('late is late, wherever the ticket is moved to; what is promised no longer is not counted', async () => {
  const fast = await create({ name: 'Fast', queueIds: [h.one.suporte], firstMinutes: 5 })
  await create({ name: 'Slow', queueIds: [h.one.vendas], firstMinutes: 60 })
  const made = await customer('5511988880003', 20)
  const other = await customer('5511988880004')
  const since = made.waitingSince ?? ''
  for (const { id } of [made, other]) await move(id, h.one.suporte)
  expect((await h.ticket(made.id)).deadline).toMatchObject({
    levelName: 'Fast',
    dueAt: minutesAfter(since, 5),
  })
  await move(made.id, h.one.vendas)
  await move(other.id, h.one.vendas)
  expect((await h.ticket(made.id)).deadline).toMatchObject({ levelName: 'Fast' })
  expect((await h.ticket(other.id)).deadline).toMatchObject({ levelName: 'Slow' })
  expect((await kept(other.id)).map(({ levelName }) => levelName)).toEqual(['Slow'])
  // No longer promised at all: what was late stays missed, what was not is none.
  const slow = await h.db.select().from(serviceLevels).where(eq(serviceLevels.name, 'Slow'))
  await h.call(h.one.admin, 'serviceLevels.remove', { params: { id: slow[0]?.id ?? 0 } })
  await h.call(h.one.admin, 'serviceLevels.update', {
    params: { id: fast.id },
    body: { name: 'Fast', active: false, firstMinutes: 5 },
  })
  await refreshed()
  expect(await outcomes(made.id)).toEqual(['first missed'])
  expect(await outcomes(other.id)).toEqual([])
  expect([(await h.ticket(made.id)).dueAt, (await h.ticket(other.id)).deadline]).toEqual([null, null])
})

it('goes on while the ticket sleeps, and a tag, an order and other hours change it at once', async () => {
  const vip = await h.insert(tags, { companyId: h.one.id, name: 'VIP', color: '#123456' })
  const all = await create({ name: 'All', firstMinutes: 60 })
  const gold = await create({ name: 'Gold', anyTagIds: [vip.id], firstMinutes: 10 })
  const made = await customer('5511988880002')
  await put(made.id, { status: 'open', userId: h.one.ana.id, queueId: h.one.suporte })
  const sync = (ids: number[]) =>
    h.call<Ticket>(h.one.admin, 'tags.sync', { body: { ticketId: made.id, tags: ids.map(id => ({ id })) } })
  expect((await sync([vip.id])).body.deadline).toMatchObject({ levelName: 'All' })
  const console = await h.connect(h.one.ana)
  await h.call(h.one.admin, 'serviceLevels.arrange', { body: { ids: [gold.id, all.id] } })
  const told = await console.until(({ event }) => event.endsWith('-ticket'))
  expect((told.payload as { ticket: Ticket }).ticket.deadline).toMatchObject({ levelName: 'Gold' })
  console.close()
  expect((await sync([])).body.deadline).toMatchObject({ levelName: 'All' })

  const asleep = await h.call<Ticket>(h.one.ana, 'tickets.snooze', {
    params: { id: made.id },
    body: { until: new Date(Date.now() + 24 * 60 * MINUTE).toISOString() },
  })
  expect(await outcomes(made.id)).toEqual(['first runs'])
  expect(asleep.body.deadline).toMatchObject({
    levelName: 'All',
    dueAt: minutesAfter(made.waitingSince ?? '', 60),
  })

  // By the hours of the company: closed today and until the year after next.
  await h.call(h.one.admin, 'serviceLevels.update', {
    params: { id: all.id },
    body: { name: 'All', firstMinutes: 60, clock: 'hours' },
  })
  await refreshed()
  expect((await h.ticket(made.id)).deadline).toMatchObject({ clock: 'hours' })
  const never = [{ weekday: 'x', weekdayEn: 'monday', startTime: '10:00', endTime: '10:00' }] as never
  await h.update(companies, { schedules: never }, eq(companies.id, h.one.id))
  await h.insert(settings, { companyId: h.one.id, key: 'scheduleType', value: 'company' })
  await refreshed()
  expect((await h.ticket(made.id)).deadline).toBeNull()
  await h.update(
    settings,
    { value: 'queue' },
    and(eq(settings.companyId, h.one.id), eq(settings.key, 'scheduleType')),
  )
  await h.update(queues, { schedules: [] }, eq(queues.id, h.one.suporte))
  await refreshed()
  expect((await h.ticket(made.id)).dueAt).toBe(minutesAfter(made.waitingSince ?? '', 60))
  await h.db.platform.delete(settings).where(eq(settings.key, 'scheduleType'))
  await h.db.platform.delete(ticketTags)

  const why = await h.call<{ kind: string; counted: { from: string; to: string }[] }[]>(
    h.one.ana,
    'serviceLevels.ofTicket',
    { params: { ticketId: made.id } },
  )
  expect(why.body).toMatchObject([
    { kind: 'first', counted: [{ from: made.waitingSince, to: minutesAfter(made.waitingSince ?? '', 60) }] },
  ])
  expect((await h.call(h.one.caio, 'serviceLevels.ofTicket', { params: { ticketId: made.id } })).status).toBe(
    403,
  )
})

it('no company has more of them than there is room for', async () => {
  const { id: _id, ...level } = await create({ firstMinutes: 5 })
  await h.insert(
    serviceLevels,
    Array.from({ length: 49 }, () => ({ ...level, companyId: h.one.id })),
  )
  const body = { name: 'x', firstMinutes: 5 }
  expect((await h.call(h.one.admin, 'serviceLevels.create', { body })).body.error).toBe(
    'ERR_TOO_MANY_SERVICE_LEVELS',
  )
})

it('names no queue, tag or connection of another company', async () => {
  const foreign = await h.insert(tags, { companyId: h.two.id, name: 'DE LÁ', color: '#123456' })
  const asked = async (conditions: object) =>
    (
      await h.call(h.one.admin, 'serviceLevels.create', {
        body: { name: 'x', firstMinutes: 5, ...conditions },
      })
    ).body.error
  expect(await asked({ queueIds: [h.two.vendas] })).toBe('ERR_NO_QUEUE_FOUND')
  expect(await asked({ anyTagIds: [foreign.id] })).toBe('ERR_NO_TAG_FOUND')
  expect(await asked({ whatsappIds: [h.two.whatsappId] })).toBe('ERR_NO_WAPP_FOUND')
  const { id } = await create({ firstMinutes: 5, queueIds: [h.one.suporte] })
  const body = { name: 'x', firstMinutes: 5, queueIds: [h.two.suporte] }
  expect((await h.call(h.one.admin, 'serviceLevels.update', { params: { id }, body })).body.error).toBe(
    'ERR_NO_QUEUE_FOUND',
  )
})

it('does its steps once when a deadline is close and when it has passed, however often it is looked at', async () => {
  const { admin, bia, suporte, vendas } = h.one
  const tag = await h.insert(tags, { companyId: h.one.id, name: 'Perto', color: '#123456' })
  const level = await create({
    name: 'Ouro',
    queueIds: [suporte],
    firstMinutes: 10,
    warnMinutes: 4,
    closeSteps: [
      { kind: 'addTag', tagId: tag.id },
      { kind: 'notify', users: [bia.id], queues: [], note: 'O prazo está perto' },
    ],
    lateSteps: [
      { kind: 'priority', priority: 'urgent' },
      { kind: 'queue', queueId: vendas },
      { kind: 'assign', userId: bia.id },
    ],
  })
  await create({
    name: 'Vendas',
    queueIds: [vendas],
    firstMinutes: 5,
    lateSteps: [{ kind: 'queue', queueId: suporte }],
  })
  // Else it would be done by the real clock, in the middle of what follows by another.
  await refreshed()
  const foreign = { kind: 'queue' as const, queueId: h.two.vendas }
  expect(
    (
      await h.call(admin, 'serviceLevels.update', {
        params: { id: level.id },
        body: { name: 'Ouro', firstMinutes: 10, lateSteps: [foreign] },
      })
    ).body,
  ).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })

  const app = h.running.app
  const made = await customer('5511988880005', 5.2)
  await move(made.id, suporte)
  const from = Date.parse(made.waitingSince ?? '')
  const look = async (minutes: number) => {
    const at = new Date(from + minutes * MINUTE + 1_000)
    for (let n = 0; n < 2; n += 1)
      for (const due of await dueDeadlines(app, app.work.ownedCompanies, [], at)) await escalate(app, due, at)
  }
  const notes = () => h.db.select().from(ticketNotes).where(eq(ticketNotes.ticketId, made.id))
  await look(5)
  expect(await notes()).toEqual([])
  await look(6)
  await look(7)
  expect((await notes()).map(({ note }) => note)).toEqual([expect.stringContaining('O prazo está perto')])
  expect(await h.db.select().from(mentions).where(eq(mentions.ticketId, made.id))).toMatchObject([
    { userId: bia.id },
  ])
  expect(await h.db.select().from(ticketTags).where(eq(ticketTags.ticketId, made.id))).toMatchObject([
    { tagId: tag.id },
  ])
  expect((await h.ticket(made.id)).priority).toBe('normal')

  await h.call(admin, 'tickets.update', {
    params: { id: made.id },
    body: { status: 'open', userId: h.one.ana.id },
  })
  // Put aside: what was promised goes on.
  await h.call(h.one.ana, 'tickets.snooze', {
    params: { id: made.id },
    body: { until: new Date(Date.now() + 24 * 60 * MINUTE).toISOString() },
  })
  await look(11)
  expect(await h.ticket(made.id)).toMatchObject({
    priority: 'urgent',
    queueId: vendas,
    userId: bia.id,
    status: 'open',
  })
  // What the other service level would do had its time before the ticket came to it: nothing goes round.
  await look(60)
  await look(61)
  expect((await h.ticket(made.id)).queueId).toBe(vendas)
  const log = await h.call<{ records: AuditEntry[] }>(admin, 'audit.list', { query: {} })
  expect(log.body.records.filter(({ userName }) => userName === 'Ouro').length).toBeGreaterThan(0)
})

it.each([
  ['switched off', '5511988880011', { active: false }],
  ['edited', '5511988880012', { closeSteps: [{ kind: 'priority' as const, priority: 'urgent' as const }] }],
])('does no further step once it is %s in the middle of them', async (_, number, values) => {
  const quick = { companyId: h.one.id, shortcode: number, message: 'Já falamos', geral: true }
  const { id: quickMessageId } = await h.insert(quickMessages, quick)
  const level = await create({
    firstMinutes: 10,
    warnMinutes: 4,
    closeSteps: [
      { kind: 'message', quickMessageId },
      { kind: 'priority', priority: 'urgent' },
    ],
  })
  const made = await customer(number, 5.2)
  await refreshed()
  const send = vi.spyOn(h.channel, 'send').mockImplementation(async () => {
    await h.update(serviceLevels, values, eq(serviceLevels.id, level.id))
  })
  const at = new Date(Date.now() + 2 * MINUTE)
  for (const due of await dueDeadlines(h.running.app, h.running.app.work.ownedCompanies, [], at))
    await escalate(h.running.app, due, at)
  expect(send).toHaveBeenCalledOnce()
  expect((await h.ticket(made.id)).priority).toBe('normal')
})
