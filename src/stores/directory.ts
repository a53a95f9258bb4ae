/**
 * Small lists that every screen needs whole: queues, users, tags, connections, settings. Read once, kept true by
 * live events, read again after a gap. Each store of this kind is one call of `createDirectory`; where a screen pages the
 * same records, its list is given the directory and knows from it what events mean.
 */
import type { FeedEvent } from '@contract'
import type { StoreApi, UseBoundStore } from 'zustand'
import { registerFeed } from './feed'
import { createLive } from './paged-list/live'
import type { Change, Key, RowRules } from './paged-list/rows'
import { atSessionEnd, createSessionStore } from './session-end'

export interface DirectoryState<T> {
  /** In the server's order; empty until `ready`. */
  items: readonly T[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown when `failed`. */
  error: unknown
}

export interface DirectorySpec<T> extends Partial<RowRules<T>> {
  /** Unique; names the list in the feed, the log and at the session's end. */
  name: string
  /** Asks the server for the whole list. */
  read: () => Promise<readonly T[]>
  /** What a live event means for the list; null or [] when it is none of its business. */
  onEvent?: (event: FeedEvent) => Change<T> | readonly Change<T>[] | null
}

export type Directory<T> = {
  spec: DirectorySpec<T>
  /** Hook of the store. */
  use: UseBoundStore<StoreApi<DirectoryState<T>>>
  /** Reads the list if nobody has yet; one request however many ask. Never throws: the state says what happened. */
  ensure(): Promise<void>
  /** Reads the list again; what is shown stays until the answer is here. */
  reload(): Promise<void>
  /** Lays a record that was saved here over the list; the event that tells of it finds nothing left to do. */
  keep(item: T): void
  /** Takes a record out at once. */
  drop(key: Key): void
  /** Forgets everything (sign-out, tests). */
  reset(): void
}

const idOf = (item: unknown): Key => (item as { id: Key }).id
/** Without an order of its own a new record stands last and a known one stays where it is. */
const asTheyCome = (): number => 0
const everything = { hasMore: false, belongs: () => true, whole: true }

/** Makes a list; see `DirectorySpec` for what it is given and `Directory` for what it answers. */
export function createDirectory<T>(spec: DirectorySpec<T>): Directory<T> {
  const { name, read, onEvent, key = idOf, order = asTheyCome, merge } = spec
  const empty: DirectoryState<T> = { items: [], status: 'idle', error: null }
  const use = createSessionStore<DirectoryState<T>>(name, () => empty)
  const live = createLive<T>({ key, order, merge })
  let asking: Promise<void> | null = null
  let generation = 0

  const reload = (): Promise<void> => {
    if (asking) return asking
    const mine = generation
    use.setState(state => ({ status: state.status === 'ready' ? 'ready' : 'loading' }))
    live.begin()
    asking = read()
      .then(items => {
        if (mine !== generation) return
        use.setState({ items: live.over(items, everything), status: 'ready', error: null })
      })
      .catch(error => {
        if (mine !== generation) return
        use.setState(state => (state.status === 'ready' ? { error } : { status: 'failed', error }))
      })
      .finally(() => {
        if (mine !== generation) return
        asking = null
        live.end()
      })
    return asking
  }

  function apply(changes: readonly Change<T>[]): void {
    const { items, status } = use.getState()
    if (changes.length === 0 || (status !== 'ready' && !asking)) return
    const { rows, stale } = live.apply(changes, { rows: items, count: items.length, ...everything })
    if (status === 'ready' && rows !== items) use.setState({ items: rows })
    // An answer that is on its way may be older.
    if (stale) void (asking ?? Promise.resolve()).then(reload)
  }

  registerFeed({
    name,
    applyEvents: events => apply(events.flatMap(event => onEvent?.(event) ?? [])),
    refetch: () => (use.getState().status === 'idle' ? undefined : reload()),
  })

  const reset = (): void => {
    generation += 1
    asking = null
    live.clear()
    use.setState(empty, true)
  }
  atSessionEnd(name, reset)

  return {
    spec,
    use,
    reload,
    ensure: () => (use.getState().status === 'ready' ? Promise.resolve() : reload()),
    keep: item => apply([{ put: item }]),
    drop: gone => apply([{ remove: gone }]),
    reset,
  }
}
