/**
 * What must be forgotten when a person signs out. Everything in this window that holds what one person has seen, typed
 * or chosen registers itself here, and one loop empties all of it: there is no list kept by hand that a new store could
 * be missing from. What outlives a session (preferences of the computer, servers, the connection) uses zustand's own
 * `create` and is named in tests/unit/stores/session-end.test.ts with the reason.
 */
import type { SessionState } from '@contract'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { dropAnswers } from '@/api'

/** Why a session ended, as main says. */
export type EndReason = SessionState['reason']

type Forget = (reason: EndReason) => void

const members = new Map<string, Forget>()
const stores = new Map<string, StoreApi<unknown>>()

/**
 * Registers something to be forgotten at the end of a session: a cache, a timer, a player.
 * @param name unique; the same name replaces the earlier registration.
 * @param forget empties it; must not depend on the order in which others are emptied.
 */
export function atSessionEnd(name: string, forget: Forget): void {
  members.set(name, forget)
}

/**
 * A zustand store that starts anew with each session.
 * @param name unique among stores.
 * @param initial makes the state of a fresh window; called again at each session's end.
 * @param before what has to be done with the state while it is still there.
 */
export function createSessionStore<T>(
  name: string,
  initial: () => T,
  before?: Forget,
): UseBoundStore<StoreApi<T>> {
  const use = create<T>(initial)
  stores.set(name, use as StoreApi<unknown>)
  atSessionEnd(`store ${name}`, reason => {
    before?.(reason)
    use.setState(initial(), true)
  })
  return use
}

atSessionEnd('answers of calls', dropAnswers)

/**
 * Empties everything that registered. Whatever one of them throws, the others are emptied as well.
 * @throws the first failure, after all had their turn.
 */
export function endSession(reason: EndReason = 'none'): void {
  const failures: unknown[] = []
  for (const forget of members.values()) {
    try {
      forget(reason)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** The stores that registered, by name; for the test that fills each of them. */
export const sessionStores = (): ReadonlyMap<string, StoreApi<unknown>> => stores
