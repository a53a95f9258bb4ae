import { colleagueOf } from '@contract'
import { useDraggable } from '@dnd-kit/core'
import { ArrowUpRight, EllipsisVertical, UserRound } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { TicketClock, useTicketClock } from '@/features/ticket-clock'
import { lastKind, lastWords, nameOf, SnoozeMark, snoozeText } from '@/features/tickets'
import { type Formatters, type TFunction, useTexts } from '@/i18n'
import { useCompanyZone } from '@/stores/company-clock'
import { useUser } from '@/stores/session'
import type { StoredTicket } from '@/stores/tickets'
import { cx, IconButton, QueueBar, UnreadBadge } from '@/ui'
import styles from './kanban.module.css'

/** Pixels of a card and of the room below it; the same figures as in kanban.module.css. */
export const CARD_PX = 104

/** Names a card within the board: one ticket may be in several lanes. */
export const cardKey = (laneId: number, ticketId: number): string => `${laneId}:${ticketId}`

const lastMessageText = (ticket: StoredTicket, t: TFunction): string => {
  const kind = lastKind(ticket.lastMessageType)
  const words = lastWords(t, kind, ticket.lastMessage, ticket.fromMe)
  if (words) return words
  return kind === 'text' ? t('kanban.noMessages') : t(`tickets.kind.${kind}`)
}

const numberOf = (ticket: StoredTicket, format: Formatters): string =>
  ticket.contact ? format.phoneOf(ticket.contact) : ''

/** It is snoozed, or has just come back. */
const hasSnooze = (ticket: StoredTicket): boolean => ticket.snoozedAt !== null || ticket.wokenBy !== null

/** What a screen reader says of a card, in the order people decide by. */
function spoken(
  ticket: StoredTicket,
  t: TFunction,
  format: Formatters,
  clock: string | null,
  zone: string,
): string {
  return [
    nameOf(ticket),
    t('kanban.ticket', { id: ticket.id }),
    ticket.unreadMessages > 0 && t('common.unread', { count: ticket.unreadMessages }),
    clock,
    ticket.user ? t('kanban.with', { name: ticket.user.name }) : t('kanban.nobody'),
    hasSnooze(ticket) && snoozeText(ticket, zone, t),
    lastMessageText(ticket, t),
    numberOf(ticket, format),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What stands on a card, also on the one under the pointer while it is dragged. */
export function CardFace({ ticket }: { ticket: StoredTicket }) {
  const { t, format } = useTexts()
  const user = useUser()
  const colleague = colleagueOf(
    { text: ticket.lastMessage, author: ticket.lastAuthorId },
    user,
    ticket.userId === user?.id,
  )
  return (
    <>
      <QueueBar color={ticket.queue?.color} />
      <div className={styles.line} aria-hidden="true">
        <span className={styles.name} dir="auto">
          {nameOf(ticket)}
        </span>
        <UnreadBadge
          count={ticket.unreadMessages}
          label={t('common.unread', { count: ticket.unreadMessages })}
          muted={ticket.isGroup}
        />
        <TicketClock ticket={ticket} />
      </div>
      <p className={styles.words} dir="auto" aria-hidden="true">
        {ticket.fromMe && ticket.lastMessage ? (
          <span>{colleague === null ? t('kanban.you') : colleague || t('kanban.team')}: </span>
        ) : null}
        {lastMessageText(ticket, t)}
      </p>
      <div className={cx(styles.line, styles.meta)} aria-hidden="true">
        <span className={styles.number}>#{ticket.id}</span>
        <span className={styles.phone}>
          {hasSnooze(ticket) ? <SnoozeMark ticket={ticket} /> : numberOf(ticket, format)}
        </span>
        {ticket.user ? (
          <span className={styles.holder}>
            <UserRound size={12} strokeWidth={1.75} />
            <span>{ticket.user.name.split(' ', 1)[0]}</span>
          </span>
        ) : null}
      </div>
    </>
  )
}

export interface KanbanCardProps {
  ticket: StoredTicket
  laneId: number
  /** The one card of its lane the Tab key reaches. */
  tabbable: boolean
  /** Its move is on its way to the server. */
  busy: boolean
  onOpen: (ticket: StoredTicket) => void
  onMenu: (ticket: StoredTicket, laneId: number, at: { x: number; y: number }) => void
}

/**
 * One ticket of a lane: the whole card opens it and is dragged, by the pointer or from the space bar on; seeing the
 * ticket and moving it are buttons as well.
 */
export const KanbanCard = memo(function KanbanCard(props: KanbanCardProps) {
  const { ticket, laneId, tabbable, busy, onOpen, onMenu } = props
  const { t, format } = useTexts()
  const clock = useTicketClock(ticket)
  const zone = useCompanyZone()
  const drag = useDraggable({
    id: cardKey(laneId, ticket.id),
    data: { laneId, ticketId: ticket.id },
    attributes: { roleDescription: t('kanban.draggable') },
  })
  const { onKeyDown, ...pointer } = drag.listeners ?? {}
  const { tabIndex: _tabIndex, ...attributes } = drag.attributes
  const name = nameOf(ticket)
  const menuAt = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    // The menu key has no pointer: at the card then.
    const at =
      event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom }
    onMenu(ticket, laneId, at)
  }
  return (
    <div
      ref={drag.setNodeRef}
      role="group"
      className={cx(styles.card, drag.isDragging && styles.lifted, busy && styles.busy)}
      {...pointer}
      onContextMenu={menuAt}
    >
      <button
        ref={drag.setActivatorNodeRef}
        type="button"
        className={styles.open}
        {...attributes}
        tabIndex={tabbable ? 0 : -1}
        data-card={cardKey(laneId, ticket.id)}
        aria-label={spoken(ticket, t, format, clock?.label ?? null, zone)}
        aria-busy={busy}
        onKeyDown={event => (onKeyDown as ((event: KeyboardEvent) => void) | undefined)?.(event)}
        onClick={() => onOpen(ticket)}
      />
      <CardFace ticket={ticket} />
      <span className={styles.tools}>
        <IconButton
          className={styles.more}
          icon={EllipsisVertical}
          size="small"
          tabIndex={tabbable ? 0 : -1}
          label={t('kanban.actions', { name })}
          tip={false}
          aria-haspopup="menu"
          onClick={event => {
            const box = event.currentTarget.getBoundingClientRect()
            onMenu(ticket, laneId, { x: box.left, y: box.bottom })
          }}
        />
        <IconButton
          icon={ArrowUpRight}
          size="small"
          tabIndex={tabbable ? 0 : -1}
          label={t('kanban.seeTicket', { name })}
          tip={false}
          title={t('kanban.see')}
          onClick={() => onOpen(ticket)}
        />
      </span>
    </div>
  )
})
