/** The timeline of a ticket: who did what, also what nobody did, for whoever may read it. */
import type { Ticket, TimelineEntry } from '@contract'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { wakeDue } from '../../../electron/server/desk/tickets/snooze'
import {
  contacts,
  deadlines,
  ruleRuns,
  rules,
  tags,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const HOUR = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()

const read = (who: Person, id: number, pageNumber = 1) =>
  h.call<{ entries: TimelineEntry[]; count: number; hasMore: boolean }>(who, 'tickets.timeline', {
    params: { id },
    query: { pageNumber },
  })
const entries = async (id: number) => (await read(h.one.admin, id)).body.entries
const put = (who: Person, id: number, body: Record<string, unknown>) =>
  h.call<Ticket>(who, 'tickets.update', { params: { id }, body })
/** A ticket that a customer opened, in Ana's queue. */
async function from(number: string): Promise<number> {
  await h.customer(h.one, number, 'Oi')
  const [row] = await h.db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(eq(contacts.number, number))
  const id = row?.id ?? 0
  await h.update(tickets, { queueId: h.one.suporte, chatbot: false }, eq(tickets.id, id))
  return id
}

it('names who opened, took, moved, put aside, tagged, ranked, resolved and reopened a ticket', async () => {
  const { ana, bia, admin, vendas } = h.one
  const vip = await h.insert(tags, { companyId: h.one.id, name: 'VIP', color: '#123456' })
  const id = await from('5511977770001')
  await put(ana, id, { status: 'open', userId: ana.id })
  await h.call(admin, 'tags.sync', { body: { ticketId: id, tags: [{ id: vip.id }] } })
  await h.call(ana, 'tickets.setPriority', { params: { id }, body: { priority: 'high' } })
  await h.call(ana, 'tickets.snooze', { params: { id }, body: { until: inHours(2) } })
  await h.customer(h.one, '5511977770001', 'E então?')
  await put(ana, id, { status: 'open', userId: bia.id })
  await put(bia, id, { status: 'pending', userId: null })
  await put(bia, id, { status: 'pending', userId: null, queueId: vendas })
  await put(admin, id, { status: 'closed', justClose: true })
  await put(admin, id, { status: 'open', userId: admin.id })
  const said = (await entries(id)).map(({ kind, actor, name, changes, tags: names, wokenBy }) => [
    kind,
    actor,
    name,
    ...changes.map(({ field, from: was, to }) => `${field}: ${was ?? '-'} > ${to ?? '-'}`),
    ...names,
    ...(wokenBy ? [wokenBy] : []),
  ])
  const suporte = 'queue: Suporte > Vendas'
  expect(said.toReversed().map(one => one.slice(0, 3).join(' ').trim())).toEqual([
    'opened customer',
    `accepted person ${ana.name}`,
    `tagged person ${admin.name}`,
    `priority person ${ana.name}`,
    `snoozed person ${ana.name}`,
    'woken customer',
    `transferred person ${ana.name}`,
    `returned person ${bia.name}`,
    `transferred person ${bia.name}`,
    `closed person ${admin.name}`,
    `reopened person ${admin.name}`,
  ])
  const detail = (kind: string) => said.filter(([one]) => one === kind).map(one => one.slice(3))
  expect(detail('tagged')).toEqual([['VIP']])
  expect(detail('priority')).toEqual([['priority: normal > high']])
  expect(detail('woken')).toEqual([['customer']])
  expect(detail('transferred')).toEqual([[suporte], [`user: ${ana.name} > ${bia.name}`]])
})

it('holds what nobody did: the clock, a rule that acted, a deadline that passed', async () => {
  const { ana } = h.one
  const id = await from('5511977770002')
  await put(ana, id, { status: 'open', userId: ana.id })
  await h.call(ana, 'tickets.snooze', { params: { id }, body: { until: inHours(1) } })
  await wakeDue(h.running.app, h.one.id, new Date(Date.now() + 2 * HOUR))
  const company = { companyId: h.one.id, ticketId: id }
  const rule = await h.insert(rules, {
    companyId: h.one.id,
    name: 'Avisar',
    active: true,
    position: 1,
    eventKind: 'opened',
    event: { kind: 'opened' },
    conditions: {},
    steps: [],
    once: false,
  } as never)
  await h.insert(ruleRuns, {
    ...company,
    ruleId: rule.id,
    cause: 'x',
    depth: 1,
    state: 'done',
    steps: [
      { kind: 'addTag', tagId: 1 },
      { kind: 'addTag', tagId: 2 },
    ],
    outcomes: [
      { state: 'done', code: null },
      { state: 'failed', code: 'ERR_NO_TAG_FOUND' },
    ],
    endedAt: inHours(-0.1),
  } as never)
  const promise = { ...company, levelName: 'Ouro', kind: 'first', minutes: 5, clock: 'always' } as const
  const began = { startedAt: inHours(-3), warnAt: inHours(-2) }
  await h.insert(deadlines, { ...promise, ...began, dueAt: inHours(-2) } as never)
  await h.insert(deadlines, { ...promise, ...began, kind: 'next', dueAt: inHours(1) } as never)
  const found = await entries(id)
  expect(found.find(({ kind }) => kind === 'woken')).toMatchObject({ actor: 'clock', wokenBy: 'due' })
  expect(found.find(({ kind }) => kind === 'rule')).toMatchObject({ name: 'Avisar', done: 1, steps: 2 })
  expect(found.filter(({ kind }) => kind === 'late')).toMatchObject([
    { name: 'Ouro', deadline: 'first', minutes: 5 },
  ])
  expect(found.map(({ at }) => at)).toEqual(
    found
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

it('is read page by page, by who may read the ticket alone', async () => {
  const { ana, caio, admin } = h.one
  const id = await from('5511977770003')
  for (let times = 0; times < 15; times++) {
    await put(ana, id, { status: 'open', userId: ana.id })
    await put(ana, id, { status: 'pending', userId: null })
  }
  const [first, second] = [(await read(admin, id)).body, (await read(admin, id, 2)).body]
  expect([first.count, first.hasMore, second.hasMore]).toEqual([31, true, false])
  const keys = [...first.entries, ...second.entries].map(({ key }) => key)
  expect(new Set(keys).size).toBe(31)
  expect((await read(caio, id)).status).toBe(403)
  expect((await read(h.two.admin, id)).status).toBe(404)
})
