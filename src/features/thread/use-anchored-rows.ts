import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CacheSnapshot, VirtualizerHandle } from '@/ui'
import {
  type Anchor,
  type Event,
  OPENING,
  type Phase,
  type Place,
  placeOf,
  sought,
  step,
  unseenOf,
  type View,
} from './anchor'
import { firstSight, rowsFrom, stageRows } from './stage-rows'

/** More rows than any conversation has that does not fill the screen. */
const EVERY_ROW = 1_000

export interface AnchoredRowsOptions<R extends { key: string }> {
  /** Everything there is to show, oldest first. */
  rows: readonly R[]
  /** So many of them are drawn at first; the others follow once these are seen. */
  first: number
  /** Height a row is taken for before it was measured. Pixels. */
  rowPx: number
  /** Height of what is above the first row. Pixels. */
  topPx: number
  /** The last row is the reader's own and has not left yet. */
  own: boolean
  /** Messages of others that arrived so far. */
  arrived: number
  /** Row to begin at where it is further up than the last screen. */
  openAt: string | null
  /** Called whenever the list was looked at. */
  onLook: (look: Look<R>) => void
}

export interface Look<R> {
  view: View
  phase: Phase['name']
  /** Row at the upper edge. */
  top: R | undefined
}

/** What is drawn of the anchor. */
interface Shown {
  phase: Phase['name']
  /** Messages that arrived out of sight. */
  unseen: number
}

const shownOf = (anchor: Anchor): Shown => ({ phase: anchor.phase.name, unseen: unseenOf(anchor) })

export interface AnchoredRows<R> extends Shown {
  /** What is drawn now. */
  rows: readonly R[]
  /** Rows above those that are not drawn yet. */
  above: number
  scroller: RefObject<HTMLDivElement | null>
  /** For `VirtualRows`. */
  list: {
    ref: RefObject<VirtualizerHandle | null>
    scrollRef: RefObject<HTMLDivElement | null>
    data: readonly R[]
    startMargin: number
    shift: boolean
    cache: CacheSnapshot
    ssrCount: number
    onScroll: () => void
    onResize: () => void
    onScrollEnd: () => void
  }
  send: (event: Exclude<Event, { type: 'rows' | 'looked' | 'resized' | 'rewrapped' | 'rested' }>) => void
  /** Where the reader is now. */
  place: () => Place
  /** Looks at the list in the next frame. */
  lookSoon: () => void
  /** Index of the row a screen further up (-1) or down (1) than another. */
  screenFrom: (index: number, direction: -1 | 1) => number
}

/**
 * Rows of a conversation in a virtual list that holds on to its anchor (anchor.ts). The one place that speaks to the
 * virtual list and waits for frames.
 */
export function useAnchoredRows<R extends { key: string }>(options: AnchoredRowsOptions<R>): AnchoredRows<R> {
  const { own, arrived, openAt, topPx } = options
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const anchor = useRef(OPENING)
  const [state, setState] = useState(() => shownOf(OPENING))

  const [startKey, setStartKey] = useState(() => firstSight(options.rows, options.first, openAt))
  const wanted = useMemo(() => rowsFrom(options.rows, startKey), [options.rows, startKey])
  const [shown, setShown] = useState(wanted)
  const stage = useMemo(() => stageRows(shown, wanted), [shown, wanted])
  const { rows } = stage
  // So many rows from the start are drawn until the first scroll. A conversation that does not fill the screen may never
  // scroll, and rows come to it: all of them are drawn. With a height for every row the list draws them at once; without,
  // it hides them until they are measured.
  const [atFirst] = useState(() => ({
    ssrCount: wanted.length >= options.first ? options.first : EVERY_ROW,
    cache: [wanted.map(() => options.rowPx), options.rowPx] as CacheSnapshot,
  }))

  const send = useCallback((event: Event): void => {
    const before = shownOf(anchor.current)
    const { state: next, scroll } = step(anchor.current, event)
    anchor.current = next
    const index = scroll ? next.rows.findLastIndex(row => row.key === scroll.scrollTo) : -1
    if (scroll && index >= 0) list.current?.scrollToIndex(index, scroll)
    const now = shownOf(next)
    if (now.phase !== before.phase || now.unseen !== before.unseen) setState(now)
    if (before.phase === 'opening' && now.phase !== 'opening') startTransition(() => setStartKey(null))
  }, [])

  const onLook = useRef(options.onLook)
  useLayoutEffect(() => {
    onLook.current = options.onLook
  })
  const frame = useRef(0)
  const width = useRef(0)
  const look = useCallback((): void => {
    const handle = list.current
    const wide = scroller.current?.clientWidth ?? 0
    // Without a width there is nothing to see: a window that is made narrow leaves the thread none for a moment.
    if (!handle || (wide === 0 && width.current > 0)) return
    const isOther = wide !== width.current && width.current > 0
    width.current = wide
    if (isOther) {
      send({ type: 'rewrapped' })
      cancelAnimationFrame(frame.current)
      frame.current = requestAnimationFrame(look)
      return
    }
    const { scrollOffset: offset, viewportSize: viewport, scrollSize: size } = handle
    const drawn = anchor.current.rows as readonly R[]
    const topOf = (index: number): number => topPx + handle.getItemOffset(index) - offset
    const first = handle.findItemIndex(offset)
    const top = drawn[first]
    const key = sought(anchor.current)
    const at = key === null ? -1 : drawn.findIndex(row => row.key === key)
    const view: View = {
      offset,
      viewport,
      size,
      top: top ? { key: top.key, offset: topOf(first) } : null,
      row: at < 0 ? null : { top: topOf(at), bottom: topOf(at) + handle.getItemSize(at) },
    }
    send({ type: 'looked', view })
    onLook.current({ view, phase: anchor.current.phase.name, top })
  }, [topPx, send])

  const lookSoon = useCallback((): void => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(look)
  }, [look])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  const onResize = useCallback((): void => {
    send({ type: 'resized' })
    lookSoon()
  }, [send, lookSoon])

  const onScrollEnd = useCallback((): void => send({ type: 'rested' }), [send])

  // Before anything is painted. What was drawn becomes what is shown; a second step follows when both ends changed.
  useLayoutEffect(() => {
    setShown(rows)
    send({ type: 'rows', rows, change: stage.change, own, arrived, openAt })
    lookSoon()
  }, [rows, stage.change, own, arrived, openAt, send, lookSoon])

  const place = useCallback(() => placeOf(anchor.current), [])

  const screenFrom = useCallback((index: number, direction: -1 | 1): number => {
    const handle = list.current
    if (!handle) return index
    return handle.findItemIndex(
      Math.max(0, handle.getItemOffset(index) + direction * handle.viewportSize * 0.9),
    )
  }, [])

  return {
    ...state,
    rows,
    above: options.rows.length - wanted.length,
    scroller,
    list: {
      ref: list,
      scrollRef: scroller,
      data: rows,
      startMargin: topPx,
      shift: stage.change === 'start',
      ...atFirst,
      onScroll: look,
      onResize,
      onScrollEnd,
    },
    send,
    place,
    lookSoon,
    screenFrom,
  }
}
