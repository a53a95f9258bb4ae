/** Who else is at a ticket, and what this person does there. Nothing is kept: consoles say it again and again. */
import { TICKET_PRESENCE_ENDS_MS, type TicketActivity } from '@contract'
import { useEffect, useMemo } from 'react'
import { eventsOf, registerFeed } from './feed'
import { addInterest } from './interest'
import { entriesOf, isHeld, useOutbox } from './outbox'
import { useOffered } from './servers'
import { atSessionEnd, createSessionStore } from './session-end'

export interface AtTicket {
  /** Null: the customer. */
  userId: number | null
  name: string
  activity: TicketActivity
  /** When it was last said, on the page's own clock. */
  at: number
}

interface PresenceState {
  /** Colleagues and writing customers by ticket, in the order they came. */
  byTicket: ReadonlyMap<number, readonly AtTicket[]>
  /** Tickets this person writes in. */
  writing: ReadonlySet<number>
}

const usePresence = createSessionStore<PresenceState>('ticket presence', () => ({
  byTicket: new Map(),
  writing: new Set(),
}))
const { getState, setState } = usePresence

/** Somebody who has not touched a key for so long has stopped writing, milliseconds. */
const WRITING_MS = 5_000
/** How often it is looked who has gone without a word, milliseconds. */
const LOOK_MS = 5_000

const NOBODY: readonly AtTicket[] = []

const isColleague = ({ userId }: AtTicket): boolean => userId !== null
const isCustomerWriting = (ticketId: number): boolean =>
  getState()
    .byTicket.get(ticketId)
    ?.some(({ userId }) => userId === null) ?? false

function change(ticketId: number, edit: (people: readonly AtTicket[]) => readonly AtTicket[]): void {
  const byTicket = new Map(getState().byTicket)
  const people = edit(byTicket.get(ticketId) ?? NOBODY)
  if (people.length > 0) byTicket.set(ticketId, people)
  else byTicket.delete(ticketId)
  setState({ byTicket })
}

let looking: ReturnType<typeof setInterval> | undefined
function forgetSilent(): void {
  const since = performance.now() - TICKET_PRESENCE_ENDS_MS
  for (const [ticketId, people] of getState().byTicket)
    if (people.some(({ at }) => at < since)) change(ticketId, all => all.filter(({ at }) => at >= since))
  if (getState().byTicket.size > 0) return
  clearInterval(looking)
  looking = undefined
}

registerFeed({
  name: 'ticket presence',
  applyEvents(events) {
    // What they wrote is here: they do not write it any more.
    for (const { action, message } of eventsOf(events, 'appMessage'))
      if (action === 'create' && !message.fromMe && isCustomerWriting(message.ticketId))
        change(message.ticketId, people => people.filter(({ userId }) => userId !== null))
    for (const { ticketId, userId, name, activity } of eventsOf(events, 'ticketPresence')) {
      change(ticketId, people => {
        const others = people.filter(one => one.userId !== userId)
        if (activity === 'gone') return others
        const next = { userId, name, activity, at: performance.now() }
        return others.length === people.length
          ? [...people, next]
          : people.map(one => (one.userId === userId ? next : one))
      })
    }
    if (getState().byTicket.size > 0) looking ??= setInterval(forgetSilent, LOOK_MS)
  },
  // Nobody speaks of them while the connection is away; who is there says it again.
  refetch: () => setState({ byTicket: new Map() }),
})

/** The colleagues who are at a ticket. */
export function useAtTicket(ticketId: number): readonly AtTicket[] {
  const people = usePresence(({ byTicket }) => byTicket.get(ticketId) ?? NOBODY)
  return useMemo(() => people.filter(isColleague), [people])
}

/** Whether the customer of a ticket writes now. */
export const useCustomerWrites = (ticketId: number): boolean => usePresence(() => isCustomerWriting(ticketId))

const stopsWriting = new Map<number, ReturnType<typeof setTimeout>>()
atSessionEnd('writing in tickets', () => {
  for (const timer of stopsWriting.values()) clearTimeout(timer)
  stopsWriting.clear()
  clearInterval(looking)
  looking = undefined
})

/** This person touched a key in a ticket's answer. @param isEmpty nothing stands there any more. */
export function noteWriting(ticketId: number, isEmpty: boolean): void {
  clearTimeout(stopsWriting.get(ticketId))
  stopsWriting.delete(ticketId)
  const { writing } = getState()
  if (writing.has(ticketId) === isEmpty) {
    const next = new Set(writing)
    if (isEmpty) next.delete(ticketId)
    else next.add(ticketId)
    setState({ writing: next })
  }
  if (!isEmpty)
    stopsWriting.set(
      ticketId,
      setTimeout(() => noteWriting(ticketId, true), WRITING_MS),
    )
}

/** Says to colleagues that this person is at a ticket, and what they do there, for as long as it is shown. */
export function useBeingAt(ticketId: number): void {
  const offered = useOffered('ticketPresence')
  const writes = usePresence(({ writing }) => writing.has(ticketId))
  const sends = useOutbox(state =>
    entriesOf(state, ticketId).some(entry => isHeld(entry) || entry.state === 'sending'),
  )
  const activity = sends ? 'sending' : writes ? 'writing' : 'reading'
  useEffect(
    () => (offered ? addInterest({ places: [{ ticketId, activity }] }) : undefined),
    [offered, ticketId, activity],
  )
}
