/**
 * One list of the server as a screen shows it: searched, filtered, read page by page and kept true by live events.
 * Every list with rows of its own is one call of
 * `createPagedList`. How pages are read is in pages.ts, how they are laid over each other in rows.ts, what live changes
 * mean in live.ts.
 */
import { DEBOUNCE_MS } from '@contract'
import { registerFeed } from '../feed'
import { createSessionStore } from '../session-end'
import { createTypedText } from '../typed-text'
import { type Borders, createBorders } from './borders'
import { createFollowed } from './followed'
import { createLive, type Live } from './live'
import { createPages, NOTHING_READ, type Pages } from './pages'
import { type Change, type Key, type RowRules, withPage } from './rows'
import type { Filters, PagedList, PagedListSpec, PagedState, PageOf } from './types'

/** Events that never pause (a running campaign) put the next reading off for so long at most. Milliseconds. */
const STALE_MOST_MS = 2_000

const idOf = (row: unknown): Key => (row as { id: Key }).id
const same = (a: Filters, b: Filters): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(name => a[name] === b[name])

/** Runs once nothing began it for a while, or `most` milliseconds after the first time. */
function createPause(run: () => void, most = Number.POSITIVE_INFINITY) {
  let timer: ReturnType<typeof setTimeout> | null = null
  let since: number | null = null
  const stop = (): void => {
    if (timer) clearTimeout(timer)
    timer = since = null
  }
  return {
    begin() {
      if (timer) clearTimeout(timer)
      const now = performance.now()
      since ??= now
      const wait = Math.min(DEBOUNCE_MS, Math.max(0, since + most - now))
      timer = setTimeout(() => {
        stop()
        run()
      }, wait)
    },
    stop,
  }
}

interface Reading<T, F extends Filters> {
  spec: PagedListSpec<T, F>
  rules: RowRules<T>
  use: PagedList<T, F>['use']
  live: Live<T>
  borders: Borders
  belongs: (row: T) => boolean | null
  /** A row went from its place while pages travelled. */
  onShift: () => void
}

/** How the pages of a list are asked for, laid over its rows and shown. */
function createListPages<T, F extends Filters>({
  spec,
  rules,
  use,
  live,
  borders,
  belongs,
  onShift,
}: Reading<T, F>): Pages {
  const { key } = rules
  const { getState, setState } = use
  return createPages<T, PageOf<T>>({
    believed: true,
    status: getState,
    set: change => setState(change),
    rows: () => getState().rows,
    ask({ page }, signal) {
      const { search, filters } = getState()
      const query = { pageNumber: page, ...(search === '' ? {} : { searchParam: search }) }
      return spec.read(query, filters, signal)
    },
    lay(before, answer, step) {
      borders.cut(before.map(key), answer.rows.map(key), step)
      const { rows, moved } = withPage(rules, before, answer.rows)
      if (moved && !step.anew) borders.shift()
      return { rows, fresh: rows.length - before.length }
    },
    show(read, answer, status, step) {
      const { hasMore } = status
      const rows = live.over(read, { hasMore, belongs })
      const count = hasMore ? Math.max(answer.count ?? 0, rows.length) : rows.length
      setState({ rows, count, ...status })
      borders.shown(step)
    },
    begins() {
      borders.begin()
      live.begin()
    },
    ended(done) {
      live.end()
      if (done && borders.shifted()) onShift()
    },
  })
}

const nothingOf = <T, F extends Filters>(filters: F): PagedState<T, F> => ({
  ...NOTHING_READ,
  rows: [],
  count: 0,
  text: '',
  search: '',
  filters,
  followed: new Map(),
})

