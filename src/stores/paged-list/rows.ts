/** How pages and live changes are laid over the rows of a list. Pure. */
import type { FeedEvent, ServerFeedEvent } from '@contract'

export type Key = number | string

/** What a live event, or something saved here, does to a list. */
export type Change<T> =
  /**
   * A record as it is now. `fresh`: it did not exist before (action `create`), so it raises the count even where its
   * row is not loaded yet.
   */
  | { put: T; fresh?: boolean }
  /** A record that is gone. */
  | { remove: Key }
  /** Part of a record changed; nothing happens when its row is not loaded. */
  | { patch: Key; with: (row: T) => T }
  /** Something changed that only the server can tell: the shown pages are read again. */
  | { stale: true }

type Data<C> = Extract<ServerFeedEvent, { channel: C }>['data']
type MembersOf<D> = D extends unknown ? keyof D : never
type Carried<D, M> = M extends keyof D ? D[M] : D extends { [K in M & PropertyKey]: infer V } ? V : never

/**
 * What the events of a channel mean for the list of its records.
 * @param row the member that holds a record which is new or changed.
 * @param gone the one that holds the id of a record which is deleted.
 */
export function changesOf<C extends ServerFeedEvent['channel'], M extends MembersOf<Data<C>>>(
  channel: C,
  row: M,
  gone: MembersOf<Data<C>>,
): (event: FeedEvent) => Change<Carried<Data<C>, M>> | null {
  return event => {
    if (event.channel !== channel) return null
    // Which member belongs to which action says the schema of the channel.
    const { action } = event.data as { action: string }
    const data = event.data as unknown as Record<MembersOf<Data<C>> | M, never>
    return action === 'delete'
      ? { remove: data[gone] as Key }
      : { put: data[row], fresh: action === 'create' }
  }
}

/** What a list knows about its rows. */
export interface RowRules<T> {
  key: (row: T) => Key
  /**
   * The server's order, for rows that appear while one looks. Without it a new row makes the list read its pages again
   * instead of guessing a place.
   */
  order?: ((a: T, b: T) => number) | undefined
  /** A known row as an event tells it anew; events leave members out that pages carry. Default: the new one. */
  merge?: ((known: T, update: T) => T) | undefined
}

/**
 * Lays a page of the server over the rows: known rows are replaced where they stand, new ones and those that the page
 * shows to have moved take the place it gives them between its neighbours, or follow at the end.
 * @param page in the server's order.
 * @returns the rows, and whether a known one left its place.
 */
export function withPage<T>(
  { key, order }: RowRules<T>,
  loaded: readonly T[],
  page: readonly T[],
): { rows: readonly T[]; moved: boolean } {
  if (page.length === 0) return { rows: loaded, moved: false }
  const fresh = new Map(page.map(row => [key(row), row]))
  const rows = order
    ? loaded.filter(row => {
        const now = fresh.get(key(row))
        return now === undefined || order(row, now) === 0
      })
    : loaded
  const moved = rows.length < loaded.length
  const known = new Set(rows.map(key))
  // New rows by the known row they stand before or behind; those before the first known one have only that to go by.
  const before = new Map<Key, T[]>()
  const behind = new Map<Key, T[]>()
  let anchor: Key | null = null
  let leading: T[] = []
  const placed = new Set<Key>()
  for (const row of page) {
    const id = key(row)
    if (placed.has(id)) continue
    placed.add(id)
    if (known.has(id)) {
      if (anchor === null && leading.length > 0) before.set(id, leading)
      leading = []
      anchor = id
    } else if (anchor === null) leading.push(row)
    else behind.set(anchor, [...(behind.get(anchor) ?? []), row])
  }
  const all: T[] = []
  for (const row of rows) {
    const id = key(row)
    all.push(...(before.get(id) ?? []), fresh.get(id) ?? row, ...(behind.get(id) ?? []))
  }
  if (anchor === null) all.push(...leading)
  // Pages cut at different moments may contradict each other; a known order settles it.
  const wrong = order && all.some((row, at) => at > 0 && order(all[at - 1] as T, row) > 0)
  return { rows: wrong ? all.sort(order) : all, moved }
}

/** What changes made of the rows. */
export interface Changed<T> {
  rows: readonly T[]
  /** By how many records the whole list grew, loaded or not; negative when it shrank. */
  grown: number
  /** Rows left the loaded part: what the server cuts into pages has moved up. */
  shifted: boolean
  /** The pages have to be read again. */
  stale: boolean
}

function placeOf<T>(rows: readonly T[], row: T, order: (a: T, b: T) => number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order(rows[middle] as T, row) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Lays live changes over the rows.
 * @param view `hasMore`: rows below the last one wait for their page; `belongs`: whether a record answers the search
 *   and the filters, null when only the server can tell.
 * @returns the same `rows` when none of the changes concerns them.
 */
export function withChanges<T>(
  { key, order, merge = (_known, update) => update }: RowRules<T>,
  before: readonly T[],
  changes: readonly Change<T>[],
  { hasMore, belongs }: { hasMore: boolean; belongs: (row: T) => boolean | null },
): Changed<T> {
  let rows: T[] | null = null
  let grown = 0
  let shifted = false
  let stale = false
  const now = (): readonly T[] => rows ?? before
  const own = (): T[] => {
    rows ??= [...before]
    return rows
  }
  const at = (id: Key): number => now().findIndex(row => key(row) === id)
  const takeOut = (place: number): void => {
    own().splice(place, 1)
    shifted = true
  }
  const insert = (row: T): boolean => {
    if (!order) {
      stale = true
      return false
    }
    const place = placeOf(now(), row, order)
    if (place === now().length && hasMore) return false
    own().splice(place, 0, row)
    return true
  }
  for (const change of changes) {
    if ('stale' in change) stale = true
    else if ('remove' in change) {
      const place = at(change.remove)
      if (place >= 0) takeOut(place)
      if (place >= 0) grown -= 1
    } else if ('patch' in change) {
      const place = at(change.patch)
      const known = now()[place]
      if (known === undefined) continue
      const next = change.with(known)
      if (next !== known) own()[place] = next
    } else {
      const place = at(key(change.put))
      const known = now()[place]
      const fits = belongs(change.put)
      if (known === undefined) {
        if (fits === null) stale = true
        else if (fits && (insert(change.put) || change.fresh)) grown += change.fresh ? 1 : 0
        continue
      }
      if (fits === false) {
        takeOut(place)
        grown -= 1
        continue
      }
      if (fits === null) stale = true
      const next = merge(known, change.put)
      if (next === known) continue
      own()[place] = next
      if (!order) continue
      const list = now()
      const [above, below] = [list[place - 1], list[place + 1]]
      const inPlace =
        (above === undefined || order(above, next) <= 0) &&
        (below === undefined ? !hasMore || order(known, next) >= 0 : order(next, below) <= 0)
      if (inPlace) continue
      takeOut(place)
      insert(next)
    }
  }
  return { rows: now(), grown, shifted, stale }
}
