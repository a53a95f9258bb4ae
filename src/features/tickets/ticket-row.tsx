import { maySpy } from '@contract'
import {
  Check,
  Eye,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Mic,
  Phone,
  UserRound,
  Video,
} from 'lucide-react'
import { memo, type PointerEvent, useEffect, useRef } from 'react'
import { type Formatters, type TFunction, useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { useDrafts } from '@/stores/drafts'
import { prefetchThread } from '@/stores/messages-loader'
import { endRehearsal, rehearse } from '@/stores/rehearsal'
import { useGroupRules } from '@/stores/settings'
import { type StoredTicket, useTicket, useViewer, waitedMs, waitLevel } from '@/stores/tickets'
import { Avatar, cx, IconButton, MoreTags, QueueBar, TagChip, UnreadBadge, WaitingPill } from '@/ui'
import { type LastKind, lastKind, lastWords, snippetOf } from './last-message'
import styles from './ticket-row.module.css'
import { nameOf } from './use-ticket-actions'

/** Tags drawn in a row; where there are more, one and a figure, so that the name keeps its room. */
const TAGS_SHOWN = 2

/** Rest of pointer or focus on a row after which its conversation is fetched. Milliseconds. */
const LINGER_MS = 80

const ICONS: Partial<Record<LastKind, LucideIcon>> = {
  image: Image,
  audio: Mic,
  video: Video,
  location: MapPin,
  contact: UserRound,
  call: Phone,
  file: FileText,
}

export interface TicketRowProps {
  id: number
  current: boolean
  /** The one row the Tab key reaches. */
  tabbable: boolean
  /** The live list has lost it; it stays in place until the hand leaves the list. */
  left: boolean
  /** What was searched, for the part of a found message. */
  searched: string
  onOpen: (ticket: StoredTicket) => void
  onAccept: (ticket: StoredTicket) => void
  onSpy: (ticket: StoredTicket) => void
}

interface Told {
  ticket: StoredTicket
  t: TFunction
  format: Formatters
  now: number
  draft: boolean
  left: boolean
}

const takenBy = (ticket: StoredTicket, viewerId: number | undefined): string | null =>
  ticket.status === 'open' && ticket.userId !== viewerId ? (ticket.user?.name ?? null) : null

/** What a screen reader says of a row, in the order people decide by (console.md E4). */
export function rowName({ ticket, t, format, now, draft, left }: Told): string {
  const kind = lastKind(ticket.lastMessageType)
  const words = lastWords(kind, ticket.lastMessage, ticket.fromMe)
  const said = [kind === 'text' ? '' : t(`tickets.kind.${kind}`), words].filter(Boolean).join(': ')
  return [
    nameOf(ticket),
    ticket.isGroup && t('tickets.row.group'),
    left && t('tickets.row.left'),
    ticket.queue ? t('tickets.row.queue', { name: ticket.queue.name }) : t('tickets.row.noQueue'),
    ticket.unreadMessages > 0 && t('common.unread', { count: ticket.unreadMessages }),
    ticket.waitingSince && t('common.waiting', { time: format.wait(waitedMs(ticket.waitingSince, now)) }),
    draft && t('tickets.row.draft'),
    said && t(ticket.fromMe ? 'tickets.row.youSaid' : 'tickets.row.last', { text: said }),
    format.time(ticket.activityAt),
    ticket.tags.map(tag => tag.name).join(', '),
  ]
    .filter(Boolean)
    .join(', ')
}

function LastMessage({ ticket, searched }: { ticket: StoredTicket; searched: string }) {
  const { t } = useTexts()
  for (const found of searched ? ticket.messages : []) {
    const snippet = snippetOf(found.body, searched)
    if (!snippet) continue
    return (
      <span className={styles.words}>
        {snippet.before}
        <mark className={styles.found}>{snippet.match}</mark>
        {snippet.after}
      </span>
    )
  }
  const kind = lastKind(ticket.lastMessageType)
  const Icon = ICONS[kind]
  return (
    <span className={styles.words}>
      {ticket.fromMe && ticket.lastMessage ? (
        <span className={styles.you}>{t('tickets.row.you')}: </span>
      ) : null}
      {Icon ? <Icon className={styles.kind} size={14} strokeWidth={1.75} /> : null}
      {lastWords(kind, ticket.lastMessage, ticket.fromMe) ||
        (kind === 'text' ? '' : t(`tickets.kind.${kind}`))}
    </span>
  )
}

function Name({ name, searched }: { name: string; searched: string }) {
  const snippet = searched ? snippetOf(name, searched) : null
  if (!snippet || snippet.before.startsWith('…')) return name
  return (
    <>
      {snippet.before}
      <mark className={styles.found}>{snippet.match}</mark>
      {snippet.after}
    </>
  )
}

/**
 * One ticket of a list, 64 px high whatever it holds. Which place it has in the list is not its matter: a message that
 * lifts a ticket to the top moves all others, and none of them has to be drawn again for that. The whole row is one button; accept and spy lie beside it in
 * the tree and over it on screen, and appear on hover and focus without moving anything.
 */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { id, current, tabbable, left, searched, onOpen, onAccept, onSpy } = props
  const { t, format } = useTexts()
  const now = useNow()
  const viewer = useViewer()
  const groups = useGroupRules()
  const draft = useDrafts(state => state.drafts.has(id))
  const draftText = useDrafts(state => (state.drafts.get(id)?.text ?? '').slice(0, 120))
  const known = useTicket(id)
  const last = useRef(known)
  const lingering = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(lingering.current)
      endRehearsal(id)
    },
    [id],
  )
  if (known) last.current = known
  const ticket = known ?? last.current
  if (!ticket) return <div className={styles.row} />

  const name = nameOf(ticket)
  const unread = ticket.unreadMessages > 0
  const waits = ticket.waitingSince !== null && !left
  const waited = ticket.waitingSince === null ? 0 : waitedMs(ticket.waitingSince, now)
  const chips = ticket.tags.length > TAGS_SHOWN ? 1 : TAGS_SHOWN
  const hidden = ticket.tags.slice(chips)
  // In group mode group tickets are worked on without being accepted (specification 1 section 2).
  const mayAccept = ticket.status === 'pending' && !left && !(groups.mode && ticket.isGroup)
  const spies = viewer !== null && ticket.userId !== viewer.id && maySpy(viewer, ticket)
  const holder = left ? takenBy(ticket, viewer?.id) : null
  const prefetch = (event: PointerEvent): void => {
    if (event.button === 0) prefetchThread(ticket.id)
  }
  // A pointer that rests on a row, or the keyboard that stops there, will likely open it.
  const linger = (): void => {
    clearTimeout(lingering.current)
    lingering.current = setTimeout(() => {
      prefetchThread(ticket.id)
      rehearse(ticket.id)
    }, LINGER_MS)
  }
  const passOn = (): void => {
    clearTimeout(lingering.current)
    endRehearsal(ticket.id)
  }

  return (
    <div className={cx(styles.row, current && styles.current, unread && styles.unread, left && styles.left)}>
      <QueueBar color={ticket.queue?.color} />
      <button
        type="button"
        className={styles.open}
        data-row-button={ticket.id}
        tabIndex={tabbable ? 0 : -1}
        aria-current={current ? 'true' : undefined}
        aria-label={rowName({ ticket, t, format, now, draft, left })}
        title={ticket.queue?.name}
        onPointerDown={prefetch}
        onPointerEnter={linger}
        onPointerLeave={passOn}
        onFocus={linger}
        onBlur={passOn}
        onClick={() => onOpen(ticket)}
      />
      <Avatar name={name} src={ticket.contact?.profilePicUrl ?? null} group={ticket.isGroup} />
      <div className={styles.lines}>
        <div className={styles.line} aria-hidden="true">
          <span className={styles.name}>
            <Name name={name} searched={searched} />
          </span>
          {ticket.tags.slice(0, chips).map(tag => (
            <TagChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
          <MoreTags
            count={hidden.length}
            label={t('common.moreTags', {
              count: hidden.length,
              names: hidden.map(tag => tag.name).join(', '),
            })}
          />
          <time className={styles.time}>{format.time(ticket.activityAt)}</time>
        </div>
        <div className={styles.line}>
          <span className={styles.preview} aria-hidden="true">
            {left ? (
              <span className={styles.words}>
                {holder ? t('tickets.row.takenBy', { name: holder }) : t('tickets.row.left')}
              </span>
            ) : (
              <>
                {draft ? <span className={styles.draft}>{t('tickets.row.draft')}: </span> : null}
                {draftText ? (
                  <span className={styles.words}>{draftText}</span>
                ) : (
                  <LastMessage ticket={ticket} searched={searched} />
                )}
              </>
            )}
          </span>
          {mayAccept || spies ? (
            <span className={styles.actions}>
              {spies ? (
                <IconButton
                  className={styles.peek}
                  icon={Eye}
                  size="small"
                  tip={false}
                  title={t('tickets.row.spy')}
                  label={t('tickets.row.spyNamed', { name })}
                  data-row-action={ticket.id}
                  tabIndex={-1}
                  onClick={() => onSpy(ticket)}
                />
              ) : null}
              {mayAccept ? (
                <IconButton
                  icon={Check}
                  size="small"
                  tone="accent"
                  tip={false}
                  title={t('tickets.row.accept')}
                  label={t('tickets.row.acceptNamed', { name })}
                  data-row-action={ticket.id}
                  tabIndex={-1}
                  onClick={() => onAccept(ticket)}
                />
              ) : null}
            </span>
          ) : null}
          <span className={styles.marks} aria-hidden="true">
            <UnreadBadge
              count={ticket.unreadMessages}
              label={t('common.unread', { count: ticket.unreadMessages })}
              muted={ticket.isGroup}
            />
            {waits ? (
              <WaitingPill
                level={waitLevel(waited)}
                text={format.wait(waited)}
                label={t('common.waiting', { time: format.wait(waited) })}
              />
            ) : null}
          </span>
        </div>
      </div>
    </div>
  )
})
