import type { Message, OutboxEntry, TicketNote } from '@contract'
import { ChevronDown, CornerUpLeft, SmilePlus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useState } from 'react'
import { MessageTranslation } from '@/features/copilot'
import { errorText, useTexts } from '@/i18n'
import { isHeld, releaseEntry, takeBack } from '@/stores/outbox'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Avatar, cx, IconButton } from '@/ui'
import { Bubble, textOf } from './bubble'
import { NoteRow } from './note-row'
import { messageOfEntry, messagePreview, writerOf } from './preview'
import { isAnswerable } from './requests'
import { RowFocus } from './row-focus'
import { type Grouping, type Row, shownReaction } from './rows'
import { useThreadActions } from './thread-context'
import styles from './thread-row.module.css'
import { backToComposer, Failure, Waiting } from './unsent'

interface UndoSendProps {
  /** ISO-8601 instant at which it leaves. */
  until: string
  onUndo: () => void
  onNow: () => void
}

/** The moment before a message leaves, as a way back: two seconds of a file (docs/specification.md 1.9), as chosen of a text. */
function UndoSend({ until, onUndo, onNow }: UndoSendProps) {
  const { t } = useTexts()
  const left = (): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))),
      250,
    )
    return () => clearInterval(timer)
  }, [until])
  if (seconds === 0) return null
  return (
    <div className={styles.undo}>
      <span>{t('thread.sendsIn', { count: seconds })}</span>
      <button type="button" className={styles.retry} onClick={onUndo}>
        {t('common.undo')}
      </button>
      <button type="button" className={styles.retry} onClick={onNow}>
        {t('thread.sendNow')}
      </button>
    </div>
  )
}

export interface ThreadRowProps extends Grouping {
  row: Row
  /** 1-based place, and how many rows there are (-1 while older ones may exist). */
  place: number
  total: number
  active: boolean
  flash: boolean
  selecting: boolean
  selected: boolean
  /** Instant of the row below, for the day that begins there. */
  nextAt: string | null
  /** How many unread messages begin below this row; null when none do. */
  unreadBelow: number | null
  whispers: readonly TicketNote[]
}

function Separators({
  dayBelow,
  ticketBelow,
  nextAt,
  unreadBelow,
}: Pick<ThreadRowProps, 'dayBelow' | 'ticketBelow' | 'nextAt' | 'unreadBelow'>) {
  const { t, format } = useTexts()
  return (
    <>
      {ticketBelow ? (
        <>
          <p className={styles.system}>{t('thread.ended')}</p>
          <p className={styles.system}>{t('thread.started')}</p>
        </>
      ) : null}
      {dayBelow && nextAt !== null ? (
        <p className={styles.day}>
          <span>{format.day(nextAt)}</span>
        </p>
      ) : null}
      {unreadBelow === null ? null : (
        <p className={styles.unread}>
          <span>{t('thread.unreadDivider', { count: unreadBelow })}</span>
        </p>
      )}
    </>
  )
}

function PendingRow({ entry, first, last }: { entry: OutboxEntry } & Pick<Grouping, 'first' | 'last'>) {
  const { t } = useTexts()
  const message = useMemo(() => messageOfEntry(entry), [entry])
  const held = isHeld(entry)
  return (
    <>
      <div className={styles.line}>
        <Bubble
          message={message}
          first={first}
          last={last}
          state={entry.state === 'failed' ? 'failed' : entry.state === 'sent' ? 'sent' : 'pending'}
        />
      </div>
      <MessageTranslation message={message} to={null} asks={false} tabIndex={-1} />
      {entry.state === 'sending' && entry.progress !== null && entry.progress < 1 ? (
        <progress
          className={styles.progress}
          value={entry.progress}
          max={1}
          aria-label={t('thread.uploading')}
        />
      ) : null}
      {held && entry.notBefore ? (
        <UndoSend
          until={entry.notBefore}
          onUndo={() => void (entry.kind === 'text' ? backToComposer(t, entry) : takeBack(entry.id))}
          onNow={() => void releaseEntry(entry.id)}
        />
      ) : null}
      {entry.state === 'failed' ? <Failure entry={entry} /> : null}
      {entry.state === 'queued' && !held ? <Waiting entry={entry} /> : null}
    </>
  )
}

/** What a screen reader says for a row: who, what, when, how far it got (docs/look.md section 9). */
function useRowName(row: Row): string {
  const { t, format } = useTexts()
  const actions = useThreadActions()
  const me = useUser()?.id
  if (row.kind === 'note') return `${t('thread.note')}, ${row.note.user?.name ?? ''}: ${row.note.note}`
  const message = row.kind === 'message' ? row.message : messageOfEntry(row.entry)
  const who = writerOf(t, message, actions, me)
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

/** One row of the thread with the lines that stand below it. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { row, active, first, last } = props
  const { t } = useTexts()
  const { ticketId, readOnly, translatedTo, openMenu, toggleSelected, isGroup, name } = useThreadActions()
  const label = useRowName(row)
  const message = row.kind === 'message' ? row.message : null
  const mine = row.kind === 'pending' || message?.fromMe === true
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
    if (event.target !== event.currentTarget || !message) return
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
        {message ? (
          <>
            {isGroup && !mine ? (
              <span className={styles.face}>
                {first ? (
                  <Avatar
                    name={message.contact?.name || name}
                    src={message.contact?.profilePicUrl ?? null}
                    size={28}
                  />
                ) : null}
              </span>
            ) : null}
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
        unreadBelow={props.unreadBelow}
      />
    </RowFocus>
  )
})
