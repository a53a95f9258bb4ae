import type { Chat, ChatMessage } from '@contract'
import { useEffect, useMemo, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { leaveChatThread, openChatThread, useChatThreads } from '@/stores/chat-thread'
import { useChatWords } from '@/stores/chat-words'
import { unreadIn } from '@/stores/chats'
import { SkeletonRows } from '@/ui'
import { firstUnread, rowsOf } from './chat-rows'
import { ChatScroll } from './chat-scroll'
import styles from './messages.module.css'

const NONE: readonly ChatMessage[] = []

/** Messages of one chat: read, waited for, or failed. */
export function ChatMessages({ chat, me, name }: { chat: Chat; me: number; name: string }) {
  const { t } = useTexts()
  const thread = useChatThreads(state => state.threads.get(chat.id))
  const allUnsent = useChatWords(state => state.unsent)
  const unsent = useMemo(() => allUnsent.filter(one => one.chatId === chat.id), [allUnsent, chat.id])
  useEffect(() => {
    openChatThread(chat.id)
    return () => leaveChatThread(chat.id)
  }, [chat.id])

  // What was unread when the chat was chosen keeps its line while one looks.
  const [unread] = useState(() => unreadIn(chat, me))
  const messages = thread?.messages ?? NONE
  const ready = thread?.status === 'ready'
  /** The last message that was here then; what came since was seen as it came. */
  const [newest, setNewest] = useState<number | null>(null)
  useEffect(() => {
    if (ready) setNewest(before => before ?? messages.at(-1)?.id ?? 0)
  }, [ready, messages])
  const whole = thread?.older === 'end'
  const line = useMemo(() => {
    if (unread === 0 || newest === null) return null
    return firstUnread(
      messages.filter(({ id }) => id <= newest),
      unread,
      me,
      whole,
    )
  }, [messages, newest, unread, me, whole])
  const rows = useMemo(
    () => rowsOf(messages, unsent, { id: line, count: unread }, me, whole),
    [messages, unsent, line, unread, me, whole],
  )

  if (thread?.status === 'failed')
    return (
      <div className={styles.centre}>
        <LoadError
          title={t('chats.messagesFailed')}
          error={thread.error}
          onRetry={() => openChatThread(chat.id)}
        />
      </div>
    )
  const label = t('chats.conversation', { name })
  if (!thread || !ready)
    return (
      <div className={styles.frame} role="feed" aria-label={label} aria-busy="true">
        <SkeletonRows count={6} height={56} avatar label={t('common.loading')} />
      </div>
    )
  return (
    <ChatScroll chatId={chat.id} me={me} label={label} rows={rows} messages={messages} older={thread.older} />
  )
}