/** Makes a list; see `PagedListSpec` for what it is given and `PagedList` for what it answers. */
export function createPagedList<T, F extends Filters = Filters>(given: PagedListSpec<T, F>): PagedList<T, F> {
  const { directory } = given
  const spec: PagedListSpec<T, F> = { ...directory?.spec, ...given }
  const { name, key = idOf } = spec
  const rules: RowRules<T> = { key, order: spec.order, merge: spec.merge }
  const base = (spec.filters ?? {}) as F
  const EMPTY = nothingOf<T, F>(base)
  const use = createSessionStore<PagedState<T, F>>(
    `list ${name}`,
    () => EMPTY,
    () => startOver(),
  )
  const { getState, setState } = use

  const live = createLive(rules)
  const { follow, after } = createFollowed(rules, id => {
    const followed = new Map(getState().followed)
    if (followed.delete(id)) setState({ followed })
  })
  const borders = createBorders()
  const unquiet = createPause(
    () => void pages.again(() => borders.firstPage(getState().rows.map(key), pages.size())),
  )
  const stale = createPause(() => void reload(), STALE_MOST_MS)
  let reloading: Promise<void> | null = null
  let opened = 0
  /** Filters it was opened with: what the list is of, not what somebody chose. */
  let scope = base

  const unfiltered = (): boolean => getState().search === '' && same(getState().filters, base)
  const belongs = (row: T): boolean | null => {
    if (unfiltered()) return true
    const { search, filters } = getState()
    return spec.matches?.(row, search, filters) ?? null
  }

  const pages = createListPages({ spec, rules, use, live, borders, belongs, onShift: checkBorders })

  function startOver(): void {
    pages.stop()
    search.stop()
    stale.stop()
    unquiet.stop()
    reloading = null
    borders.clear()
    live.clear()
  }

  /** Asks for the first page of what is searched now. Rows of another question never stand under this one. */
  function first(): Promise<void> {
    startOver()
    setState({ rows: [], count: 0, hasMore: false })
    return pages.first()
  }

  /**
   * A row went from its place: a page cut shortly before the event came may have lost one at its border. Once it is
   * quiet, everything from the first such border on is read again.
   */
  function checkBorders(): void {
    if (!borders.any()) return
    unquiet.begin()
  }

  /** Reads the shown depth again. */
  function reload(): Promise<void> {
    const { status } = getState()
    if (status === 'idle') return Promise.resolve()
    if (status !== 'ready') return first()
    reloading ??= pages.again(() => {
      reloading = null
      return 1
    })
    return reloading
  }

  function apply(changes: readonly Change<T>[]): void {
    const before = getState()
    if (before.status !== 'ready' && !live.travelling()) return
    const {
      rows,
      count,
      shifted,
      stale: outdated,
    } = live.apply(changes, { ...before, belongs, whole: unfiltered() })
    const followed = after(changes, before.rows, before.followed)
    const changed = before.status === 'ready' && (rows !== before.rows || count !== before.count)
    if (changed || followed !== before.followed) setState({ ...(changed ? { rows, count } : {}), followed })
    if (shifted) {
      borders.shift()
      checkBorders()
    }
    if (outdated) stale.begin()
  }

  const search = createTypedText<string>(text => {
    if (text === getState().search && getState().status !== 'failed') return
    setState({ search: text })
    void first()
  })

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

  function choose(filters: F): void {
    if (same(filters, getState().filters)) return
    search.stop()
    setState(({ text }) => ({ filters, search: text.trim() }))
    void first()
  }

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
      const wanted = text.trim()
      if (wanted === '') search.now('')
      else search.typed(wanted)
    },
    submit: () => search.now(getState().text.trim()),
    filter: change => choose({ ...getState().filters, ...change }),
    unfilter: () => choose(scope),
    isFiltered: () => !same(getState().filters, scope),
    more: () => void pages.more(),
    retry() {
      if (getState().more === 'failed') pages.retry()
      else void reload()
    },
    reload,
    keep(row) {
      apply([{ put: row, fresh: !getState().rows.some(known => key(known) === key(row)) }])
      directory?.keep(row)
    },
    drop(id) {
      apply([{ remove: id }])
      directory?.drop(id)
    },
    isGone: live.isGone,
    follow,
    reset,
  }
}
