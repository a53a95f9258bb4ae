import { CHAT_TO_END_MS, type ChatMessage, OLDER_CHAT_MESSAGES_PX } from '@contract'
import { ArrowDown } from 'lucide-react'
import {
  type FocusEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { stageRows } from '@/features/thread'
import { useTexts } from '@/i18n'
import { type ChatThread, readOlder } from '@/stores/chat-thread'
import { useNow } from '@/stores/clock'
import { type CacheSnapshot, type VirtualizerHandle, VirtualRows } from '@/ui'
import { ChatBubble, UnsentBubble } from './chat-bubble'
import type { ChatRow } from './chat-rows'
import styles from './messages.module.css'

/** Closer to the end than this counts as being there. Pixels. */
const AT_END_PX = 40
/** Height of the line above the first row; the same as `.top`. Pixels. */
const TOP_PX = 46
/** Height a row is taken for before it was measured. Pixels. */
const ROW_PX = 44
/** Rows drawn beyond what is seen, above and below. Pixels. */
const BEYOND_PX = 400
/** A conversation of fewer rows may not fill the screen and never scroll: all of its rows are drawn then. */
const FEW_ROWS = 20
const EVERY_ROW = 1_000

interface RowProps {
  row: ChatRow
  me: number
  now: number
  place: number
  total: number
}

const Row = memo(function Row({ row, me, now, place, total }: RowProps) {
  const { t, format } = useTexts()
  const grouping = { first: row.first, last: row.last, place, total }
  return (
    <div data-key={row.key}>
      {row.day === null ? null : (
        <p className={styles.day}>
          <span>{format.day(row.day, now)}</span>
        </p>
      )}
      {row.unread === null ? null : (
        <p className={styles.unread}>{t('chats.unread', { count: row.unread })}</p>
      )}
      {row.kind === 'message' ? (
        <ChatBubble message={row.message} mine={row.message.senderId === me} {...grouping} />
      ) : (
        <UnsentBubble unsent={row.unsent} {...grouping} />
      )}
    </div>
  )
})

export interface ChatScrollProps {
  chatId: number
  me: number
  label: string
  rows: readonly ChatRow[]
  /** The messages among the rows, to count what arrives out of sight. */
  messages: readonly ChatMessage[]
  older: ChatThread['older']
}

/** The scrolling part: only what is seen is drawn; older pages push nothing away, new messages are followed at the end. */
export function ChatScroll({ chatId, me, label, rows: wanted, messages, older }: ChatScrollProps) {
  const { t } = useTexts()
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [shown, setShown] = useState(wanted)
  const stage = useMemo(() => stageRows(shown, wanted), [shown, wanted])
  const { rows } = stage
  // What was drawn becomes what is shown; a second step follows when both ends grew.
  useLayoutEffect(() => {
    if (shown !== rows) setShown(rows)
  }, [shown, rows])
  const [firstCount] = useState(() => (wanted.length < FEW_ROWS ? EVERY_ROW : wanted.length))
  // With a height for every row they are drawn at once; without, they are hidden until they are measured.
  const [heights] = useState<CacheSnapshot>(() => [wanted.map(() => ROW_PX), ROW_PX])

  const [atEnd, setAtEnd] = useState(true)
  const following = useRef(true)
  /** Rows take their size over a few frames: until then, or until somebody scrolls, the view belongs to the end. */
  const settled = useRef(false)
  const [below, setBelow] = useState(0)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)

  const toEnd = useCallback(() => {
    if (rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
    following.current = true
    setAtEnd(true)
    setBelow(0)
  }, [rows.length])

  // Before anything is painted: what came below is followed where one is at the end, and an own message always.
  const last = rows.at(-1)
  const lastKey = last?.key
  const ownLast = last?.kind === 'unsent'
  const before = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (before.current === lastKey) return
    before.current = lastKey
    if (following.current || ownLast) toEnd()
  }, [lastKey, ownLast, toEnd])

  // What colleagues write while one reads further up is counted.
  const latest = messages.at(-1)?.id ?? 0
  const counted = useRef(latest)
  useEffect(() => {
    const from = counted.current
    counted.current = latest
    if (following.current || latest <= from) return
    const fresh = messages.filter(({ id, senderId }) => id > from && senderId !== me).length
    if (fresh > 0) setBelow(count => count + fresh)
  }, [latest, messages, me])

  // After a chat was chosen its view goes to the end (specification 3 section 4), when everything has its size.
  useEffect(() => {
    const timer = setTimeout(() => {
      if (settled.current) return
      settled.current = true
      toEnd()
    }, CHAT_TO_END_MS)
    return () => clearTimeout(timer)
  }, [toEnd])
  const byHand = (): void => {
    settled.current = true
  }

  const look = useCallback((): void => {
    const box = scroller.current
    if (!box) return
    const near = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX
    if (near || settled.current) {
      following.current = near
      setAtEnd(near)
      if (near) setBelow(0)
    }
    if (older === 'idle' && box.scrollTop < OLDER_CHAT_MESSAGES_PX) void readOlder(chatId)
  }, [older, chatId])
  // Pages that do not fill the view bring the next one by themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with every row that came
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [look, rows.length])
  // A field that grows, a window that shrinks, a reason below a message: whoever is at the end stays there.
  useEffect(() => {
    const box = scroller.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => following.current && toEnd())
    observer.observe(box)
    if (box.lastElementChild) observer.observe(box.lastElementChild)
    return () => observer.disconnect()
  }, [toEnd])

  // A row that holds the focus is not taken away when it scrolls out of sight.
  const focused = focusedKey === null ? -1 : rows.findIndex(row => row.key === focusedKey)
  const onFocus = (event: FocusEvent<HTMLDivElement>): void =>
    setFocusedKey(event.target.closest<HTMLElement>('[data-key]')?.dataset.key ?? null)
  return (
    <div className={styles.frame}>
      {/* A region that scrolls takes the focus, so that arrow keys and Page Up reach it. */}
      <div
        ref={scroller}
        className={styles.scroll}
        role="feed"
        aria-label={label}
        aria-busy={older === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: read by keyboard
        tabIndex={0}
        data-testid="chat-messages"
        onScroll={look}
        onWheel={byHand}
        onPointerDown={byHand}
        onKeyDown={byHand}
        onFocus={onFocus}
        onBlur={() => setFocusedKey(null)}
      >
        <div className={styles.spacer} />
        <div className={styles.top}>
          {older === 'end' ? <span>{t('chats.beginning')}</span> : null}
          {older === 'loading' ? <span>{t('chats.older')}</span> : null}
          {older === 'failed' ? (
            <button type="button" className={styles.retry} onClick={() => void readOlder(chatId)}>
              {t('chats.olderFailed')} · {t('common.retry')}
            </button>
          ) : null}
        </div>
        <VirtualRows
          ref={list}
          scrollRef={scroller}
          data={rows}
          startMargin={TOP_PX}
          shift={stage.change === 'start'}
          bufferSize={BEYOND_PX}
          cache={heights}
          ssrCount={firstCount}
          keepMounted={focused < 0 ? [] : [focused]}
        >
          {(row: ChatRow, index: number) => (
            <Row
              key={row.key}
              row={row}
              me={me}
              now={now}
              place={index + 1}
              total={older === 'end' ? rows.length : -1}
            />
          )}
        </VirtualRows>
      </div>
      {atEnd ? null : (
        <button type="button" className={below > 0 ? styles.jumpNew : styles.jump} onClick={toEnd}>
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {below > 0 ? t('chats.newBelow', { count: below }) : t('chats.toLatest')}
        </button>
      )}
    </div>
  )
}
