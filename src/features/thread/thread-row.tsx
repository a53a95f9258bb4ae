import { displayName, type Message, type TicketNote } from '@contract'
import { ChevronDown, CornerUpLeft, SmilePlus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import { MessageTranslation } from '@/features/copilot'
import { errorText, useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Avatar, cx, IconButton } from '@/ui'
import { Bubble, textOf } from './bubble'
import { DayButton } from './day-button'
import { Album } from './media/album'
import { NoteRow } from './note-row'
import { PendingRow } from './pending-row'
import { messageOfEntry, messagePreview, writerOf } from './preview'
import { isAnswerable } from './requests'
import { RowFocus, useInnerTab } from './row-focus'
import { type Grouping, messagesOf, type Row, shownReaction } from './rows'
import { useThreadActions } from './thread-context'
import styles from './thread-row.module.css'

export interface ThreadRowProps extends Grouping {
  row: Row
  /** 1-based place, and how many rows there are (-1 while older ones may exist). */
  place: number
  total: number
  active: boolean
  flash: boolean
  /** Of an album: key of the message in it that is asked for; null for none. */
  marked: string | null
  selecting: boolean
  selected: boolean
  /** Of an album: ids of what is chosen; null while nothing is being chosen. */
  chosen: ReadonlySet<string> | null
  /** Instant of the row below, for the day that begins there. */
  nextAt: string | null
  /** Only what arrives from now on is shown: no other date can be gone to. */
  fixed: boolean
  /** How many unread messages begin below this row; null when none do. */
  unreadBelow: number | null
  whispers: readonly TicketNote[]
}

function Separators({
  dayBelow,
  ticketBelow,
  nextAt,
  fixed,
  unreadBelow,
}: Pick<ThreadRowProps, 'dayBelow' | 'ticketBelow' | 'nextAt' | 'fixed' | 'unreadBelow'>) {
  const { t, format } = useTexts()
  const { ticketId } = useThreadActions()
  const tabIndex = useInnerTab()
  return (
    <>
      {ticketBelow ? (
        <>
          <p className={styles.system}>{t('thread.ended')}</p>
          <p className={styles.system}>{t('thread.started')}</p>
        </>
      ) : null}
      {dayBelow && nextAt !== null ? (
        // What stands in a feed is an article.
        <article className={styles.day} aria-label={format.day(nextAt)}>
          <DayButton
            ticketId={ticketId}
            day={nextAt}
            label={format.day(nextAt)}
            fixed={fixed}
            tabIndex={tabIndex}
          />
        </article>
      ) : null}
      {unreadBelow === null ? null : (
        <p className={styles.unread}>
          <span>{t('thread.unreadDivider', { count: unreadBelow })}</span>
        </p>
      )}
    </>
  )
}

/** What a screen reader says for a row: who, what, when, how far it got. */
function useRowName(row: Row): string {
  const { t, format } = useTexts()
  const actions = useThreadActions()
  const me = useUser()?.id
  if (row.kind === 'note') return `${t('thread.note')}, ${row.note.user?.name ?? ''}: ${row.note.note}`
  const message = row.kind === 'pending' ? messageOfEntry(row.entry) : messagesOf(row)[0]
  if (!message) return ''
  const who = writerOf(t, message, actions, me)
  if (row.kind === 'album')
    return `${who}: ${t('thread.album', { count: row.messages.length })}, ${format.clock(row.at)}`
  const reaction = shownReaction(message)
  return [
    `${who}: ${message.isDeleted ? t('thread.deleted') : messagePreview(t, message)}`,
    message.transcript?.text ?? '',
    format.clock(message.createdAt),
    reaction ? t('thread.reactionIs', { emoji: reaction.emoji }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function Actions({ message }: { message: Message }) {
  const { t } = useTexts()
  const { readOnly, reply, openMenu } = useThreadActions()
  const canReact = useOffered('reactions')
  const below = (event: MouseEvent, content: 'actions' | 'reactions'): void => {
    const box = event.currentTarget.getBoundingClientRect()
    openMenu(
      message,
      {
        x: message.fromMe ? box.right : box.left,
        y: box.bottom + 4,
        fromRight: message.fromMe,
        focusFirst: event.detail === 0,
      },
      content,
    )
  }
  return (
    <span className={styles.actions} data-row-actions="">
      {readOnly || !isAnswerable(message) ? null : (
        <>
          <IconButton
            icon={CornerUpLeft}
            size="small"
            tip={false}
            tabIndex={-1}
            label={t('thread.reply')}
            onClick={() => reply(message)}
          />
          {canReact ? (
            <IconButton
              icon={SmilePlus}
              size="small"
              tip={false}
              tabIndex={-1}
              label={t('thread.react')}
              onClick={event => below(event, 'reactions')}
            />
          ) : null}
        </>
      )}
      <IconButton
        icon={ChevronDown}
        size="small"
        tip={false}
        tabIndex={-1}
        label={t('thread.moreActions')}
        aria-haspopup="menu"
        onClick={event => below(event, 'actions')}
      />
    </span>
  )
}

/** Who wrote, beside the first message of a group in a conversation of several. */
function Face({ message, first }: { message: Message } & Pick<Grouping, 'first'>) {
  const { isGroup, name } = useThreadActions()
  if (!isGroup || message.fromMe) return null
  return (
    <span className={styles.face}>
      {first ? (
        <Avatar
          name={displayName(message.contact) || name}
          src={message.contact?.profilePicUrl ?? null}
          size={28}
        />
      ) : null}
    </span>
  )
}

/** One row of the thread with the lines that stand below it. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { row, active, first, last } = props
  const { t } = useTexts()
  const { ticketId, readOnly, translatedTo, openMenu, toggleSelected } = useThreadActions()
  const label = useRowName(row)
  const message = row.kind === 'message' ? row.message : null
  const [oldest] = messagesOf(row)
  const mine = row.kind === 'pending' || oldest?.fromMe === true
  const selectable = props.selecting && message !== null && !message.isDeleted
  // The buttons beside a bubble are drawn for the row under hand or focus only; nobody sees those of the others.
  const [near, setNear] = useState(false)
  const comeNear = (): void => setNear(true)

  const openAt = (x: number, y: number, focusFirst: boolean): void => {
    if (message) openMenu(message, { x, y, fromRight: false, focusFirst }, 'actions')
  }
  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    if (!message || window.getSelection()?.toString()) return
    event.preventDefault()
    openAt(event.clientX, event.clientY, false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return
    if (row.kind === 'album' && event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>('[data-album] button')?.focus()
    }
    if (!message) return
    const wantsMenu =
      event.key === 'Enter' || event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (props.selecting && (event.key === ' ' || event.key === 'Enter')) {
      event.preventDefault()
      toggleSelected(message.id)
    } else if (wantsMenu) {
      event.preventDefault()
      const bubble = event.currentTarget.querySelector('[data-bubble]')?.getBoundingClientRect()
      if (bubble)
        openAt(
          mine ? bubble.right - 200 : bubble.left,
          Math.min(bubble.bottom, window.innerHeight - 40),
          true,
        )
    }
  }
  // Rows of a feed take the focus one by one (ARIA feed pattern); only one of them is a tab stop.
  const focusable = { tabIndex: active ? 0 : -1 }
  return (
    <RowFocus value={active}>
      <article
        className={cx(
          styles.row,
          mine ? styles.mine : styles.theirs,
          last && styles.last,
          props.flash && styles.flash,
          props.selected && styles.selected,
          message && shownReaction(message) && styles.reacted,
        )}
        {...focusable}
        aria-label={label}
        aria-posinset={props.place}
        aria-setsize={props.total}
        data-row-key={row.key}
        {...(message ? { 'data-message-id': message.id } : {})}
        {...(row.kind === 'pending' ? { 'data-outbox-id': row.entry.id } : {})}
        onPointerEnter={comeNear}
        onFocus={comeNear}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
      >
        {selectable && message ? (
          <input
            type="checkbox"
            className={styles.check}
            checked={props.selected}
            tabIndex={active ? 0 : -1}
            aria-label={t('thread.select', { text: label })}
            onChange={() => toggleSelected(message.id)}
          />
        ) : null}
        {row.kind === 'note' ? <NoteRow note={row.note} /> : null}
        {row.kind === 'pending' ? (
          <div className={styles.column}>
            <PendingRow entry={row.entry} first={first} last={last} />
          </div>
        ) : null}
        {row.kind === 'album' && oldest ? (
          <>
            <Face message={oldest} first={first} />
            <div className={styles.column}>
              <Album
                messages={row.messages}
                first={first}
                last={last}
                marked={props.marked}
                chosen={props.chosen}
              />
              {props.whispers.map(note => (
                <NoteRow key={note.id} note={note} />
              ))}
            </div>
          </>
        ) : null}
        {message ? (
          <>
            <Face message={message} first={first} />
            <div className={styles.column}>
              <div className={styles.line} data-bubble="">
                <Bubble message={message} first={first} last={last} />
                {near && !props.selecting ? <Actions message={message} /> : null}
              </div>
              {textOf(message) === '' && !message.transcript?.text ? null : (
                <MessageTranslation
                  message={message}
                  to={translatedTo}
                  asks={!readOnly && message.ticketId === ticketId}
                  tabIndex={active ? 0 : -1}
                  isReacted={shownReaction(message) !== null}
                />
              )}
              {message.failure ? <p className={styles.reasonLine}>{errorText(t, message.failure)}</p> : null}
              {props.whispers.map(note => (
                <NoteRow key={note.id} note={note} />
              ))}
            </div>
          </>
        ) : null}
      </article>
      <Separators
        dayBelow={props.dayBelow}
        ticketBelow={props.ticketBelow}
        nextAt={props.nextAt}
        fixed={props.fixed}
        unreadBelow={props.unreadBelow}
      />
    </RowFocus>
  )
})
