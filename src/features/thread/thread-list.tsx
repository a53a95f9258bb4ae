import type { TicketNote } from '@contract'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { useKeyActions } from '@/stores/key-actions'
import { mayReadOlder } from '@/stores/reading-ahead'
import { VirtualRows } from '@/ui'
import { distanceToEnd, isAtEnd, type Place } from './anchor'
import { FindBar } from './find/find-bar'
import { useFind } from './find/use-find'
import { groupingOf, type Row, whispersOf } from './rows'
import { firstRows } from './stage-rows'
import { useThreadActions } from './thread-context'
import styles from './thread-list.module.css'
import { ThreadOverlay } from './thread-overlay'
import { ThreadRow } from './thread-row'
import { useAnchoredRows } from './use-anchored-rows'
import type { Target } from './use-requested-message'
import { useRowFocus, useTargetRow } from './use-row-focus'

/** Height of the line above the first row. Pixels; the same as `.top`. */
const TOP_PX = 46

/** Height a row is taken for before it was measured. Pixels. */
const ROW_PX = 52

/** Older rows are asked for this far before the top, so that the reader rarely meets it. Pixels. */
const OLDER_AHEAD_PX = 1_500

/** How often older rows that nobody scrolled to look whether they may be asked for. Milliseconds. */
const LOOK_AGAIN_MS = 1_500

export interface ThreadListProps {
  rows: readonly Row[]
  notes: readonly TicketNote[]
  label: string
  /** Customer messages that arrived live, counted up by the store. */
  arrived: number
  /** Message above which "new messages" stands. */
  unreadId: string | null
  unreadCount: number
  /** Message to open at when it is not on the last screen. */
  openAt: string | null
  older: 'idle' | 'loading' | 'failed' | 'end'
  onOlder: () => void
  /** Tells whether the reader is at the end. */
  onAtEnd: (atEnd: boolean) => void
  /** Row to go to and mark. */
  target: Target | null
  selected: ReadonlySet<string> | null
  /** The keys of the conversation are answered here: it is the one on screen. */
  answersKeys: boolean
}

const NO_NOTES: readonly TicketNote[] = []

/**
 * The scrolling part of a conversation, and what lies over it. Changes of the ticket that it does not show, and of the pane
 * around it, draw nothing here.
 */
export const ThreadList = memo(function ThreadList(props: ThreadListProps) {
  const { notes, unreadId, older, onOlder, onAtEnd, openAt, target, selected } = props
  const { format } = useTexts()
  const { ticketId } = useThreadActions()
  const today = useToday()
  const whispers = useMemo(() => whispersOf(notes), [notes])
  const [far, setFar] = useState(false)
  const [topDay, setTopDay] = useState<string | null>(null)
  const [first] = useState(() => firstRows(window.innerHeight))
  const openKey = useMemo(
    () => props.rows.find(row => row.kind === 'message' && row.message.id === openAt)?.key ?? null,
    [props.rows, openAt],
  )
  /** Somebody has moved it. */
  const touched = useRef(false)
  const [openedAt] = useState(() => performance.now())
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(again.current), [])
  const anchored = useAnchoredRows({
    rows: props.rows,
    first,
    rowPx: ROW_PX,
    topPx: TOP_PX,
    own: props.rows.at(-1)?.kind === 'pending',
    arrived: props.arrived,
    openAt: openKey,
    onLook: ({ view, phase, top }) => {
      clearTimeout(again.current)
      setFar(distanceToEnd(view) > view.viewport)
      setTopDay(view.offset > 4 && top ? top.at : null)
      focus.retry()
      find.mark()
      // Rows that are here already come before rows of the server; and a thread that was only opened asks for nothing
      // more: one page, unless it does not fill the screen.
      const reading = !isAtEnd(view) || view.size <= view.viewport
      const asks = phase !== 'opening' && anchored.above === 0 && reading && view.offset < OLDER_AHEAD_PX
      if (!asks || older !== 'idle') return
      // Only opened, at what is unread or with less than a screen: more of it may have to wait.
      if (touched.current || mayReadOlder(openedAt)) onOlder()
      else again.current = setTimeout(lookSoon, LOOK_AGAIN_MS)
    },
  })
  const { rows, phase, unseen, send, lookSoon } = anchored
  const focus = useRowFocus(anchored)
  const flash = useTargetRow(target, anchored, focus.focusRow)
  const goTo = useCallback((place: Place) => send({ type: 'place', place }), [send])
  const find = useFind({ scroller: anchored.scroller, place: anchored.place, goTo })
  useKeyActions('thread', {
    findInThread: props.answersKeys ? find.open : null,
    latest: props.answersKeys ? () => send({ type: 'toEnd' }) : null,
  })

  const atEnd = phase === 'following'
  useEffect(() => onAtEnd(atEnd), [atEnd, onAtEnd])
  // A page shorter than the screen asks for more by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when older ones may be asked for
  useEffect(lookSoon, [lookSoon, older])

  const touch = (): void => {
    if (touched.current) return
    touched.current = true
    // At the very top nothing scrolls any more.
    lookSoon()
  }
  const hold = (): void => {
    touch()
    send({ type: 'held' })
  }
  const beginning = rows[0]
  const activeRow = rows[focus.activeIndex]
  return (
    <div className={styles.frame}>
      <div
        ref={anchored.scroller}
        className={styles.scroll}
        role="feed"
        aria-label={props.label}
        aria-busy={older === 'loading'}
        data-testid="thread-scroll"
        onWheel={hold}
        onPointerDown={hold}
        onKeyDownCapture={touch}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        <div className={styles.spacer} />
        {/* Always there, so that reaching the beginning moves nothing. */}
        <p className={styles.top}>
          {older === 'end' && beginning ? <span>{format.day(beginning.at, today)}</span> : null}
        </p>
        <VirtualRows
          {...anchored.list}
          bufferSize={400}
          keepMounted={focus.activeIndex >= 0 ? [focus.activeIndex] : []}
        >
          {(row: Row, index: number) => {
            const next = rows[index + 1]
            const grouping = groupingOf(rows[index - 1], row, next)
            const id = row.kind === 'message' ? row.message.id : null
            return (
              <ThreadRow
                key={row.key}
                row={row}
                {...grouping}
                place={anchored.above + index + 1}
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
      {find.asked > 0 ? (
        <FindBar ticketId={ticketId} asked={find.asked} onSearched={find.onSearched} onClose={find.close} />
      ) : null}
      <ThreadOverlay
        topDay={topDay}
        far={far}
        unseen={unseen}
        failed={older === 'failed'}
        onOlder={onOlder}
        onEnd={() => send({ type: 'toEnd' })}
      />
    </div>
  )
})
