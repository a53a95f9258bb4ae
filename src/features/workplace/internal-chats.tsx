import type { Chat } from '@contract'
import { MessageCircle, MessageCircleOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { followChatThreads } from '@/stores/chat-thread'
import { chatName, unreadIn } from '@/stores/chats'
import { useSession, useUser } from '@/stores/session'
import { fromFirstList } from '@/stores/tickets'
import { usersDirectory, useUsers } from '@/stores/users'
import { useWorkplace } from '@/stores/workplace'
import {
  Avatar,
  countText,
  EmptyState,
  SkeletonRows,
  UnreadBadge,
  useSteadyNavigate,
  VisuallyHidden,
} from '@/ui'
import { BarPopover } from './bar-popover'
import { followChats, loadChats, useChats } from './chats-store'
import { oneLine } from './one-line'
import styles from './popover.module.css'

function Row({ chat, userId, onOpen }: { chat: Chat; userId: number; onOpen: () => void }) {
  const { t, format } = useTexts()
  const name = chatName(chat, userId) || t('workplace.chats.untitled')
  const unread = unreadIn(chat, userId)
  const users = useUsers()
  const others = chat.users.filter(member => member.userId !== userId)
  const single = others.length === 1 ? others[0] : undefined
  const online = users.find(user => user.id === single?.userId)?.online === true
  return (
    <li>
      <button type="button" className={styles.item} data-popover-item={chat.id} onClick={onOpen}>
        <Avatar
          name={single?.user?.name ?? name}
          size={32}
          group={single === undefined}
          {...(single ? { online } : {})}
        />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name}>{name}</span>
            <span className={styles.time}>{format.time(chat.updatedAt)}</span>
          </span>
          <span className={styles.line}>
            <span className={styles.said}>{oneLine(chat.lastMessage) || t('workplace.chats.quiet')}</span>
            <UnreadBadge count={unread} label={t('common.unread', { count: unread })} />
          </span>
          {online ? (
            <VisuallyHidden>{t('chats.isOnline', { name: single?.user?.name ?? name })}</VisuallyHidden>
          ) : null}
        </span>
      </button>
    </li>
  )
}

function List({ userId, onOpen }: { userId: number; onOpen: (chat: Chat) => void }) {
  const { t } = useTexts()
  const { chats, status, error } = useChats()
  // Who is here is shown beside each chat of two.
  useEffect(() => void usersDirectory.ensure(), [])
  if (chats.length > 0) {
    return (
      <ul>
        {chats.map(chat => (
          <Row key={chat.id} chat={chat} userId={userId} onOpen={() => onOpen(chat)} />
        ))}
      </ul>
    )
  }
  if (status === 'failed') {
    return (
      <LoadError
        compact
        title={t('workplace.chats.failed')}
        error={error}
        onRetry={() => void loadChats(userId)}
      />
    )
  }
  if (status !== 'ready') return <SkeletonRows count={4} height={56} avatar label={t('common.loading')} />
  return (
    <EmptyState
      compact
      icon={MessageCircleOff}
      title={t('workplace.chats.empty')}
      text={t('workplace.chats.emptyText')}
    />
  )
}

/** Internal chats in the top bar; only where the plan has them. Narrow screens have them in the bar at the bottom. */
export function InternalChats() {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const userId = useUser()?.id
  const offered = useWorkplace(state => state.plan?.useInternalChat ?? false)
  const [open, setOpen] = useState(false)
  const unread = useChats(state =>
    userId === undefined ? 0 : state.chats.reduce((sum, chat) => sum + unreadIn(chat, userId), 0),
  )
  useEffect(() => {
    const { user } = useSession.getState()
    if (offered && userId !== undefined && user) return fromFirstList(user, () => followChats(userId))
  }, [offered, userId])
  // What was written in one leaves, wherever somebody goes from there.
  useEffect(
    () => (offered && userId !== undefined ? followChatThreads(userId) : undefined),
    [offered, userId],
  )
  if (!offered || userId === undefined) return null
  const toggle = (next: boolean): void => {
    setOpen(next)
    if (next && useChats.getState().status === 'failed') void loadChats(userId)
  }
  const follow = (path: string): void => {
    setOpen(false)
    void navigate(path)
  }
  return (
    <span className={styles.roomy}>
      <BarPopover
        icon={MessageCircle}
        label={unread > 0 ? t('workplace.chats.labelCount', { count: unread }) : t('workplace.chats.label')}
        title={t('workplace.chats.title')}
        badge={
          unread > 0 ? (
            <span className={styles.count} aria-hidden="true">
              {countText(unread)}
            </span>
          ) : undefined
        }
        open={open}
        onOpenChange={toggle}
        news={unread > 0}
        footer={
          <button type="button" className={styles.all} onClick={() => follow('/chats')}>
            {t('workplace.chats.all')}
          </button>
        }
      >
        <List userId={userId} onOpen={chat => follow(`/chats/${encodeURIComponent(chat.uuid)}`)} />
      </BarPopover>
    </span>
  )
}
