/**
 * One list of the server as a screen shows it: searched, filtered, read page by page and kept true by live events
 * (specification 2 section 4 "Live updates", section 9). Every paged list of the product is one call of
 * `createPagedList`; how rows are laid over each other is in rows.ts.
 */
import { DEBOUNCE_MS, type FeedEvent } from '@contract'
import type { StoreApi, UseBoundStore } from 'zustand'
import { isAborted } from '@/api'
import { registerFeed } from '../feed'
import { createSessionStore } from '../session-end'
import { type Change, type Key, type RowRules, withChanges, withPage } from './rows'

export type Filters = Readonly<Record<string, unknown>>

export interface PagedState<T, F extends Filters = Filters> {
  /** In the server's order, without repetitions. */
  rows: readonly T[]
  /** Records of the search in all, as far as the server tells. */
  count: number
  /** What stands in the search field. */
  text: string
  /** What the rows answer; "" is everything. */
  search: string
  filters: F
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown last; null once an answer came. */
  error: unknown
  hasMore: boolean
  /** The next page. */
  more: 'idle' | 'loading' | 'failed'
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
  merge?: (known: T, news: T) => T
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
  /** Forgets everything (tests). */
  reset: () => void
}

/** Pages read again at most after a gap; whoever scrolled further scrolls again. */
const DEEPEST_RELOAD = 50
/** More new records than this in one batch come from an import: the list is read again instead of grown row by row. */
const MANY = 100
/** Pages without a new row that are skipped beyond the expected one before the list is believed to be at its end. */
const REPEATED_PAGES = 3
/** An event that comes this long after a page may tell of something that page was already cut by. Milliseconds. */
const LATEST_EVENT_MS = 10_000

const idOf = (row: unknown): Key => (row as { id: Key }).id
const same = (a: Filters, b: Filters): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(name => a[name] === b[name])

