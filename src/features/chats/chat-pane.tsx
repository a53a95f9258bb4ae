import type { Chat } from '@contract'
import { useEffect } from 'react'
import { useWindowFocus } from '@/features/thread'
import { useTexts } from '@/i18n'
import { markChatRead } from '@/stores/chat-thread'
import { unreadIn } from '@/stores/chats'
import { useConnection } from '@/stores/connection'
import { useUsers } from '@/stores/users'
import { Avatar, looks } from '@/ui'
import { ChatComposer } from './chat-composer'
import { ChatMessages } from './chat-messages'
import styles from './chats.module.css'

/** One chat: who is in it and who is here, its messages, and where one writes. */
export function ChatPane({ chat, me, name, focus }: { chat: Chat; me: number; name: string; focus: number }) {
  const { t } = useTexts()
  const users = useUsers()
  const looking = useWindowFocus()
  const unread = unreadIn(chat, me)
  const connected = useConnection(state => state.status === 'connected')
  // Selecting a chat marks it read; so does what arrives while one looks at it. Said in vain
  // without a line, it is said again when there is one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again with the line
  useEffect(() => {
    if (looking && unread > 0) void markChatRead(chat.id)
  }, [looking, unread, chat.id, connected])

  const people = chat.users.map(({ userId, user }) => {
    const known = users.find(one => one.id === userId)
    const isMe = userId === me
    return {
      id: userId ?? 0,
      name: isMe ? t('chats.you') : (known?.name ?? user?.name ?? t('chats.former')),
      online: isMe || known?.online === true,
    }
  })
  const here = people.filter(one => one.online).length
  const others = people.filter(one => one.id !== me)
  const single = others.length === 1 ? others[0] : undefined
  return (
    <>
      <header className={styles.head}>
        <Avatar
          name={single?.name ?? name}
          size={32}
          group={single === undefined}
          {...(single ? { online: single.online } : {})}
        />
        <div className={looks.fill}>
          <h2 className={styles.headName}>
            <bdi>{name}</bdi>
          </h2>
          <div className={styles.headLine}>
            <ul className={styles.people} aria-label={t('chats.people', { count: people.length })}>
              {people.map(one => (
                <li key={one.id} className={styles.person}>
                  <span
                    className={one.online ? styles.dotOn : styles.dot}
                    role="img"
                    aria-label={t(one.online ? 'chats.isOnline' : 'chats.isOffline', { name: one.name })}
                  />
                  <bdi aria-hidden="true">{one.name}</bdi>
                </li>
              ))}
            </ul>
            <span className={styles.here}>{t('chats.online', { count: here })}</span>
          </div>
        </div>
      </header>
      <ChatMessages key={chat.id} chat={chat} me={me} name={name} />
      <ChatComposer key={`field ${chat.id}`} chatId={chat.id} name={name} focus={focus} />
    </>
  )
}
