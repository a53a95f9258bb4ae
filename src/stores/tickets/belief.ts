/**
 * What the person takes a ticket to be. An act says so, and where the ticket is something else by then the person is asked
 * first (act.ts). It is what they saw when they opened the ticket, or a dialog about it, and not what an event has made of
 * the ticket behind their hands.
 */
import type { ExpectedTicket, Message, Ticket } from '@contract'
import { useEffect, useRef } from 'react'
import { draftOf } from '../drafts'
import { threadOf } from '../messages'
import { useRecorder } from '../recorder'
import { createSessionStore } from '../session-end'
import { isChanging } from './own-changes'
import { ticketById, useTicketsStore } from './store'

interface Held {
  belief: ExpectedTicket
  /** How many dialogs and runs were begun on it: while there is one it does not follow the ticket. */
  pins: number
}

export const useBeliefs = createSessionStore<{ tickets: ReadonlyMap<number, Held> }>(
  'beliefs of tickets',
  () => ({ tickets: new Map() }),
)

type Holding = Pick<Ticket, 'userId' | 'status'>

export const isSameHolding = (a: Holding, b: Holding): boolean =>
  a.userId === b.userId && a.status === b.status

const newestOf = (id: number): Pick<ExpectedTicket, 'lastMessageId'> => {
  const thread = threadOf(id)
  const newest = thread?.phase === 'ready' ? thread.own.list.at(-1) : undefined
  return newest ? { lastMessageId: newest.id } : {}
}

/** What this window knows of a ticket now; undefined where it knows none. */
export function knownHolding(id: number): ExpectedTicket | undefined {
  const ticket = ticketById(id)
  return ticket && { userId: ticket.userId, status: ticket.status, ...newestOf(id) }
}

/** What the person takes a ticket to be; undefined for one this window does not know. */
export function beliefOf(id: number): ExpectedTicket | undefined {
  const held = useBeliefs.getState().tickets.get(id)
  if (!held) return knownHolding(id)
  return held.pins > 0 ? held.belief : { ...held.belief, ...newestOf(id) }
}

/** Messages of the customer or a colleague that came after those the person saw. */
export function unseenMessages(id: number, seenId: string | undefined, me: number | undefined): Message[] {
  const list = threadOf(id)?.own.list ?? []
  const at = list.findLastIndex(message => message.id === seenId)
  if (at < 0) return []
  const isTheirs = ({ fromMe, userId }: Message): boolean =>
    !fromMe || (userId !== null && userId !== undefined && userId !== me)
  return list.slice(at + 1).filter(one => isTheirs(one) && one.mediaType !== 'reactionMessage')
}

function put(id: number, held: Held | null): void {
  const tickets = new Map(useBeliefs.getState().tickets)
  if (held) tickets.set(id, held)
  else tickets.delete(id)
  useBeliefs.setState({ tickets })
}

/**
 * The person has seen what a ticket is now, or has made it so.
 * @param belief what it is; left out, what this window knows.
 */
export function settleBelief(id: number, belief = knownHolding(id)): void {
  const held = useBeliefs.getState().tickets.get(id)
  if (held && belief) put(id, { ...held, belief })
}

/**
 * Keeps what the person takes a ticket to be now for as long as something begun on it is open.
 * @returns how to let go of it.
 */
export function pinBelief(id: number): () => void {
  const belief = beliefOf(id)
  if (!belief) return () => {}
  const pins = useBeliefs.getState().tickets.get(id)?.pins ?? 0
  put(id, { belief, pins: pins + 1 })
  let isOver = false
  return () => {
    const held = useBeliefs.getState().tickets.get(id)
    if (isOver || !held) return
    isOver = true
    put(id, { ...held, pins: held.pins - 1 })
    follow()
  }
}

/** The same for as long as a dialog about the ticket is open. */
export function usePinnedBelief(id: number): void {
  useEffect(() => pinBelief(id), [id])
}

/** The same for tickets that are chosen, each for as long as it is. */
export function usePinnedBeliefs(ids: readonly number[]): void {
  const pins = useRef(new Map<number, () => void>())
  useEffect(() => {
    for (const id of ids) if (!pins.current.has(id)) pins.current.set(id, pinBelief(id))
    for (const [id, letGo] of pins.current)
      if (!ids.includes(id)) {
        pins.current.delete(id)
        letGo()
      }
  }, [ids])
  useEffect(() => {
    const held = pins.current
    return () => {
      for (const letGo of held.values()) letGo()
      held.clear()
    }
  }, [])
}

/** Something was begun there that is kept. */
const isWrittenIn = (id: number): boolean =>
  draftOf(id) !== undefined || useRecorder.getState().ticketId === id

/**
 * Whether a change of a ticket on screen needs no question: nobody has taken it, or it is the person's own doing. It shows
 * in the header and the field at once.
 */
const takesNothing = (id: number, belief: Holding, now: Holding, me: number | undefined): boolean =>
  now.status !== 'open' ||
  now.userId === null ||
  now.userId === me ||
  (belief.status === 'open' && belief.userId === now.userId) ||
  isChanging(id)

/** Brings what the person believes to what the screen shows; forgets tickets nobody has to do with any more. */
function follow(): void {
  const { selectedId, viewer } = useTicketsStore.getState()
  const { tickets } = useBeliefs.getState()
  const now = selectedId === null ? undefined : knownHolding(selectedId)
  if (selectedId !== null && now && !tickets.has(selectedId)) put(selectedId, { belief: now, pins: 0 })
  for (const [id, { belief, pins }] of tickets) {
    if (pins > 0) continue
    const known = knownHolding(id)
    if (id !== selectedId && !isWrittenIn(id)) put(id, null)
    else if (known && !isSameHolding(known, belief) && takesNothing(id, belief, known, viewer?.id))
      put(id, { belief: known, pins })
  }
}

useTicketsStore.subscribe((now, before) => {
  if (now.byId !== before.byId || now.selectedId !== before.selectedId) follow()
})
