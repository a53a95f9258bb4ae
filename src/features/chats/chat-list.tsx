import { type Chat, INFINITE_SCROLL_PX, managesChat, type User } from '@contract'
import { Button } from 'antd'
import { MessageCircleOff, Pencil, Plus, SearchX, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useChatWords } from '@/stores/chat-words'
import { chatName, chatsList, unreadIn } from '@/stores/chats'
import { useUsers } from '@/stores/users'
import {
  Avatar,
  cx,
  EmptyState,
  IconButton,
  SearchField,
  SkeletonRows,
  ToolbarButton,
  UnreadBadge,
  VisuallyHidden,
} from '@/ui'
import styles from './chats.module.css'

interface RowProps {
  chat: Chat
  me: User
  selected: boolean
  onChoose: () => void
  onEdit: () => void
  onRemove: () => void
}

/** A line of text on one line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function Row({ chat, me, selected, onChoose, onEdit, onRemove }: RowProps) {
  const { t, format } = useTexts()
  const users = useUsers()
  const draft = useChatWords(state => (selected ? '' : (state.drafts.get(chat.id) ?? '')))
  const unsent = useChatWords(
    state => state.unsent.find(one => one.chatId === chat.id && one.state === 'failed')?.text ?? '',
  )
  const name = chatName(chat, me.id) || t('chats.untitled')
  const unread = unreadIn(chat, me.id)
  const others = chat.users.filter(member => member.userId !== me.id)
  const single = others.length === 1 ? others[0] : undefined
  const online = users.find(user => user.id === single?.userId)?.online === true
  const preview = unsent ? (
    <span className={styles.broken}>{t('chats.unsent', { text: oneLine(unsent) })}</span>
  ) : draft ? (
    <span className={styles.drafted}>{t('chats.draft', { text: oneLine(draft) })}</span>
  ) : (
    <bdi>{oneLine(chat.lastMessage) || t('chats.quiet')}</bdi>
  )
  return (
    <li className={cx(styles.row, selected && styles.chosen)}>
      <button
        type="button"
        className={styles.open}
        data-chat={chat.uuid}
        aria-current={selected ? 'true' : undefined}
        onClick={onChoose}
      >
        <Avatar
          name={single?.user?.name ?? name}
          size={40}
          group={single === undefined}
          {...(single ? { online } : {})}
        />
        <span className={styles.words}>
          <span className={styles.line}>
            <bdi className={cx(styles.name, unread > 0 && styles.strong)}>{name}</bdi>
            <time className={styles.time} dateTime={chat.updatedAt} title={format.exact(chat.updatedAt)}>
              {format.time(chat.updatedAt)}
            </time>
          </span>
          <span className={styles.line}>
            <span className={styles.said}>{preview}</span>
            <UnreadBadge count={unread} label={t('common.unread', { count: unread })} />
          </span>
          {online ? (
            <VisuallyHidden>{t('chats.isOnline', { name: single?.user?.name ?? name })}</VisuallyHidden>
          ) : null}
        </span>
      </button>
      {managesChat(me, chat) ? (
        <span className={styles.actions}>
          <IconButton icon={Pencil} size="small" label={t('chats.edit', { name })} onClick={onEdit} />
          <IconButton
            icon={Trash2}
            size="small"
            tone="danger"
            label={t('chats.remove', { name })}
            onClick={onRemove}
          />
        </span>
      ) : null}
    </li>
  )
}

export interface ChatListProps {
  me: User
  selected: string | null
  onChoose: (chat: Chat) => void
  onCreate: () => void
  onEdit: (chat: Chat) => void
  onRemove: (chat: Chat) => void
}

/** The person's chats, latest activity first; arrows move through them, Enter opens. */
export function ChatList({ me, selected, onChoose, onCreate, onEdit, onRemove }: ChatListProps) {
  const { t } = useTexts()
  const { rows, status, error, text, search, hasMore, more } = chatsList.use()
  const box = useRef<HTMLDivElement>(null)

  const look = (): void => {
    const at = box.current
    if (at && at.scrollHeight - at.scrollTop - at.clientHeight < INFINITE_SCROLL_PX) chatsList.more()
  }
  // A page that does not fill the list brings the next one by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with every page
  useEffect(() => {
    if (hasMore) look()
  }, [rows.length, hasMore])

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-chat]')]
    const at = buttons.findIndex(button => button.closest('li')?.contains(document.activeElement))
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    }
    const next = buttons[target[event.key] ?? -1]
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next.focus()
  }

  let content: ReactNode
  if (rows.length > 0)
    content = (
      <ul className={styles.rows} aria-label={t('chats.list')} onKeyDown={onKeyDown}>
        {rows.map(chat => (
          <Row
            key={chat.id}
            chat={chat}
            me={me}
            selected={chat.uuid === selected}
            onChoose={() => onChoose(chat)}
            onEdit={() => onEdit(chat)}
            onRemove={() => onRemove(chat)}
          />
        ))}
      </ul>
    )
  else if (status === 'failed')
    content = <LoadError compact title={t('chats.failed')} error={error} onRetry={chatsList.retry} />
  else if (status !== 'ready')
    content = <SkeletonRows count={8} height={64} avatar label={t('common.loading')} />
  else if (search !== '')
    content = (
      <EmptyState
        compact
        icon={SearchX}
        title={t('chats.searchNothing')}
        action={<Button onClick={() => chatsList.type('')}>{t('common.clear')}</Button>}
      />
    )
  else content = <EmptyState compact icon={MessageCircleOff} title={t('chats.empty')} />
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          className={styles.search}
          value={text}
          label={t('chats.search')}
          clearLabel={t('common.clear')}
          busy={status === 'loading' && search !== ''}
          onChange={chatsList.type}
          onSubmit={chatsList.submit}
        />
        <ToolbarButton
          className={styles.create}
          icon={Plus}
          label={t('chats.create')}
          tone="primary"
          onClick={onCreate}
        />
      </div>
      <div ref={box} className={styles.scroll} onScroll={look}>
        {content}
        {more === 'loading' ? (
          <SkeletonRows count={2} height={64} avatar label={t('common.loading')} />
        ) : null}
        {more === 'failed' ? (
          <LoadError compact title={t('chats.moreFailed')} onRetry={chatsList.retry} />
        ) : null}
      </div>
    </>
  )
}