/** Makes a list; see `PagedListSpec` for what it is told and `PagedList` for what it answers. */
export function createPagedList<T, F extends Filters = Filters>(spec: PagedListSpec<T, F>): PagedList<T, F> {
  const { name, key = idOf } = spec
  const rules: RowRules<T> = { key, order: spec.order, merge: spec.merge }
  const base = (spec.filters ?? {}) as F
  const EMPTY: PagedState<T, F> = {
    rows: [],
    count: 0,
    text: '',
    search: '',
    filters: base,
    status: 'idle',
    error: null,
    hasMore: false,
    more: 'idle',
  }
  const use = createSessionStore<PagedState<T, F>>(
    `list ${name}`,
    () => EMPTY,
    () => startOver(),
  )
  const { getState, setState } = use

  let controller = new AbortController()
  /** Pages are asked for one behind the other: each is laid over what the one before left. */
  let queue: Promise<void> = Promise.resolve()
  /** What came live while a page travelled is laid over its answer as well; null while none does. */
  let during: Change<T>[] | null = null
  /** Rows of a full page as this server cuts them; 0 until one is here. */
  let pageSize = 0
  let lastPage = 0
  /** Deleted while the list is shown: told twice, they lower the count once. */
  const gone = new Set<Key>()
  /** New records that already raised the count. */
  const counted = new Set<Key>()
  /** How often a row went from its place: everything below it moved up in the server's pages. */
  let shifts = 0
  /** Borders between pages read lately, by the rows beside them: a row may have slipped between. */
  let borders: { above: Key | null; below: Key | null; at: number }[] = []
  let borderTimer: ReturnType<typeof setTimeout> | null = null
  let reloading: Promise<void> | null = null
  let typing: ReturnType<typeof setTimeout> | null = null
  let staleTimer: ReturnType<typeof setTimeout> | null = null
  let opened = 0
  /** Filters it was opened with: what the list is of, not what somebody chose. */
  let scope = base

  function startOver(): void {
    controller.abort()
    controller = new AbortController()
    queue = Promise.resolve()
    for (const timer of [typing, staleTimer, borderTimer]) if (timer) clearTimeout(timer)
    typing = staleTimer = borderTimer = reloading = during = null
    pageSize = lastPage = 0
    borders = []
    gone.clear()
    counted.clear()
  }

  const unfiltered = (): boolean => getState().search === '' && same(getState().filters, base)
  const belongs = (row: T): boolean | null => {
    if (unfiltered()) return true
    const { search, filters } = getState()
    return spec.matches?.(row, search, filters) ?? null
  }

  function enqueue(work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void) {
    const { signal } = controller
    queue = queue.then(async () => {
      if (signal.aborted) return
      during = []
      try {
        await work(signal)
      } catch (error) {
        if (!signal.aborted && !isAborted(error)) failed(error)
      } finally {
        if (!signal.aborted) during = null
      }
    })
    return queue
  }

  async function page(number: number, signal: AbortSignal): Promise<PageOf<T>> {
    const { search, filters } = getState()
    const query = { pageNumber: number, ...(search === '' ? {} : { searchParam: search }) }
    const answer = await spec.read(query, filters, signal)
    signal.throwIfAborted()
    pageSize = Math.max(pageSize, answer.rows.length)
    lastPage = Math.max(lastPage, number)
    return answer
  }

  /** Rows with a page laid over them, and over both what came live while it travelled. */
  function laid(rows: readonly T[], answer: PageOf<T>, hasMore: boolean): readonly T[] {
    const { rows: merged, moved } = withPage(rules, rows, answer.rows)
    if (moved) shifts += 1
    return during?.length ? withChanges(rules, merged, during, { hasMore, belongs }).rows : merged
  }
  const total = (rows: readonly T[], answer: PageOf<T>, hasMore: boolean): number =>
    hasMore ? Math.max(answer.count ?? 0, rows.length) : rows.length

  /** Asks for the first page of what is searched now. Rows of another question never stand under this one. */
  function first(): Promise<void> {
    startOver()
    setState({ rows: [], count: 0, hasMore: false, status: 'loading', error: null, more: 'idle' })
    return enqueue(
      async signal => {
        const answer = await page(1, signal)
        const hasMore = answer.hasMore && answer.rows.length > 0
        const rows = laid([], answer, hasMore)
        setState({ rows, count: total(rows, answer, hasMore), hasMore, status: 'ready' })
      },
      error => setState({ status: 'failed', error }),
    )
  }

  /**
   * The page that follows the rows. Rows that came or went live shift the server's pages, so it is counted from the
   * rows and not from the pages asked for: a page read twice brings what slipped over its border.
   */
  const nextPage = (): number =>
    pageSize === 0 ? 1 : Math.min(Math.floor(getState().rows.length / pageSize), lastPage) + 1

  function more(): void {
    const { status, more: next, hasMore } = getState()
    if (status !== 'ready' || next !== 'idle' || !hasMore) return
    setState({ more: 'loading' })
    void enqueue(
      async signal => {
        const shiftsBefore = shifts
        for (let number = nextPage(); ; number += 1) {
          const answer = await page(number, signal)
          const before = getState().rows
          const expected = Math.floor(before.length / Math.max(pageSize, 1)) + 1
          const goesOn = answer.hasMore && number < expected + REPEATED_PAGES
          const rows = laid(before, answer, goesOn)
          setState({ rows, count: total(rows, answer, goesOn), hasMore: goesOn, error: null })
          if (number > 1) borders = [...borders, border(before, answer)]
          if (rows.length > before.length || !goesOn) break
        }
        setState({ more: 'idle' })
        if (shifts !== shiftsBefore) checkBorders()
      },
      error => setState({ more: 'failed', error }),
    )
  }

  const border = (rows: readonly T[], { rows: next }: PageOf<T>): (typeof borders)[number] => {
    const [above, below] = [rows.at(-1), next[0]]
    return { above: above ? key(above) : null, below: below ? key(below) : null, at: Date.now() }
  }

  /**
   * A row went from its place: a page cut shortly before the event came may have lost one at its border. Once it is
   * quiet, everything from the first such border on is read again.
   */
  function checkBorders(): void {
    const now = Date.now()
    borders = borders.filter(({ at }) => now - at <= LATEST_EVENT_MS)
    if (borders.length === 0) return
    if (borderTimer) clearTimeout(borderTimer)
    borderTimer = setTimeout(() => {
      borderTimer = null
      void enqueue(
        async signal => {
          if (borders.length === 0) return
          const ids = getState().rows.map(key)
          const places = borders.map(({ above, below }) => {
            const place = above === null ? -1 : ids.indexOf(above)
            return place >= 0 || below === null ? place : ids.indexOf(below) - 1
          })
          await readFrom(Math.floor(Math.min(...places) / Math.max(pageSize, 1)), signal)
        },
        error => setState({ error }),
      )
    }, DEBOUNCE_MS)
  }

  /** Reads the pages of the shown rows again from one on; what is shown stays until all of them are here. */
  async function readFrom(from: number, signal: AbortSignal): Promise<void> {
    const shiftsBefore = shifts
    const shown = getState().rows
    const start = Math.max(from, 1)
    let rows: readonly T[] = shown.slice(0, (start - 1) * pageSize)
    const read: typeof borders = []
    for (let number = start; ; number += 1) {
      const answer = await page(number, signal)
      if (number > 1) read.push(border(rows, answer))
      rows = withPage(rules, rows, answer.rows).rows
      const { hasMore } = answer
      if (hasMore && rows.length < shown.length && number < start + DEEPEST_RELOAD) continue
      rows = laid(rows, { rows: [], hasMore }, hasMore)
      setState({ rows, count: total(rows, answer, hasMore), hasMore, error: null, more: 'idle' })
      lastPage = number
      borders = read
      if (shifts !== shiftsBefore) checkBorders()
      return
    }
  }

  /** Reads the shown depth again. */
  function reload(): Promise<void> {
    const { status } = getState()
    if (status === 'idle') return Promise.resolve()
    if (status !== 'ready') return first()
    reloading ??= enqueue(
      signal => {
        reloading = null
        return readFrom(1, signal)
      },
      error => setState({ error }),
    )
    return reloading
  }

  function apply(changes: readonly Change<T>[]): void {
    const before = getState()
    if (before.status !== 'ready' && during === null) return
    const toLay: Change<T>[] = []
    let elsewhere = 0
    const fresh = changes.filter(change => 'put' in change && change.fresh)
    const imported = new Set(fresh.length > MANY ? fresh : [])
    for (const change of changes.filter(one => !imported.has(one))) {
      if ('remove' in change) {
        // A record of an unloaded page is gone as well.
        const loaded = before.rows.some(row => key(row) === change.remove)
        if (!loaded && before.hasMore && unfiltered() && !gone.has(change.remove)) elsewhere += 1
        gone.add(change.remove)
        toLay.push(change)
      } else if ('put' in change) {
        const id = key(change.put)
        gone.delete(id)
        toLay.push(change.fresh && counted.has(id) ? { put: change.put } : change)
        if (change.fresh) counted.add(id)
      } else toLay.push(change)
    }
    if (during !== null) {
      // The latest of a record alone: laid over a page once more, an older one would move it to and fro.
      const puts = new Set(toLay.flatMap(change => ('put' in change ? [key(change.put)] : [])))
      during = during.filter(change => !('put' in change && puts.has(key(change.put))))
      const latest = new Map<Key, Change<T>>()
      for (const change of toLay) if ('put' in change) latest.set(key(change.put), { put: change.put })
      during.push(...toLay.filter(change => !('put' in change)), ...latest.values())
    }
    const { rows, grown, shifted, stale } = withChanges(rules, before.rows, toLay, {
      hasMore: before.hasMore,
      belongs,
    })
    const count = Math.max(before.count + grown - elsewhere + (unfiltered() ? imported.size : 0), rows.length)
    if (before.status === 'ready' && (rows !== before.rows || count !== before.count))
      setState({ rows, count })
    const known = new Set(before.rows.map(key))
    const unseen = (change: Change<T>): boolean =>
      'remove' in change || ('put' in change && !change.fresh && !known.has(key(change.put)))
    if (shifted || toLay.some(unseen)) {
      shifts += 1
      checkBorders()
    }
    if (stale || imported.size > 0) {
      if (staleTimer) clearTimeout(staleTimer)
      staleTimer = setTimeout(() => void reload(), DEBOUNCE_MS)
    }
  }

  function ask(search: string): void {
    if (typing) clearTimeout(typing)
    typing = null
    if (search === getState().search && getState().status !== 'failed') return
    setState({ search })
    void first()
  }

  registerFeed({
    name: `list ${name}`,
    applyEvents(events) {
      const state = getState()
      if (state.status === 'idle' || !spec.onEvent) return
      const changes = events.flatMap(event => spec.onEvent?.(event, state) ?? [])
      if (changes.length > 0) apply(changes)
    },
    refetch: () => reload(),
  })

  function reset(): void {
    startOver()
    opened = 0
    setState(EMPTY, true)
  }

  return {
    name,
    key,
    use,
    open(filters) {
      opened += 1
      const wanted = filters ? { ...base, ...filters } : base
      if (opened === 1 || !same(wanted, scope)) {
        scope = wanted
        setState({ ...EMPTY, filters: wanted })
        void first()
      }
      let left = false
      return () => {
        if (left) return
        left = true
        opened = Math.max(0, opened - 1)
        if (opened === 0) reset()
      }
    },
    type(text) {
      setState({ text })
      if (typing) clearTimeout(typing)
      if (text.trim() === '') ask('')
      else typing = setTimeout(() => ask(text.trim()), DEBOUNCE_MS)
    },
    submit: () => ask(getState().text.trim()),
    filter(change) {
      const filters = { ...getState().filters, ...change }
      if (same(filters, getState().filters)) return
      if (typing) clearTimeout(typing)
      typing = null
      setState(({ text }) => ({ filters, search: text.trim() }))
      void first()
    },
    isFiltered: () => !same(getState().filters, scope),
    more,
    retry() {
      const { status, more: next } = getState()
      if (status === 'ready' && next === 'failed') {
        setState({ more: 'idle', error: null })
        more()
      } else void reload()
    },
    reload,
    keep: row => apply([{ put: row, fresh: !getState().rows.some(known => key(known) === key(row)) }]),
    drop: id => apply([{ remove: id }]),
    reset,
  }
}
