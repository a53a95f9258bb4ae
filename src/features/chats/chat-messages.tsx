import { CHAT_TO_END_MS, type Chat, OLDER_CHAT_MESSAGES_PX } from '@contract'
import { ArrowDown } from 'lucide-react'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { openChatThread, readOlder, useChatThreads } from '@/stores/chat-thread'
import { useChatWords } from '@/stores/chat-words'
import { unreadIn } from '@/stores/chats'
import { useNow } from '@/stores/clock'
import { ErrorState, SkeletonRows } from '@/ui'
import { ChatBubble, UnsentBubble } from './chat-bubble'
import { type ChatRow, firstUnread, rowsOf } from './chat-rows'
import styles from './messages.module.css'

/** Closer to the end than this counts as being there. Pixels. */
const AT_END_PX = 40

const Row = memo(function Row({ row, me, now }: { row: ChatRow; me: number; now: number }) {
  const { t, format } = useTexts()
  switch (row.kind) {
    case 'day':
      return (
        <p className={styles.day}>
          <span>{format.day(row.at, now)}</span>
        </p>
      )
    case 'unread':
      return <p className={styles.unread}>{t('chats.unread', { count: row.count })}</p>
    case 'message':
      return (
        <ChatBubble
          message={row.message}
          mine={row.message.senderId === me}
          first={row.first}
          last={row.last}
        />
      )
    case 'unsent':
      return <UnsentBubble unsent={row.unsent} first={row.first} last={row.last} />
  }
})

/** Messages of one chat: own right, others left; older pages above without a jump, news followed at the end. */
export function ChatMessages({ chat, me, name }: { chat: Chat; me: number; name: string }) {
  const { t } = useTexts()
  const now = useNow()
  const thread = useChatThreads(state => state.threads.get(chat.id))
  const allUnsent = useChatWords(state => state.unsent)
  const unsent = useMemo(() => allUnsent.filter(one => one.chatId === chat.id), [allUnsent, chat.id])
  useEffect(() => openChatThread(chat.id), [chat.id])

  // What was unread when the chat was chosen keeps its line while one looks.
  const [unread] = useState(() => unreadIn(chat, me))
  const messages = thread?.messages
  const ready = thread?.status === 'ready'
  /** The last message that was here then; what came since was seen as it came. */
  const [newest, setNewest] = useState<number | null>(null)
  useEffect(() => {
    if (ready) setNewest(before => before ?? messages?.at(-1)?.id ?? 0)
  }, [ready, messages])
  const whole = thread?.older === 'end'
  const line = useMemo(() => {
    if (unread === 0 || newest === null) return null
    return firstUnread(messages?.filter(({ id }) => id <= newest) ?? [], unread, me, whole)
  }, [messages, newest, unread, me, whole])
  const rows = useMemo(
    () => rowsOf(messages ?? [], unsent, { id: line, count: unread }, me),
    [messages, unsent, line, unread, me],
  )

  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const following = useRef(true)
  const place = useRef({ first: '', last: '', height: 0 })
  const seenLast = useRef('')
  const [below, setBelow] = useState(0)

  const toEnd = useCallback(() => {
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
    following.current = true
    setAtEnd(true)
    setBelow(0)
  }, [])

  const keys = rows.filter(row => row.kind === 'message' || row.kind === 'unsent')
  const firstKey = keys[0]?.key ?? ''
  const last = keys.at(-1)
  const lastKey = last?.key ?? ''
  const ownLast = last?.kind === 'unsent'
  // Before anything is painted: what came above pushes nothing, what came below is followed where one is at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that changed may have changed their height
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const { first, last: previous, height } = place.current
    if (first !== '' && firstKey !== first && lastKey === previous) box.scrollTop += box.scrollHeight - height
    else if (lastKey !== previous && (following.current || ownLast)) toEnd()
    // A reason that came below a message is part of it.
    else if (following.current && box.scrollHeight !== height) toEnd()
    place.current = { first: firstKey, last: lastKey, height: box.scrollHeight }
  }, [rows, firstKey, lastKey, ownLast, toEnd])
  useEffect(() => {
    if (!ready || lastKey === seenLast.current) return
    if (seenLast.current !== '' && !following.current && !ownLast) setBelow(count => count + 1)
    seenLast.current = lastKey
  }, [ready, lastKey, ownLast])

  // After a chat was chosen its view goes to the end, once more when everything has its size.
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => following.current && toEnd(), CHAT_TO_END_MS)
    return () => clearTimeout(timer)
  }, [ready, toEnd])

  const older = thread?.older ?? 'end'
  const look = useCallback((): void => {
    const box = scroller.current
    if (!box || !ready) return
    const near = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX
    following.current = near
    setAtEnd(near)
    if (near) setBelow(0)
    if (older === 'idle' && box.scrollTop < OLDER_CHAT_MESSAGES_PX) void readOlder(chat.id)
  }, [ready, older, chat.id])
  // Pages that do not fill the view bring the next one by themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with every row that came
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [look, firstKey])
  // A field that grows, a window that shrinks: whoever is at the end stays there.
  useEffect(() => {
    const box = scroller.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => following.current && toEnd())
    observer.observe(box)
    return () => observer.disconnect()
  }, [toEnd])

  if (thread?.status === 'failed')
    return (
      <div className={styles.centre}>
        <ErrorState
          title={t('chats.messagesFailed')}
          text={errorText(t, thread.error)}
          retryLabel={t('common.retry')}
          onRetry={() => openChatThread(chat.id)}
        />
      </div>
    )
  return (
    <div className={styles.frame}>
      {/* A region that scrolls takes the focus, so that arrow keys and Page Up reach it. */}
      <div
        ref={scroller}
        className={styles.scroll}
        role="feed"
        aria-label={t('chats.conversation', { name })}
        aria-busy={!ready || older === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: read by keyboard
        tabIndex={0}
        data-testid="chat-messages"
        onScroll={look}
      >
        {ready ? (
          <div className={styles.top}>
            {older === 'end' ? <span>{t('chats.beginning')}</span> : null}
            {older === 'loading' ? <span>{t('chats.older')}</span> : null}
            {older === 'failed' ? (
              <button type="button" className={styles.retry} onClick={() => void readOlder(chat.id)}>
                {t('chats.olderFailed')} · {t('common.retry')}
              </button>
            ) : null}
          </div>
        ) : (
          <SkeletonRows count={6} height={56} avatar label={t('common.loading')} />
        )}
        <div className={styles.spacer} />
        {rows.map(row => (
          <Row key={row.key} row={row} me={me} now={now} />
        ))}
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
