/** The kanban board on the server: its lanes, who sees which cards, and moving them (docs/specification.md 3.2, 3.4 and 3.6). */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { plans, tags, ticketTags } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
let urgent: number
let refund: number
let vip: number
beforeAll(async () => {
  const make = async (name: string, kanban: number): Promise<number> => {
    const tag = await h.insert(tags, { companyId: h.one.id, name, kanban })
    return tag.id
  }
  urgent = await make('Urgente', 1)
  vip = await make('VIP', 0)
  refund = await make('Aaa reembolso', 1)
})

interface Card {
  id: number
  tags: { id: number }[]
}
interface Lane {
  id: number
  tag: { name: string } | null
  count: number
  hasMore: boolean
  cursor: string | null
  tickets: Card[]
}
const give = (ticketId: number, tagId: number) =>
  h.db.platform.insert(ticketTags).values({ companyId: h.one.id, ticketId, tagId })
const board = async (who: Person, query: Record<string, unknown> = {}): Promise<Lane[]> =>
  (await h.call<{ lanes: Lane[] }>(who, 'kanban.board', { query })).body.lanes
const idsIn = (lanes: readonly Lane[], id: number): number[] =>
  lanes.find(lane => lane.id === id)?.tickets.map(card => card.id) ?? []

it('has the untagged lane first, then one per kanban tag, with what is open or pending, the longest wait first', async () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
  const quiet = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  const waits = await h.newTicket(h.one, { waitingSince: ago(5) })
  const longest = await h.newTicket(h.one, { waitingSince: ago(50) })
  const closed = await h.newTicket(h.one, { status: 'closed' })
  const tagged = await h.newTicket(h.one, { status: 'open', userId: h.one.bia.id })
  const onlyVip = await h.newTicket(h.one, {})
  await give(closed.id, urgent)
  await give(tagged.id, urgent)
  await give(tagged.id, vip)
  await give(onlyVip.id, vip)

  const lanes = await board(h.one.admin)
  expect(lanes.map(lane => [lane.id, lane.tag?.name ?? null])).toEqual([
    [0, null],
    [urgent, 'Urgente'],
    [refund, 'Aaa reembolso'],
  ])
  expect(idsIn(lanes, 0)).toEqual([longest.id, waits.id, quiet.id, onlyVip.id])
  expect(idsIn(lanes, urgent)).toEqual([tagged.id])
  expect(lanes.map(lane => lane.count)).toEqual([4, 1, 0])
  const lista = (await h.call<{ lista: { id: number }[] }>(h.one.ana, 'tags.kanban')).body.lista
  expect(lista.map(tag => tag.id)).toEqual([urgent, refund])
  const all = (await h.call<{ tickets: Card[]; count: number }>(h.one.admin, 'kanban.tickets')).body
  expect([all.count, all.tickets.length]).toEqual([5, 5])
})

it('loads the queues that are asked for, and shows nobody a ticket they may not see', async () => {
  const elsewhere = await h.newTicket(h.one, { queueId: h.one.vendas })
  const unqueued = await h.newTicket(h.one, { queueId: null })
  const own = idsIn(await board(h.one.ana, { queueIds: `[${h.one.suporte}]` }), 0)
  expect(own).not.toContain(elsewhere.id)
  expect(own).not.toContain(unqueued.id)
  expect(idsIn(await board(h.one.ana, { queueIds: `[${h.one.vendas}]` }), 0)).not.toContain(elsewhere.id)
  const admins = idsIn(await board(h.one.admin, { queueIds: `[${h.one.suporte}]` }), 0)
  expect(admins).not.toContain(elsewhere.id)
  expect(idsIn(await board(h.one.admin), 0)).toContain(elsewhere.id)
})

