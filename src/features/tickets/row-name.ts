/** What a row of a ticket list says in words. */
import { colleagueOf, type User } from '@contract'
import type { Formatters, TFunction } from '@/i18n'
import type { StoredTicket } from '@/stores/tickets'
import { heldText } from './held'
import { lastKind, lastWords } from './last-message'
import { snoozeText } from './snooze'
import { nameOf } from './use-ticket-actions'

interface RowFacts {
  ticket: StoredTicket
  t: TFunction
  format: Formatters
  /** What its clock says; null without one. */
  clock: string | null
  /** What the draft says; null without one. */
  drafted: string | null
  left: boolean
  pinned: boolean
  /** Who holds it, when that is somebody else. */
  owner: string | null
  /** Whether the list holds tickets of several states, so that each row says its own. */
  stateShown: boolean
  /** The company's time zone. */
  zone: string
  /** Who reads. */
  user: User | null
}

/** Before the last message, where it is ours: "you" for the reader alone. */
export function writer(ticket: StoredTicket, user: User | null, t: TFunction): string {
  const colleague = colleagueOf(
    { text: ticket.lastMessage, author: ticket.lastAuthorId },
    user,
    ticket.userId === user?.id,
  )
  return colleague === null ? t('tickets.row.you') : colleague || t('tickets.row.team')
}

/** Whether no message is known of a ticket: it has just been made. */
export const saysNothing = (ticket: StoredTicket): boolean =>
  ticket.lastMessage === '' && lastKind(ticket.lastMessageType) === 'text'

/** What a screen reader says of a row, in the order people decide by. */
export function rowName(facts: RowFacts): string {
  const { ticket, t, format, clock, drafted, left, owner, stateShown, zone } = facts
  const kind = lastKind(ticket.lastMessageType)
  const words = lastWords(t, kind, ticket.lastMessage, ticket.fromMe)
  const messageText = [kind === 'text' || (kind === 'call' && words) ? '' : t(`tickets.kind.${kind}`), words]
    .filter(Boolean)
    .join(': ')
  return [
    nameOf(ticket),
    ticket.isGroup && t('tickets.row.group'),
    facts.pinned && t('tickets.pin.said'),
    ticket.priority !== 'normal' &&
      t('tickets.priority.said', { name: t(`tickets.priority.${ticket.priority}`) }),
    left && t('tickets.row.left'),
    stateShown && t(`tickets.header.status_${ticket.status}`),
    snoozeText(ticket, zone, t),
    heldText(ticket, t),
    owner && t('tickets.row.assignedTo', { name: owner }),
    ticket.queue ? t('tickets.row.queue', { name: ticket.queue.name }) : t('tickets.row.noQueue'),
    ticket.unreadMessages > 0 && t('common.unread', { count: ticket.unreadMessages }),
    clock,
    drafted !== null && [t('tickets.row.draft'), drafted].filter(Boolean).join(': '),
    saysNothing(ticket) && t('tickets.row.noMessages'),
    messageText &&
      (ticket.fromMe
        ? `${writer(ticket, facts.user, t)}: ${messageText}`
        : t('tickets.row.last', { text: messageText })),
    format.time(ticket.activityAt),
    ticket.tags.map(tag => tag.name).join(', '),
  ]
    .filter(Boolean)
    .join(', ')
}
