/** What the copilot does alone: only above the bar, only what it may, shown, undone and told of. */
import { type AuditEntry, COPILOT_LIMITS, type TicketProposal } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  auditEntries,
  contacts,
  copilotCalls,
  copilotSettings,
  messages,
  outgoing,
  queues,
  tags,
  ticketProposals,
  tickets,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { DEMANDS } from '../../support/copilot-attacks'
import { deferred } from '../../support/deferred'
import { soon, soonTicking } from '../../support/soon'
import { copilotForFile, ON } from './copilot-for-file'

const { h, model, turnOn: set } = copilotForFile()
const soonProposed = soonTicking(() => Promise.all(['ticket.classify', 'proposal.settle'].map(h.tick)))
const { decided } = COPILOT_LIMITS.alone
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
let own: number[] = []
beforeAll(async () => {
  const named = ['TROCA', 'BOLETO'].map(name => ({ companyId: h.one.id, name }))
  own = (await h.db.platform.insert(tags).values(named).returning()).map(({ id }) => id)
})
beforeEach(() => h.db.platform.delete(auditEntries))

/** So many decided proposals of each kind, of which some were wrong. */
async function decidedBefore(right: number, wrong: number, when = ago(60_000)) {
  const ticket = await h.newTicket(h.one, { status: 'closed' })
  const one = (kind: 'tag' | 'queue' | 'priority', at: number) => ({
    companyId: h.one.id,
    ticketId: ticket.id,
    kind,
    ...(kind === 'tag' ? { tagId: own[0] } : kind === 'queue' ? { queueId: h.one.vendas } : {}),
    ...(kind === 'priority' ? { priority: 'high' as const } : {}),
    outcome: at < right ? ('confirmed' as const) : ('dropped' as const),
    updatedAt: when,
  })
  const rows = Array.from({ length: right + wrong }, (_, at) =>
    (['tag', 'queue', 'priority'] as const).map(kind => one(kind, at)),
  )
  await h.db.platform.insert(ticketProposals).values(rows.flat())
}
const turnOn = (bar: number | null = 90) =>
  set({ classify: ON }, { alone: { tag: bar, queue: bar, priority: bar } })
async function arrives(words: string, more: Partial<typeof tickets.$inferInsert> = {}) {
  const made = await h.newTicket(h.one, { name: 'Rosa', lastMessageAt: ago(60_000), ...more })
  await h.newMessages(made, [words])
  return made
}
const proposals = (ticketId: number) =>
  h.db
    .select()
    .from(ticketProposals)
    .where(eq(ticketProposals.ticketId, ticketId))
    .orderBy(asc(ticketProposals.id))
const carried = async (ticketId: number) =>
  (await h.db.select().from(ticketTags).where(eq(ticketTags.ticketId, ticketId))).map(({ tagId }) => tagId)
const ALL = '{"tags":[1],"queue":2,"priority":"high"}'

