/**
 * Small lists that every screen needs whole: queues, users, tags, connections, settings. Read once, kept true by
 * live events, read again after a gap. Each store of this kind is one call of `createDirectory`.
 */
import type { FeedEvent } from '@contract'
import type { StoreApi, UseBoundStore } from 'zustand'
import { registerFeed } from './feed'
import { atSessionEnd, createSessionStore } from './session-end'

export interface DirectoryState<T> {
  /** In the server's order; empty until `ready`. */
  items: readonly T[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown when `failed`. */
  error: unknown
}

export type Directory<T> = {
  /** Hook of the store. */
  use: UseBoundStore<StoreApi<DirectoryState<T>>>
  /** Reads the list if nobody has yet; one request however many ask. Never throws: the state says what happened. */
  ensure(): Promise<void>
  /** Reads the list again; what is shown stays until the answer is here. */
  reload(): Promise<void>
  /** Forgets everything (sign-out, tests). */
  reset(): void
}

/**
 * @param name name in the feed's registry and log.
 * @param read asks the server for the whole list.
 * @param apply lays one live event over the list; answers the same array when the event is none of its business.
 */
export function createDirectory<T>(
  name: string,
  read: () => Promise<readonly T[]>,
  apply: (items: readonly T[], event: FeedEvent) => readonly T[],
): Directory<T> {
  const empty: DirectoryState<T> = { items: [], status: 'idle', error: null }
  const use = createSessionStore<DirectoryState<T>>(name, () => empty)
  let asking: Promise<void> | null = null
  let generation = 0

  const reload = (): Promise<void> => {
    if (asking) return asking
    const mine = generation
    use.setState(state => ({ status: state.status === 'ready' ? 'ready' : 'loading' }))
    asking = read()
      .then(items => {
        if (mine === generation) use.setState({ items, status: 'ready', error: null })
      })
      .catch(error => {
        if (mine !== generation) return
        use.setState(state => (state.status === 'ready' ? { error } : { status: 'failed', error }))
      })
      .finally(() => {
        if (mine === generation) asking = null
      })
    return asking
  }

  registerFeed({
    name,
    applyEvents(events) {
      const { items, status } = use.getState()
      if (status !== 'ready') return
      const next = events.reduce(apply, items)
      if (next !== items) use.setState({ items: next })
    },
    refetch: () => (use.getState().status === 'idle' ? undefined : reload()),
  })

  const reset = (): void => {
    generation += 1
    asking = null
    use.setState(empty, true)
  }
  atSessionEnd(name, reset)

  return {
    use,
    reload,
    ensure: () => (use.getState().status === 'ready' ? Promise.resolve() : reload()),
    reset,
  }
}

/** Adds or replaces a record by id, keeping its place. */
export function upsertById<T extends { id: number }>(items: readonly T[], record: T): readonly T[] {
  const place = items.findIndex(item => item.id === record.id)
  return place < 0 ? [...items, record] : items.with(place, record)
}

/** Takes a record out by id. */
export function withoutId<T extends { id: number }>(items: readonly T[], id: number): readonly T[] {
  return items.some(item => item.id === id) ? items.filter(item => item.id !== id) : items
}
