/** What a paged list is given and what it answers. */
import type { FeedEvent } from '@contract'
import type { StoreApi, UseBoundStore } from 'zustand'
import type { Directory } from '../directory'
import type { PageStatus } from './pages'
import type { Change, Key, RowRules } from './rows'

export type Filters = Readonly<Record<string, unknown>>

export interface PagedState<T, F extends Filters = Filters> extends PageStatus {
  /** In the server's order, without repetitions. */
  rows: readonly T[]
  /** Records of the search in all, as far as the server tells. */
  count: number
  /** What is in the search field. */
  text: string
  /** What the rows answer; "" is everything. */
  search: string
  filters: F
  /** Records somebody edits (`follow`), as events brought them; rows that are here are newer. */
  followed: ReadonlyMap<Key, T>
}

/** One page as the server answers it. */
export interface PageOf<T> {
  rows: readonly T[]
  hasMore: boolean
  /** Records of the search in all; left out where the server does not count. */
  count?: number
}

export interface PagedListSpec<T, F extends Filters> extends Partial<Pick<RowRules<T>, 'key'>> {
  /** Unique; names the list in the feed, the log and at the session's end. */
  name: string
  /**
   * The directory of the same records: `key`, `order`, `merge` and `onEvent` are taken from it where they are not given
   * here, and what is kept or dropped here is there as well.
   */
  directory?: Directory<T>
  /**
   * Asks for one page.
   * @param query what the endpoints of lists take: `searchParam` is left out when nothing is searched.
   */
  read: (
    query: { pageNumber: number; searchParam?: string },
    filters: F,
    signal: AbortSignal,
  ) => Promise<PageOf<T>>
  /** The server's order (see `byText`, `newestFirst`); without it new rows make the list read its pages again. */
  order?: (a: T, b: T) => number
  /** A known row as an event tells it anew; default: as the event has it. */
  merge?: (known: T, update: T) => T
  /** What a live event means for the list; null or [] when it is none of its business. */
  onEvent?: (event: FeedEvent, state: PagedState<T, F>) => Change<T> | readonly Change<T>[] | null
  /**
   * Whether a record answers a search or filters; null when only the server can tell. Asked only while there is a
   * search or filter; without it a live record then makes the list read its pages again.
   */
  matches?: (row: T, search: string, filters: F) => boolean | null
  /** Filters of a fresh list. */
  filters?: F
}

export interface PagedList<T, F extends Filters = Filters> {
  name: string
  key: (row: T) => Key
  /** Hook of the state. */
  use: UseBoundStore<StoreApi<PagedState<T, F>>>
  /**
   * Reads the first page and follows live events until the returned function is called, which forgets everything.
   * @param filters instead of those of a fresh list.
   */
  open: (filters?: Partial<F>) => () => void
  /** A typed text: asked for 500 ms after the last key; at once when it was emptied. */
  type: (text: string) => void
  /** Asks for the typed text at once (Enter). */
  submit: () => void
  /** Changes filters and asks at once. */
  filter: (change: Partial<F>) => void
  /** Back to the filters it was opened with; what is searched stays. */
  unfilter: () => void
  /** Whether filters other than those it was opened with are set. */
  isFiltered: () => boolean
  /** Asks for the page below the last row; does nothing while one is on its way or has failed. */
  more: () => void
  /** Asks again for exactly what failed: the first page, or the page below the last row. */
  retry: () => void
  /** Reads the shown depth again; the rows stay until all of it is here. */
  reload: () => Promise<void>
  /** Lays a record that was saved here over the list; the event that tells of it finds nothing left to do. */
  keep: (row: T) => void
  /** Takes a record out at once. */
  drop: (key: Key) => void
  /** Whether a record was deleted since the shown pages were first read. */
  isGone: (key: Key) => boolean
  /**
   * Keeps what events say of a record, whether or not the list has a row for it; `followed` of the state holds it.
   * @returns ends it.
   */
  follow: (key: Key) => () => void
  /** Forgets everything (tests). */
  reset: () => void
}
