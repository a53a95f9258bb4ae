/** The steps of the socket's machine that are about rooms, and about where its person is (machine.ts). */
import { TICKET_PRESENCE_MS } from '../../../src/contract'
import type { Step } from '../run-machine'
import { difference, emission, placesOf, roomsOf } from './interests'
import type { Effect, Event, State } from './machine-types'

export type Result = Step<State, Effect>
export const nothing = (state: State): Result => ({ state, effects: [] })

/** Joins and leaves what changed in the interests of the windows; before `ready` a join would be lost. */
export function syncRooms(state: State): Result {
  const { phase } = state
  if (phase.name !== 'ready') return nothing(state)
  const { join, leave: gone } = difference(roomsOf(state.interests.values()), phase.joined.rooms())
  if (join.length === 0 && gone.length === 0) return nothing(state)
  const joined = phase.joined.copy()
  const effects: Effect[] = []
  for (const room of gone) {
    for (let times = joined.remove(room); times > 0; times--)
      effects.push({ do: 'emit', message: emission(room, 'leave') })
  }
  for (const room of join) {
    effects.push({ do: 'emit', message: emission(room, 'join') })
    joined.add(room)
  }
  return { state: { ...state, phase: { ...phase, joined } }, effects }
}

/** Says where the person is, and again after a while for as long as they are anywhere. */
export function reportPlaces({ interests, attemptId, phase }: State): Effect[] {
  if (phase.name !== 'ready') return []
  const timer: Effect =
    placesOf(interests.values()).length > 0
      ? { do: 'startTimer', name: 'places', attemptId, ms: TICKET_PRESENCE_MS }
      : { do: 'cancelTimer', name: 'places' }
  return [{ do: 'reportPlaces' }, timer]
}

/** What follows from other interests: rooms first, for where nobody is shown nobody is said to be. */
export function interestsChanged(before: State, now: State): Result {
  const rooms = syncRooms(now)
  const [was, is] = [before, now].map(({ interests }) => JSON.stringify(placesOf(interests.values())))
  return was === is
    ? rooms
    : { state: rooms.state, effects: [...rooms.effects, ...reportPlaces(rooms.state)] }
}

/**
 * Some servers refuse a chat box without a word while the ticket is not the caller's: becoming its owner asks for it
 * once more (tests/compat/differences.md).
 */
export function ownerKnown(state: State, event: Extract<Event, { type: 'ticketOwner' }>): Result {
  const { phase } = state
  const room = `chat:${event.ticketId}` as const
  if (phase.name !== 'ready' || !phase.joined.has(room)) return nothing(state)
  const joined = phase.joined.copy()
  const became = joined.becameOwn(event.ticketId, event.userId, event.me)
  if (became) joined.add(room)
  return {
    state: { ...state, phase: { ...phase, joined } },
    effects: became ? [{ do: 'emit', message: emission(room, 'join') }] : [],
  }
}
