/**
 * People who act on one ticket at the same moment: whatever the order was, the ticket ends where one after the other would have
 * brought it, and every console shows what the server has.
 */
import { type FeedEvent, maySee, PRIORITIES, type Priority, parseSocketEvent } from '@contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type KnownTickets, layEvents } from '@/stores/tickets/events'
import { soon } from '../../support/soon'
import { harnessForFile } from './for-file'
import type { Listener, Person } from './harness'

/** TURNO_RUNS=1000 for as many histories as one likes. */
const RUNS = Number(process.env.TURNO_RUNS ?? 60)
const h = harnessForFile()

type Name = 'ana' | 'bia' | 'caio' | 'admin'
type Queue = 'suporte' | 'vendas'
const NAMES: readonly Name[] = ['ana', 'bia', 'caio', 'admin']

interface State {
  status: 'pending' | 'open' | 'closed'
  holder: Name | null
  queue: Queue
  asleep: boolean
  priority: Priority
}
type Act =
  | { does: 'accept' | 'giveBack' | 'resolve' | 'snooze' | 'wake' }
  | { does: 'hand'; to: Name }
  | { does: 'move'; to: Queue }
  | { does: 'rank'; as: Priority }
type Move = Act & { who: Name }

const QUEUES: Record<Name, readonly Queue[]> = {
  ana: ['suporte'],
  bia: ['suporte'],
  caio: ['vendas'],
  admin: ['suporte', 'vendas'],
}
const sees = (who: Name, { holder, queue }: State): boolean =>
  who === 'admin' || holder === who || QUEUES[who].includes(queue)

/** What becomes of a ticket: the transition table of docs/specification.md 1.4 in a few lines. Refused, it stays as it is. */
function after(state: State, move: Move): State {
  const { who } = move
  if (!sees(who, state)) return state
  const open = (holder: Name): State => ({ ...state, status: 'open', holder, asleep: false })
  const waits = (queue = state.queue): State => ({
    ...state,
    status: 'pending',
    holder: null,
    queue,
    asleep: false,
  })
  switch (move.does) {
    case 'accept':
      return state.status === 'open' ? state : open(who)
    case 'giveBack':
      return state.status === 'pending' ? state : waits()
    case 'resolve':
      return state.status === 'closed' ? state : { ...state, status: 'closed', holder: who, asleep: false }
    case 'hand':
      return move.to === who || move.to === state.holder ? state : open(move.to)
    case 'move':
      return move.to === state.queue ? state : waits(move.to)
    case 'snooze':
      return state.status === 'open' ? { ...state, asleep: true } : state
    case 'wake':
      return { ...state, asleep: false }
    case 'rank':
      return { ...state, priority: move.as }
  }
}

/** Where acts at the same moment may end: the ends of every order. */
function ends(state: State, moves: readonly Move[]): State[] {
  if (moves.length === 0) return [state]
  return moves.flatMap((move, at) => ends(after(state, move), moves.toSpliced(at, 1)))
}

const person = (name: Name): Person => h.one[name]
const idOf = (queue: Queue): number => h.one[queue]

/** The press behind an act, as the console sends it. */
function press(move: Move, id: number): Promise<unknown> {
  const who = person(move.who)
  const params = { id }
  const put = (body: object) => h.call(who, 'tickets.update', { params, body })
  switch (move.does) {
    case 'accept':
      return put({ status: 'open' })
    case 'giveBack':
      return put({ status: 'pending', userId: null })
    case 'resolve':
      return put({ status: 'closed', justClose: true })
    case 'hand':
      return put({ userId: person(move.to).id })
    case 'move':
      return put({ queueId: idOf(move.to) })
    case 'snooze':
      return h.call(who, 'tickets.snooze', { params, body: { until: null } })
    case 'wake':
      return h.call(who, 'tickets.wake', { params })
    case 'rank':
      return h.call(who, 'tickets.setPriority', { params, body: { priority: move.as } })
  }
}

const nameOf = (userId: number | null): Name | null => NAMES.find(name => person(name).id === userId) ?? null
const stateOf = (row: {
  status: string
  userId: number | null
  queueId: number | null
  snoozedAt: string | null
  priority: Priority
}): State => ({
  status: row.status as State['status'],
  holder: nameOf(row.userId),
  queue: row.queueId === idOf('vendas') ? 'vendas' : 'suporte',
  asleep: row.snoozedAt !== null,
  priority: row.priority,
})

const name = fc.constantFrom(...NAMES)
const act = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({ does: fc.constantFrom('accept', 'giveBack', 'resolve', 'snooze', 'wake') }),
  fc.record({ does: fc.constant('hand'), to: name }),
  fc.record({ does: fc.constant('move'), to: fc.constantFrom('suporte', 'vendas') }),
  fc.record({ does: fc.constant('rank'), as: fc.constantFrom(...PRIORITIES) }),
)
const move: fc.Arbitrary<Move> = fc.tuple(act, name).map(([does, who]) => ({ ...does, who }))
/** Moments, in each of which one to three people press. */
const history = fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 })

/** What a console makes of what it has received of a ticket. */
function shown(ear: Listener, companyId: number, id: number): State | null {
  const events = ear.heard.flatMap(({ event, payload }) => {
    const parsed = parseSocketEvent(companyId, event, payload)
    return parsed.ok && parsed.event.channel === 'ticket' ? [parsed.event as FeedEvent] : []
  })
  const nothing: KnownTickets = { byId: new Map(), gone: new Set(), serverKeepsClock: false }
  const { byId, gone } = layEvents(nothing, events)
  const ticket = byId.get(id)
  return ticket && !gone.has(id) ? stateOf(ticket) : null
}

it(`${RUNS} histories end as one of their orders, and alike in every console`, async () => {
  const ears = new Map<Name, Listener>()
  for (const one of NAMES) ears.set(one, await h.connect(person(one)))
  await fc.assert(
    fc.asyncProperty(history, async moments => {
      const ticket = await h.newTicket(h.one, {})
      for (const ear of ears.values()) ear.heard.length = 0
      let state: State = {
        status: 'pending',
        holder: null,
        queue: 'suporte',
        asleep: false,
        priority: 'normal',
      }
      for (const moves of moments) {
        await Promise.all(moves.map(one => press(one, ticket.id)))
        const now = stateOf(await h.ticket(ticket.id))
        expect(ends(state, moves)).toContainEqual(now)
        state = now
      }
      await soon(() => {
        for (const [who, ear] of ears) {
          const seen = shown(ear, h.one.id, ticket.id)
          // Of what nobody changed nothing was said.
          if (seen === null && sees(who, state)) expect(ear.of('ticket')).toEqual([])
          else expect([who, seen]).toEqual([who, sees(who, state) ? state : null])
        }
      })
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  for (const ear of ears.values()) ear.close()
}, 600_000)

it('its rule of who sees a ticket is the contract’s', () => {
  for (const who of NAMES)
    for (const holder of [...NAMES, null])
      for (const queue of ['suporte', 'vendas'] as const) {
        const viewer = {
          id: person(who).id,
          profile: who === 'admin' ? 'admin' : 'user',
          super: false,
          queueIds: QUEUES[who].map(idOf),
          seesUnqueued: false,
        }
        const ticket = { queueId: idOf(queue), userId: holder && person(holder).id }
        expect(maySee(viewer, ticket)).toBe(
          sees(who, { status: 'open', holder, queue, asleep: false, priority: 'normal' }),
        )
      }
})