describe('acting alone', () => {
  it('does it above the bar, in its own name; undone counts as wrong, stops it below the bar and is told', async () => {
    await decidedBefore(decided - 3, 3)
    model.otherwise = () => ALL
    const ticket = await arrives('Quero trocar')
    const desk = await h.connect(h.one.admin)
    await turnOn()
    await soonProposed(async () => expect(await proposals(ticket.id)).toHaveLength(3))
    expect(await h.ticket(ticket.id)).toMatchObject({
      priority: 'high',
      queueId: h.one.vendas,
      status: 'pending',
    })
    expect(await carried(ticket.id)).toEqual([own[0]])
    expect(await h.db.$count(outgoing)).toBe(0)
    const log = async () => {
      const { body } = await h.call<{ records: AuditEntry[] }>(h.one.admin, 'audit.list', { query: {} })
      return body.records.map(({ userName, changes }) => [userName, changes[0]?.field, changes[0]?.to])
    }
    await soonProposed(async () => expect(await log()).toHaveLength(3))
    expect(await log()).toEqual(
      expect.arrayContaining([
        ['Copiloto', 'tags', 'TROCA'],
        ['Copiloto', 'priority', 'high'],
        ['Copiloto', 'queueId', String(h.one.vendas)],
      ]),
    )
    const offers = async () =>
      (await h.call<{ stopped: string[] }>(h.one.admin, 'copilot.offers')).body.stopped
    expect(await offers()).toEqual([])
    const shown = await h.call<TicketProposal[]>(h.one.admin, 'copilot.proposals', {
      params: { ticketId: ticket.id },
    })
    expect(shown.body.map(({ doneAlone }) => doneAlone)).toEqual([true, true, true])
    for (const { id } of shown.body)
      expect(
        (await h.call(h.one.admin, 'copilot.decide', { params: { id }, body: { decision: 'dropped' } }))
          .status,
      ).toBe(200)
    expect(await h.ticket(ticket.id)).toMatchObject({ priority: 'normal', queueId: h.one.suporte })
    expect(await carried(ticket.id)).toEqual([])
    expect((await proposals(ticket.id)).map(({ outcome, sent }) => [outcome, sent])).toEqual(
      Array.from({ length: 3 }, () => ['dropped', '']),
    )
    await desk.until(({ event }) => event.endsWith('-copilot'))
    desk.close()
    expect((await offers()).toSorted()).toEqual(['priority', 'queue', 'tag'])
    // Agents have nothing to do with it.
    expect((await h.call<{ stopped: string[] }>(h.one.ana, 'copilot.offers')).body.stopped).toEqual([])
    expect((await log()).filter(([name]) => name === h.one.admin.name)).toHaveLength(3)
    // And it only proposes now.
    const next = await arrives('Quero trocar, também')
    await soonProposed(async () => expect(await proposals(next.id)).toHaveLength(3))
    expect((await proposals(next.id)).some(({ doneAlone }) => doneAlone)).toBe(false)
    expect(await h.ticket(next.id)).toMatchObject({ priority: 'normal', queueId: h.one.suporte })
  })

  it.each([
    ['no bar is set', decided, 0, null, undefined],
    ['too few were decided', decided - 1, 0, 90, undefined],
    ['too few were right', decided - 4, 4, 90, undefined],
    ['all of it is long ago', decided, 0, 90, ago((COPILOT_LIMITS.alone.days + 1) * 86_400_000)],
  ])('only proposes where %s', async (_, right, wrong, bar, when) => {
    await decidedBefore(right, wrong, when)
    model.otherwise = () => ALL
    const ticket = await arrives('Quero trocar')
    await turnOn(bar)
    await soonProposed(async () => expect(await proposals(ticket.id)).toHaveLength(3))
    expect((await proposals(ticket.id)).some(({ doneAlone }) => doneAlone)).toBe(false)
    expect(await h.ticket(ticket.id)).toMatchObject({ priority: 'normal', queueId: h.one.suporte })
    expect(await carried(ticket.id)).toEqual([])
  })

  it('never moves a ticket that somebody accepted while it was asked, nor a priority somebody chose', async () => {
    await decidedBefore(decided, 0)
    const { promise: until, resolve: go } = deferred()
    model.next.push({ kind: 'hold', until, text: ALL })
    const ticket = await arrives('Quero trocar')
    await turnOn()
    void h.tick('ticket.classify')
    await soon(() => expect(model.asked).toHaveLength(1))
    const params = { id: ticket.id }
    await h.call(h.one.ana, 'tickets.update', { params, body: { status: 'open' } })
    await h.call(h.one.ana, 'tickets.setPriority', { params, body: { priority: 'low' } })
    go()
    await soonProposed(async () => expect(await proposals(ticket.id)).toHaveLength(3))
    expect(await h.ticket(ticket.id)).toMatchObject({
      status: 'open',
      userId: h.one.ana.id,
      queueId: h.one.suporte,
      priority: 'low',
    })
    expect((await proposals(ticket.id)).map(({ kind, doneAlone }) => [kind, doneAlone])).toEqual([
      ['tag', true],
      ['priority', false],
      ['queue', false],
    ])
  })

  it('proposes and does nothing, and asks no more, where it is switched off while it is asked', async () => {
    await decidedBefore(decided, 0)
    const { promise: until, resolve: go } = deferred()
    model.next.push({ kind: 'hold', until, text: ALL })
    const all = [await arrives('Quero trocar'), await arrives('Quero um boleto')]
    await turnOn()
    void h.tick('ticket.classify')
    await soon(() => expect(model.asked).toHaveLength(1))
    await h.db.platform.update(copilotSettings).set({ features: {} })
    go()
    const job = h.running.app.memory.following.get('ticket.classify')
    await soon(async () => expect((await h.db.select().from(copilotCalls))[0]?.outcome).toBe('answered'))
    await soon(() => expect(job?.isIdle()).toBe(true))
    expect((await Promise.all(all.map(({ id }) => proposals(id)))).flat()).toEqual([])
    expect(model.asked).toHaveLength(1)
  })
})

/** Everything but what it may do: tags, queue and priority of the tickets, its own notes of them. */
async function rest(): Promise<string> {
  const rows = await h.db.select().from(tickets).orderBy(asc(tickets.id))
  return JSON.stringify({
    tickets: rows.map(row => ({ ...row, queueId: 0, priority: '', updatedAt: '' })),
    messages: await h.db.select().from(messages),
    outgoing: await h.db.select().from(outgoing),
    contacts: await h.db.select().from(contacts),
    tags: await h.db.select().from(tags),
    queues: await h.db.select().from(queues),
    settings: await h.db.select().from(copilotSettings),
  })
}

describe('customers who demand', () => {
  it('get at most what the company has, whatever a model says that obeys them', async () => {
    await decidedBefore(decided, 0)
    const marked = (at: number): string => `Caso ${at}.`
    model.otherwise = ({ messages: given }) => {
      const at = DEMANDS.findIndex((_, one) => given[0]?.content.includes(marked(one)))
      return DEMANDS[at]?.obeyed ?? ''
    }
    const made = []
    for (const [at, { text }] of DEMANDS.entries()) made.push(await arrives(`${marked(at)} ${text}`))
    // The last one says that all before it have been done.
    const last = await arrives('Oi', { createdAt: new Date().toISOString() })
    await turnOn()
    const before = await rest()
    await soonProposed(async () =>
      expect(await h.db.$count(copilotCalls, eq(copilotCalls.ticketId, last.id))).toBe(1),
    )
    expect(await rest()).toBe(before)
    const now = await Promise.all(made.map(({ id }) => h.ticket(id)))
    expect(now.map(({ priority }) => priority)).toEqual([
      'urgent',
      'normal',
      'normal',
      'normal',
      'high',
      'normal',
    ])
    const { suporte, vendas } = h.one
    expect(now.map(({ queueId }) => queueId)).toEqual([vendas, suporte, suporte, suporte, suporte, suporte])
    expect(await Promise.all(made.map(({ id }) => carried(id)))).toEqual([own, [], [], [], [own[0]], []])
  })
})
