import type { TicketNote } from '@contract'
import { ArrowDown } from 'lucide-react'
import {
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { type CacheSnapshot, cx, type VirtualizerHandle, VirtualRows } from '@/ui'
import { distanceToEnd, END_SLACK_PX, FOLLOWING, follow } from './follow'
import { dayOf, jointsOf, type Row } from './rows'
import { firstRows, firstSight, rowsFrom, stageRows } from './stage-rows'
import styles from './thread-list.module.css'
import { ThreadRow } from './thread-row'

/** Height of the line above the first row. Pixels; the same as `.top`. */
const TOP_PX = 46

/** Height a row is taken for before it was measured. Pixels. */
const ROW_PX = 52

/** More rows than any thread has that does not fill the screen. */
const EVERY_ROW = 1_000

/** Longest time a scroll away from the end may take to begin. Milliseconds. */
const LEAVE_MS = 600

/** Frames the first scroll to the end may take. */
const SETTLE_FRAMES = 30

/** Older rows are asked for this far before the top, so that the reader rarely meets it. Pixels. */
const OLDER_AHEAD_PX = 1_500

export interface ThreadListProps {
  rows: readonly Row[]
  notes: readonly TicketNote[]
  label: string
  /** Customer messages that arrived live, counted up by the store. */
  arrived: number
  /** Row above which "new messages" stands. */
  unreadId: string | null
  unreadCount: number
  /** Message to open at when it is not on the last screen. */
  openAt: string | null
  older: 'idle' | 'loading' | 'failed' | 'end'
  onOlder: () => void
  /** Tells whether the reader is at the end. */
  onAtEnd: (atEnd: boolean) => void
  /** Row key to go to and flash, and a number that changes with every wish. */
  target: { key: string; wish: number } | null
  selected: ReadonlySet<string> | null
}

const NO_NOTES: readonly TicketNote[] = []

/** Whispers by the message they hang on. */
function whispersOf(notes: readonly TicketNote[]): ReadonlyMap<string, readonly TicketNote[]> {
  const byMessage = new Map<string, TicketNote[]>()
  for (const note of notes) {
    if (note.messageId === null) continue
    const rows = byMessage.get(note.messageId)
    if (rows) rows.push(note)
    else byMessage.set(note.messageId, [note])
  }
  return byMessage
}

/** The scrolling part: virtual rows, the reader's place, following, the jump button, keys. */
export function ThreadList(props: ThreadListProps) {
  const { notes, unreadId, older, onOlder, onAtEnd, target, selected } = props
  const { t, format } = useTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [startKey, setStartKey] = useState(() =>
    firstSight(props.rows, firstRows(window.innerHeight), props.openAt),
  )
  const wanted = useMemo(() => rowsFrom(props.rows, startKey), [props.rows, startKey])
  const [shown, setShown] = useState<readonly Row[]>(wanted)
  // So many rows from the start are drawn until the first scroll. A thread that does not fill the screen may never
  // scroll, and rows come to it: all of them are drawn.
  const [firstCount] = useState(() => {
    const most = firstRows(window.innerHeight)
    return wanted.length >= most ? most : EVERY_ROW
  })
  // With a height for every row the virtualiser draws them at once; without, it hides them until they are measured.
  const [heights] = useState<CacheSnapshot>(() => [wanted.map(() => ROW_PX), ROW_PX])
  const stage = useMemo(() => stageRows(shown, wanted), [shown, wanted])
  const rows = stage.rows
  const above = props.rows.length - wanted.length
  const [state, dispatch] = useReducer(follow, FOLLOWING)
  const [far, setFar] = useState(false)
  const [topDay, setTopDay] = useState<string | null>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [settled, setSettled] = useState(false)
  const [flash, setFlash] = useState<string | null>(null)
  const wantFocus = useRef(false)
  const atEnd = useRef(true)
  // Until when a position at the end is only the one a scroll upwards has not left yet.
  const leaving = useRef(0)
  atEnd.current = state.atEnd
  const now = useNow()
  const whispers = useMemo(() => whispersOf(notes), [notes])

  // What was drawn becomes what is shown; a second step follows when both ends grew.
  useLayoutEffect(() => {
    if (shown !== rows) setShown(rows)
  }, [shown, rows])

  const toEnd = useCallback(() => {
    const count = list.current ? rows.length : 0
    if (count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' })
  }, [rows.length])

  // First sight: the end, or the first unread message when it is not on the last screen.
  const latest = useRef({ rows, openAt: props.openAt, toEnd })
  latest.current = { rows, openAt: props.openAt, toEnd }
  const hasRows = rows.length > 0
  useLayoutEffect(() => {
    if (!hasRows) return
    latest.current.toEnd()
    let frames = 0
    let frame = 0
    const look = (): void => {
      frames += 1
      const handle = list.current
      // Rows are drawn, measured and scrolled to over a few frames; before that nothing can be compared.
      const early =
        !handle ||
        handle.viewportSize === 0 ||
        distanceToEnd(handle.scrollOffset, handle.viewportSize, handle.scrollSize) > END_SLACK_PX + TOP_PX
      if (frames < 2 || (early && frames < SETTLE_FRAMES)) {
        frame = requestAnimationFrame(look)
        return
      }
      const now = latest.current
      const index = now.rows.findIndex(row => row.kind === 'message' && row.message.id === now.openAt)
      if (handle && index >= 0 && handle.getItemOffset(index) < handle.scrollOffset) {
        atEnd.current = false
        leaving.current = performance.now() + LEAVE_MS
        dispatch({ type: 'left' })
        handle.scrollToIndex(index, { align: 'start', offset: -64 })
      }
      setSettled(true)
      startTransition(() => setStartKey(null))
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [hasRows])

  // New rows at the end: followed when the reader is there, counted otherwise.
  const first = rows[0]
  const last = rows[rows.length - 1]
  const lastKey = last?.key
  const ownLast = last?.kind === 'pending'
  const before = useRef<{ lastKey: string | undefined; arrived: number } | null>(null)
  useLayoutEffect(() => {
    const { lastKey: previous, arrived } = before.current ?? { lastKey, arrived: props.arrived }
    before.current = { lastKey, arrived: props.arrived }
    if (props.arrived > arrived) dispatch({ type: 'arrived', count: props.arrived - arrived })
    if (previous === lastKey || lastKey === undefined) return
    if (ownLast) dispatch({ type: 'sent' })
    if (ownLast || atEnd.current) toEnd()
  }, [lastKey, ownLast, props.arrived, toEnd])

  useEffect(() => {
    if (settled) onAtEnd(state.atEnd)
  }, [settled, state.atEnd, onAtEnd])

  const measure = useCallback(() => {
    const handle = list.current
    if (!handle) return
    const { scrollOffset: offset, viewportSize: viewport, scrollSize: size } = handle
    const below = distanceToEnd(offset, viewport, size)
    if (below > END_SLACK_PX) leaving.current = 0
    if (performance.now() < leaving.current) return
    dispatch({ type: 'scrolled', offset, viewport, size })
    setFar(below > viewport)
    const row = rows[handle.findItemIndex(offset + 8)]
    setTopDay(offset > 4 && row ? row.at : null)
    // Rows that are here already come before rows of the server.
    if (startKey !== null) return
    // A thread that was only opened asks for nothing more: one page, unless it does not fill the screen.
    const reading = below > END_SLACK_PX || size <= viewport
    if (settled && reading && offset < OLDER_AHEAD_PX && older === 'idle') onOlder()
  }, [rows, startKey, older, onOlder, settled])

  // A page shorter than the screen asks for more by itself.
  useEffect(() => {
    const frame = requestAnimationFrame(measure)
    return () => cancelAnimationFrame(frame)
  }, [measure])

  // Pictures that load and a composer that grows change sizes: whoever is at the end stays there.
  useEffect(() => {
    const box = scroller.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (atEnd.current) toEnd()
    })
    observer.observe(box)
    if (box.lastElementChild) observer.observe(box.lastElementChild)
    return () => observer.disconnect()
  }, [toEnd])

  const goTo = useCallback((index: number, align: 'center' | 'nearest' | 'end') => {
    list.current?.scrollToIndex(index, { align })
  }, [])

  // The wish number says that somebody asks again for the same row.
  const wish = target?.wish
  const wished = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!target || wished.current === wish) return
    const index = rows.findIndex(row => row.key === target.key)
    if (index < 0) return
    wished.current = wish
    goTo(index, 'center')
    setActiveKey(target.key)
    setFlash(target.key)
    wantFocus.current = true
    const timer = setTimeout(() => setFlash(null), 1_700)
    return () => clearTimeout(timer)
  }, [target, wish, rows, goTo])

  const activeIndex = useMemo(() => {
    const index = activeKey === null ? -1 : rows.findIndex(row => row.key === activeKey)
    return index < 0 ? rows.length - 1 : index
  }, [rows, activeKey])

  // The row may have to be scrolled in before it can take the focus.
  useEffect(() => {
    if (!wantFocus.current || activeKey === null) return
    let tries = 0
    let frame = 0
    const attempt = (): void => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(activeKey)}"]`)
      if (row) {
        wantFocus.current = false
        row.focus({ preventScroll: true })
      } else if (tries < 20) {
        tries += 1
        frame = requestAnimationFrame(attempt)
      }
    }
    attempt()
    return () => cancelAnimationFrame(frame)
  }, [activeKey])

  const move = (index: number, align: 'nearest' | 'end' = 'nearest'): void => {
    const clamped = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[clamped]
    if (!row) return
    wantFocus.current = true
    setActiveKey(row.key)
    goTo(clamped, align)
  }
  const jump = (): void => {
    dispatch({ type: 'jumped' })
    toEnd()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.rowKey !== undefined
    if (!onRow && event.target !== event.currentTarget) return
    // Alt with an arrow leads to the next ticket, from here too.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = list.current?.viewportSize ?? 600
    switch (event.key) {
      case 'ArrowUp':
        move(activeIndex - 1)
        break
      case 'ArrowDown':
        move(activeIndex + 1)
        break
      case 'PageUp':
      case 'PageDown': {
        const handle = list.current
        if (!handle) return
        const offset = handle.getItemOffset(activeIndex) + (event.key === 'PageUp' ? -page : page) * 0.9
        move(handle.findItemIndex(Math.max(0, offset)))
        break
      }
      case 'Home':
        move(0)
        break
      case 'End':
        move(rows.length - 1, 'end')
        jump()
        break
      default:
        return
    }
    event.preventDefault()
  }

  const activeRow = rows[activeIndex]
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroll}
        role="feed"
        aria-label={props.label}
        aria-busy={older === 'loading'}
        data-testid="thread-scroll"
        onKeyDown={onKeyDown}
        onFocus={event => {
          const key = event.target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey
          if (key) setActiveKey(key)
        }}
      >
        <div className={styles.spacer} />
        {/* Always there, so that reaching the beginning moves nothing. */}
        <p className={styles.top}>
          {older === 'end' && first ? <span>{format.day(first.at, now)}</span> : null}
        </p>
        <VirtualRows
          ref={list}
          scrollRef={scroller}
          data={rows}
          startMargin={TOP_PX}
          shift={stage.shift}
          bufferSize={400}
          cache={heights}
          ssrCount={firstCount}
          keepMounted={activeIndex >= 0 ? [activeIndex] : []}
          onScroll={measure}
        >
          {(row: Row, index: number) => {
            const next = rows[index + 1]
            const joints = jointsOf(rows[index - 1], row, next)
            const id = row.kind === 'message' ? row.message.id : null
            return (
              <ThreadRow
                key={row.key}
                row={row}
                {...joints}
                place={above + index + 1}
                total={older === 'end' ? props.rows.length : -1}
                active={row === activeRow}
                flash={flash === row.key}
                selecting={selected !== null}
                selected={id !== null && selected?.has(id) === true}
                nextAt={next?.at ?? null}
                unreadBelow={
                  next?.kind === 'message' && next.message.id === unreadId ? props.unreadCount : null
                }
                whispers={(id !== null ? whispers.get(id) : undefined) ?? NO_NOTES}
              />
            )
          }}
        </VirtualRows>
      </div>
      <div className={cx(styles.sticky, topDay !== null && far && styles.stickyShown)} aria-hidden="true">
        {topDay === null || dayOf(topDay) === '' ? null : <span>{format.day(topDay, now)}</span>}
      </div>
      <div className={styles.olderState}>
        {older === 'failed' ? (
          <button type="button" className={styles.olderRetry} onClick={onOlder}>
            {t('thread.olderFailed')} · {t('common.retry')}
          </button>
        ) : null}
      </div>
      {far || state.unseen > 0 ? (
        <button type="button" className={cx(styles.jump, state.unseen > 0 && styles.jumpNew)} onClick={jump}>
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {state.unseen > 0 ? t('thread.newBelow', { count: state.unseen }) : t('thread.toLatest')}
        </button>
      ) : null}
    </div>
  )
}
