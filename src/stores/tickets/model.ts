/** A ticket as the console keeps it, and how a newer copy is laid over an older one. */
import { type Contact, type Message, type Ticket, waitingSince } from '@contract'

/** The entity plus what ordering needs; `waitingSince` is always the console's own definition (src/contract/waiting.ts). */
export interface StoredTicket extends Ticket {
  /**
   * Epoch milliseconds of the last message, or of the last change of status or owner when that came later. Servers
   * touch `updatedAt` when somebody merely looks at a ticket; the time and the place of a row must not move then.
   */
  activityAt: number
  /** The waiting clock a closed ticket had; whoever is reopened unanswered waits since then. */
  closedWaitingSince?: string | null
  /** All that is known of it came with a message, of a server that leaves the tags out there: it may have some. */
  tagsUnread?: boolean
}

/** Facts about the server that the copies themselves do not carry. */
export interface MergeContext {
  serverKeepsClock: boolean
  /** Tickets inside messages lack their tags. */
  omitsTags?: boolean
}

const millis = (instant: string): number => {
  const value = Date.parse(instant)
  return Number.isNaN(value) ? 0 : value
}

/** Whether a copy tells of a message the older copy did not know. */
const saysMore = (older: StoredTicket, newer: Ticket): boolean =>
  newer.lastMessage !== older.lastMessage ||
  newer.fromMe !== older.fromMe ||
  newer.unreadMessages > older.unreadMessages

/** Whether a copy tells of another status or another owner, or of a ticket that woke: somebody is to work on it. */
const changedHands = (older: StoredTicket, newer: Ticket): boolean =>
  newer.status !== older.status ||
  newer.userId !== older.userId ||
  (older.snoozedAt !== null && newer.snoozedAt === null)

/** When a ticket was last worked on, by what is known and by a copy that tells of a change. Epoch milliseconds. */
export const placeOf = (older: Pick<StoredTicket, 'activityAt'>, newer: Pick<Ticket, 'updatedAt'>): number =>
  Math.max(older.activityAt, millis(newer.updatedAt))

/**
 * Lays a copy from the server over what is known. Members a partial copy leaves out (user, queue, contact,
 * connection, tags inside message events) are kept as long as their id still matches.
 * @param source `whole` for list pages and ticket events, `inMessage` for the ticket inside a message event.
 */
export function mergeTicket(
  older: StoredTicket | undefined,
  newer: Ticket,
  context: MergeContext,
  source: 'whole' | 'inMessage' = 'whole',
): StoredTicket {
  const wait = waitingSince(newer, {
    serverKeepsClock: context.serverKeepsClock,
    previous: older && !older.fromMe ? (older.waitingSince ?? older.closedWaitingSince ?? null) : null,
  })
  const tagsUnread = source === 'inMessage' && newer.tags.length === 0 && (older?.tagsUnread ?? !older)
  const unread = tagsUnread && context.omitsTags ? { tagsUnread } : {}
  if (!older) return { ...newer, ...unread, waitingSince: wait, activityAt: millis(newer.updatedAt) }
  return {
    ...newer,
    ...unread,
    uuid: newer.uuid || older.uuid,
    contact: newer.contact ?? (newer.contactId === older.contactId ? older.contact : null),
    user: newer.user ?? (newer.userId === older.userId ? older.user : null),
    queue: newer.queue ?? (newer.queueId === older.queueId ? older.queue : null),
    whatsapp: newer.whatsapp ?? (newer.whatsappId === older.whatsappId ? older.whatsapp : null),
    tags: source === 'inMessage' && newer.tags.length === 0 ? older.tags : newer.tags,
    handover: newer.handover ?? (source === 'inMessage' ? older.handover : null),
    lastMessageType:
      newer.lastMessageType ?? (newer.lastMessage === older.lastMessage ? older.lastMessageType : null),
    lastAuthorId:
      newer.lastAuthorId === undefined && newer.lastMessage === older.lastMessage
        ? older.lastAuthorId
        : newer.lastAuthorId,
    messages: newer.messages.length > 0 ? newer.messages : older.messages,
    waitingSince: wait,
    closedWaitingSince:
      newer.status === 'closed' ? (older.waitingSince ?? older.closedWaitingSince ?? null) : null,
    activityAt:
      saysMore(older, newer) || changedHands(older, newer) ? placeOf(older, newer) : older.activityAt,
  }
}

/**
 * What a new message changes on its ticket. Unread figures come from the server alone.
 * @param received the ticket copy inside the event, when there was one.
 */
export function withMessage(
  older: StoredTicket | undefined,
  received: Ticket | null,
  message: Message,
  context: MergeContext,
): StoredTicket | undefined {
  const base = received ? mergeTicket(older, received, context, 'inMessage') : older
  if (!base) return undefined
  const reaction = message.mediaType === 'reactionMessage'
  const lastMessage = received?.lastMessage || (reaction ? base.lastMessage : message.body)
  const wait = (): string | null => {
    if (base.status === 'closed') return null
    if (received && (received.waitingSince !== null || context.serverKeepsClock)) return received.waitingSince
    if (message.fromMe) return null
    return (older && !older.fromMe ? older.waitingSince : null) ?? message.createdAt
  }
  return {
    ...base,
    lastMessage,
    lastMessageType: received?.lastMessageType ?? (reaction ? base.lastMessageType : message.mediaType),
    fromMe: message.fromMe,
    lastAuthorId: reaction ? base.lastAuthorId : (received?.lastAuthorId ?? message.userId),
    waitingSince: wait(),
    activityAt: Math.max(base.activityAt, millis(message.createdAt)),
  }
}

const SHOWN_OF_CONTACT = ['name', 'number', 'profilePicUrl', 'email', 'active', 'isGroup'] as const

/** Whether two copies of a contact would be drawn differently. */
export function contactDiffers(older: Contact | null, newer: Contact): boolean {
  return !older || SHOWN_OF_CONTACT.some(member => older[member] !== newer[member])
}
