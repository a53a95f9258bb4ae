import { CHAT_TO_END_MS, type ChatMessage, OLDER_CHAT_MESSAGES_PX } from '@contract'
import { ArrowDown } from 'lucide-react'
import { type FocusEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useAnchoredRows } from '@/features/thread'
import { useTexts } from '@/i18n'
import { type ChatThread, readOlder } from '@/stores/chat-thread'
import { useToday } from '@/stores/clock'
import { VirtualRows } from '@/ui'
import { ChatBubble, UnsentBubble } from './chat-bubble'
import type { ChatRow } from './chat-rows'
import styles from './messages.module.css'

/** Height of the line above the first row; the same as `.top`. Pixels. */
const TOP_PX = 46
/** Height a row is taken for before it was measured. Pixels. */
const ROW_PX = 44
/** Rows drawn beyond what is seen, above and below. Pixels. */
const BEYOND_PX = 400
/** A conversation of fewer rows may not fill the screen and never scroll: all that come are drawn then. */
const FEW_ROWS = 20

interface RowProps {
  row: ChatRow
  me: number
  /** For the names of days. */
  today: number
  place: number
  total: number
}

const Row = memo(function Row({ row, me, today, place, total }: RowProps) {
  const { t, format } = useTexts()
  const grouping = { first: row.first, last: row.last, place, total }
  return (
    <div data-key={row.key}>
      {row.day === null ? null : (
        <p className={styles.day}>
          <span>{format.day(row.day, today)}</span>
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
export function ChatScroll({ chatId, me, label, rows: all, messages, older }: ChatScrollProps) {
  const { t } = useTexts()
  const today = useToday()
  const [first] = useState(() => Math.max(FEW_ROWS, all.length))
  // What colleagues write while one reads further up is counted.
  const [latest] = useState(() => messages.at(-1)?.id ?? 0)
  const arrived = useMemo(
    () => messages.filter(({ id, senderId }) => id > latest && senderId !== me).length,
    [messages, latest, me],
  )
  const { rows, scroller, list, phase, unseen, send, lookSoon } = useAnchoredRows({
    rows: all,
    first,
    rowPx: ROW_PX,
    topPx: TOP_PX,
    own: all.at(-1)?.kind === 'unsent',
    arrived,
    openAt: null,
    onLook: ({ view, phase }) => {
      if (phase !== 'opening' && older === 'idle' && view.offset < OLDER_CHAT_MESSAGES_PX)
        void readOlder(chatId)
    },
  })
  // Pages that do not fill the view bring the next one by themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when older ones may be asked for
  useEffect(lookSoon, [lookSoon, older])

  // After a chat was chosen its view goes to the end, unless somebody scrolls before.
  const held = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!held.current) send({ type: 'toEnd' })
    }, CHAT_TO_END_MS)
    return () => clearTimeout(timer)
  }, [send])
  const hold = (): void => {
    held.current = true
    send({ type: 'held' })
  }

  const [focusedKey, setFocusedKey] = useState<string | null>(null)
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
        onWheel={hold}
        onPointerDown={hold}
        onKeyDown={hold}
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
        <VirtualRows {...list} bufferSize={BEYOND_PX} keepMounted={focused < 0 ? [] : [focused]}>
          {(row: ChatRow, index: number) => (
            <Row
              key={row.key}
              row={row}
              me={me}
              today={today}
              place={index + 1}
              total={older === 'end' ? rows.length : -1}
            />
          )}
        </VirtualRows>
      </div>
      {phase === 'opening' || phase === 'following' ? null : (
        <button
          type="button"
          className={unseen > 0 ? styles.jumpNew : styles.jump}
          onClick={() => send({ type: 'toEnd' })}
        >
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {unseen > 0 ? t('chats.newBelow', { count: unseen }) : t('chats.toLatest')}
        </button>
      )}
    </div>
  )
}