it('pages a lane without repeats or holes, by a position that only a lane takes', async () => {
  const made: number[] = []
  for (let n = 0; n < 95; n += 1) {
    const at = n % 3 === 0 ? null : new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
    const { id } = await h.newTicket(h.one, { waitingSince: at })
    made.push(id)
    await give(id, refund)
  }
  const first = (await board(h.one.admin)).find(lane => lane.id === refund)
  const seen = first?.tickets.map(card => card.id) ?? []
  let cursor = first?.cursor ?? null
  expect([first?.count, first?.hasMore]).toEqual([95, true])
  while (cursor) {
    const page = (
      await h.call<Lane>(h.one.admin, 'kanban.lane', { params: { id: refund }, query: { cursor } })
    ).body
    seen.push(...page.tickets.map(card => card.id))
    cursor = page.cursor
    expect(page.count).toBe(95)
  }
  expect([...seen].sort((a, b) => a - b)).toEqual(made)
  const call = (id: number, query: Record<string, unknown> = {}) =>
    h.call(h.one.admin, 'kanban.lane', { params: { id }, query })
  expect((await call(refund, { cursor: 'bogus' })).body).toMatchObject({ error: 'ERR_VALIDATION' })
  expect((await call(vip)).body).toMatchObject({ error: 'ERR_NO_TAG_FOUND' })
})

it('a card is moved by taking its lane’s tag and giving another; other tags stay, and colleagues hear of both', async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  await give(ticket.id, urgent)
  await give(ticket.id, vip)
  const bia = await h.connect(h.one.bia, ['open'])
  const params = { ticketId: ticket.id }
  expect((await h.call(h.one.ana, 'ticketTags.clear', { params })).status).toBe(200)
  const add = (tagId: number) => h.call(h.one.ana, 'ticketTags.add', { params: { ...params, tagId } })
  expect((await add(refund)).status).toBe(200)
  expect((await add(refund)).status).toBe(200)
  expect((await add(999_999)).body).toMatchObject({ error: 'ERR_NO_TAG_FOUND' })
  await bia.settled()
  const told = bia.of('ticket').map(event => (event.ticket as Card).tags.map(tag => tag.id).sort())
  expect(told).toEqual([[vip], [vip, refund].sort(), [vip, refund].sort()])
  bia.close()
  // Who may not see a ticket does not move it.
  const foreign = await h.newTicket(h.one, { queueId: h.one.vendas })
  const refused = await h.call(h.one.ana, 'ticketTags.clear', { params: { ticketId: foreign.id } })
  expect(refused.body).toMatchObject({ error: 'ERR_NO_PERMISSION' })
})

it('is the same for two people who move one card at the same moment', async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  await give(ticket.id, urgent)
  const params = { ticketId: ticket.id }
  const [ana, admin] = [await h.connect(h.one.ana, ['open']), await h.connect(h.one.admin, ['open'])]
  const move = async (who: Person, tagId: number): Promise<void> => {
    await h.call(who, 'ticketTags.clear', { params })
    await h.call(who, 'ticketTags.add', { params: { ...params, tagId } })
  }
  await Promise.all([move(h.one.ana, refund), move(h.one.admin, urgent)])
  await Promise.all([ana.settled(), admin.settled()])
  // Whoever was first: both consoles were told last what the server holds, and the card is in no lane it was not put in.
  const shown = [ana, admin].map(one => {
    const last = one
      .of('ticket')
      .filter(event => (event.ticket as { id: number })?.id === ticket.id)
      .at(-1)
    return (last?.ticket as Card | undefined)?.tags.map(tag => tag.id).sort()
  })
  const stored = await h.db.select().from(ticketTags).where(eq(ticketTags.ticketId, ticket.id))
  const held = stored.map(row => row.tagId).sort()
  expect(shown).toEqual([held, held])
  expect(held).toHaveLength(1)
  expect(held.every(id => [urgent, refund].includes(id))).toBe(true)
  ana.close()
  admin.close()
})

it('belongs to plans with the board', async () => {
  const has = (useKanban: boolean) =>
    h.db.platform.update(plans).set({ useKanban }).where(eq(plans.useKanban, !useKanban))
  const ticket = await h.newTicket(h.one, {})
  await has(false)
  for (const [name, params] of [
    ['kanban.board', {}],
    ['kanban.lane', { id: 0 }],
    ['kanban.tickets', {}],
    ['ticketTags.clear', { ticketId: ticket.id }],
    ['ticketTags.add', { ticketId: ticket.id, tagId: urgent }],
  ] as const)
    expect((await h.call(h.one.admin, name, { params })).body, name).toMatchObject({
      error: 'ERR_PLAN_LACKS',
    })
  await has(true)
  expect((await h.call(h.one.admin, 'kanban.board')).status).toBe(200)
})
