import type { TicketNote } from '@contract'
import { ArrowDown } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { useKeyActions } from '@/stores/key-actions'
import { mayReadOlder } from '@/stores/reading-ahead'
import { cx, VirtualRows } from '@/ui'
import { distanceToEnd, isAtEnd, type Place } from './anchor'
import { DayButton } from './day-button'
import { FindBar } from './find/find-bar'
import { useFind } from './find/use-find'
import { FloatingDay, type FloatingDayProps } from './floating-day'
import { draws, groupingOf, keyOf, messagesOf, type Row, whispersOf } from './rows'
import { firstRows } from './stage-rows'
import { useThreadActions } from './thread-context'
import styles from './thread-list.module.css'
import { ThreadRow } from './thread-row'
import { useAnchoredRows } from './use-anchored-rows'
import type { Target } from './use-requested-message'
import { useRowFocus, useTargetRow } from './use-row-focus'

interface ThreadOverlayProps extends FloatingDayProps {
  /** Customer messages that arrived out of sight. */
  unseen: number
  /** Older messages could not be loaded. */
  failed: boolean
  onOlder: () => void
  onEnd: () => void
}

/** What stands over the rows: their day and the unread ones above, a failure of older ones, and the way back to the end. */
function ThreadOverlay({ unseen, failed, onOlder, onEnd, ...floating }: ThreadOverlayProps) {
  const { t } = useTexts()
  const { far } = floating
  return (
    <>
      <FloatingDay {...floating} />
      <div className={styles.olderState}>
        {failed ? (
          <button type="button" className={styles.olderRetry} onClick={onOlder}>
            {t('thread.olderFailed')} · {t('common.retry')}
          </button>
        ) : null}
      </div>
      {far || unseen > 0 ? (
        <button type="button" className={cx(styles.jump, unseen > 0 && styles.jumpNew)} onClick={onEnd}>
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {unseen > 0 ? t('thread.newBelow', { count: unseen }) : t('thread.toLatest')}
        </button>
      ) : null}
    </>
  )
}

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
  /** Nothing of before is asked of the server. */
  fixed: boolean
}

const NO_NOTES: readonly TicketNote[] = []

/** Whispers drawn below a row: the same list as long as nothing changes. */
function whispersBelow(
  row: Row,
  whispers: ReadonlyMap<string, readonly TicketNote[]>,
): readonly TicketNote[] {
  if (row.kind === 'message') return whispers.get(row.message.id) ?? NO_NOTES
  const all = messagesOf(row).flatMap(({ id }) => whispers.get(id) ?? [])
  return all.length > 0 ? all : NO_NOTES
}

/** The row that shows what is asked for: one picture of an album is shown by the album's. */
function aimAt(target: Target | null, rows: readonly Row[]): Target | null {
  const row = target && rows.find(one => messagesOf(one).some(found => keyOf(found) === target.key))
  return row ? { ...target, key: row.key } : target
}

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
  const [isPastUnread, setPastUnread] = useState(false)
  const [first] = useState(() => firstRows(window.innerHeight))
  const openKey = useMemo(() => props.rows.find(row => draws(row, openAt))?.key ?? null, [props.rows, openAt])
  const unread = useMemo(() => props.rows.find(row => draws(row, unreadId)), [props.rows, unreadId])
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
      setPastUnread(unread !== undefined && top !== undefined && Date.parse(top.at) > Date.parse(unread.at))
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
  const aim = useMemo(() => aimAt(target, props.rows), [target, props.rows])
  const flash = useTargetRow(aim, anchored, focus.focusRow)
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
        <div className={styles.top}>
          {older === 'end' && beginning ? (
            <article aria-label={format.day(beginning.at, today)}>
              <DayButton
                ticketId={ticketId}
                day={beginning.at}
                label={format.day(beginning.at, today)}
                fixed={props.fixed}
              />
            </article>
          ) : null}
        </div>
        <VirtualRows
          {...anchored.list}
          bufferSize={400}
          keepMounted={focus.activeIndex >= 0 ? [focus.activeIndex] : []}
        >
          {(row: Row, index: number) => {
            const next = rows[index + 1]
            const grouping = groupingOf(rows[index - 1], row, next)
            return (
              <ThreadRow
                key={row.key}
                row={row}
                {...grouping}
                place={anchored.above + index + 1}
                total={older === 'end' ? props.rows.length : -1}
                active={row === activeRow}
                flash={flash === row.key}
                marked={row.kind === 'album' && flash === row.key ? (target?.key ?? null) : null}
                selecting={selected !== null}
                selected={row.kind === 'message' && selected?.has(row.message.id) === true}
                chosen={row.kind === 'album' ? selected : null}
                nextAt={next?.at ?? null}
                fixed={props.fixed}
                unreadBelow={next && draws(next, unreadId) ? props.unreadCount : null}
                whispers={whispersBelow(row, whispers)}
              />
            )
          }}
        </VirtualRows>
      </div>
      {find.asked > 0 ? (
        <FindBar ticketId={ticketId} asked={find.asked} onSearched={find.onSearched} onClose={find.close} />
      ) : null}
      <ThreadOverlay
        ticketId={ticketId}
        topDay={topDay}
        fixed={props.fixed}
        unreadAbove={isPastUnread ? props.unreadCount : 0}
        onUnread={() => {
          if (unread) send({ type: 'target', key: unread.key })
        }}
        far={far}
        unseen={unseen}
        failed={older === 'failed'}
        onOlder={onOlder}
        onEnd={() => send({ type: 'toEnd' })}
      />
    </div>
  )
})
