/** Contact, ticket, message, note: what an agent works on. */
import { z } from 'zod'
import {
  THREAD_HOLDERS,
  type ThreadHolder,
  TICKET_STATUSES,
  WAKE_REASONS,
  type WakeReason,
} from '../constants'
import { TRANSCRIPT_STATES } from '../copilot'
import { sentMenu, sentParts } from '../menus'
import { PRIORITIES, type Priority } from '../priority'
import {
  figure,
  flag,
  id,
  instant,
  listOf,
  maybe,
  maybeFigure,
  maybeFlag,
  maybeId,
  maybeInstant,
  maybeName,
  maybeText,
  name,
  text,
} from '../scalars'
import { deadline } from '../service-levels'
import { queueRef, tag, userRef, whatsappRef } from './organisation'
import { sentTemplate } from './templates'

/** Who of the team wrote something: a user's id, null for nobody of it; undefined where the server does not say. */
const author = z.union([id, z.null()]).optional().catch(undefined)

export const extraInfo = z.object({ id: maybeId, name, value: text })
export type ExtraInfo = z.output<typeof extraInfo>

export const contact = z.object({
  id,
  name,
  number: text,
  /** As they call themselves to everybody, without the "@"; null where that is not known. */
  username: maybeText,
  email: text,
  profilePicUrl: maybeText,
  isGroup: flag,
  /** Servers without the field keep every contact active. */
  active: z
    .boolean()
    .nullish()
    .transform((v): boolean => v ?? true),
  extraInfo: listOf('contact.extraInfo', extraInfo),
  whatsappId: maybeId,
  whatsapp: maybe(whatsappRef),
  tickets: listOf(
    'contact.tickets',
    z.object({ id: maybeId, uuid: maybeText, status: maybeText, updatedAt: instant }),
  ),
  createdAt: maybeInstant,
  updatedAt: maybeInstant,
})
export type Contact = z.output<typeof contact>

/** Left by the colleague who transferred the ticket; shown on top of the thread until the ticket is closed. */
export const handover = z.object({ note: text, from: maybe(userRef), at: instant })
export type Handover = z.output<typeof handover>

export const ticket = z.object({
  id,
  uuid: text,
  /** Some servers store any text; anything else than the three statuses is refused as malformed. */
  status: z.enum(TICKET_STATUSES),
  unreadMessages: figure,
  lastMessage: name,
  /** Whether the last message was ours. */
  fromMe: flag,
  /** Who of the team wrote it, as `userId` of a message. */
  lastAuthorId: author,
  isGroup: flag,
  userId: maybeId,
  user: maybe(userRef),
  contactId: maybeId,
  contact: maybe(contact),
  whatsappId: maybeId,
  whatsapp: maybe(whatsappRef),
  queueId: maybeId,
  queue: maybe(queueRef),
  chatbot: flag,
  useIntegration: flag,
  promptId: maybeId,
  integrationId: maybeId,
  tags: listOf('ticket.tags', tag),
  code: maybeText,
  /**
   * The waiting clock: when the first customer message that nobody has answered arrived; null when nothing waits.
   * Kept by the embedded workspace; computed by the client for servers that lack it.
   */
  waitingSince: maybeInstant,
  /**
   * Until when the customer may be answered in words of one's own; templates alone go afterwards. Where the customer has
   * never written to this number: when the ticket was made. null where the number knows no such window.
   */
  windowClosesAt: maybeInstant,
  /** Media type of the last message, for the icon in the row; null where the server does not say. */
  lastMessageType: maybeText,
  handover: maybe(handover),
  /** `normal` where the server knows none. */
  priority: z
    .enum(PRIORITIES)
    .optional()
    .catch(undefined)
    .transform((value): Priority => value ?? 'normal'),
  /** Since when the ticket sleeps: nobody waits, and lists of what is worked on leave it out. null while it is awake. */
  snoozedAt: maybeInstant,
  /**
   * Until when it is snoozed; null: until the customer writes, which ends every snooze. It stays while `wokenBy` says that the
   * ticket has just come back.
   */
  snoozedUntil: maybeInstant,
  /** Why it came back, until somebody answers or does something else with it. */
  wokenBy: z
    .enum(WAKE_REASONS)
    .nullish()
    .catch(null)
    .transform((value): WakeReason | null => value ?? null),
  /** The customer's language (ISO 639) while the conversation is translated; null while it is not. */
  translatedFrom: maybeText,
  /** Who else answers this conversation now; null while it is this workspace. Nothing is sent by itself meanwhile. */
  heldBy: z
    .enum(THREAD_HOLDERS)
    .nullish()
    .catch(null)
    .transform((value): ThreadHolder | null => value ?? null),
  /** When that last changed; null where its number knows nobody else: it cannot be given back either. */
  heldAt: maybeInstant,
  /** What its service level promises next; null where nothing is promised, or while it is snoozed. */
  deadline: maybe(deadline),
  /** Matching messages of a text search. */
  messages: listOf(
    'ticket.messages',
    z.object({
      id: text,
      body: text,
      /** What is heard or read in its file. */
      heard: flag,
      /** What it says in another language. */
      translated: flag,
    }),
  ),
  createdAt: instant,
  updatedAt: instant,
})
export type Ticket = z.output<typeof ticket>

/** What somebody is to be reminded of: a ticket, or a message of it. Nobody else's business. */
export const reminder = z.object({
  id,
  ticketId: id,
  ticketUuid: text,
  /** The message it is about; null for the ticket as such. */
  messageId: maybeText,
  /** The customer's name or number. */
  name,
  /** What the message says, shortened. */
  words: text,
  note: text,
  dueAt: instant,
})
export type Reminder = z.output<typeof reminder>

export const reaction = z.object({ userId: maybeId, type: text, fromMe: flag })
export type Reaction = z.output<typeof reaction>

/** What a customer pressed or looked at before writing: an advertisement, a post, a product. */
export const referral = z.object({
  kind: z.enum(['ad', 'post', 'product']).catch('ad'),
  title: text,
  text,
  /** Where it stands, http or https; "" where that is not said. */
  url: text,
})
export type Referral = z.output<typeof referral>

export const translations = z.record(z.string().regex(/^[a-z]{2,3}$/), z.string())
export type Translations = z.output<typeof translations>

export const quotedMessage = z.object({
  id: text,
  body: text,
  fromMe: flag,
  userId: author,
  mediaType: maybeText,
  mediaUrl: maybeText,
  isDeleted: flag,
  contact: maybe(contact),
})
export type QuotedMessage = z.output<typeof quotedMessage>

/** The words of a recording or a picture, or how far they have got. */
const transcript = z.object({
  state: z.enum(TRANSCRIPT_STATES).catch('failed'),
  /** While it is `queued`, those of the pieces that are done. */
  text,
  /** ISO 639 code. */
  language: maybeText,
  model: text,
  /** Host the file went to. */
  sentTo: text,
  pieces: figure,
  piecesDone: figure,
  /** Why there is none: a code of src/contract/errors.ts. */
  failure: maybeText,
})
export type Transcript = z.output<typeof transcript>

/** What the page behind the first link of a message says of itself, as the server read it. */
const linkPreview = z.object({
  /** The link as it stands in the message. */
  url: text,
  title: text,
  description: text,
  /** Path of its picture below the server; null for none. */
  picture: maybeText,
})
export type LinkPreview = z.output<typeof linkPreview>

/**
 * One message of a thread. `mediaType` stays open text: image, audio, video, application, locationMessage,
 * contactMessage, vcard, call_log, reactionMessage,
 * orderMessage, formReply, numberChange, unsupported and whatever a channel adds; an unknown type is shown as a file or as
 * text.
 */
export const message = z.object({
  id: z.union([z.string(), z.number().transform(String)]),
  ticketId: id,
  contactId: maybeId,
  contact: maybe(contact),
  queueId: maybeId,
  body: text,
  fromMe: flag,
  /** Who of the team wrote it. */
  userId: author,
  read: flag,
  ack: figure,
  mediaType: maybeText,
  mediaUrl: maybeText,
  mediaName: maybeName,
  mediaMime: maybeText,
  /** Bytes. */
  mediaSize: maybeFigure,
  /** Pixels, so that a box is reserved before the image loads. */
  mediaWidth: maybeFigure,
  mediaHeight: maybeFigure,
  /** Seconds. */
  mediaDuration: maybeFigure,
  quotedMsgId: maybeText,
  quotedMsg: maybe(quotedMessage),
  isDeleted: flag,
  isEdited: flag,
  isForwarded: flag,
  reactions: listOf('message.reactions', reaction),
  /** The id the sending client gave it; null on messages that were not sent by a Turno console. */
  clientId: maybeText,
  /** Why the channel refused it, for messages the server could not deliver. */
  failure: maybeText,
  /** What it was made from; null for words of somebody's own. */
  template: maybe(sentTemplate),
  /** Its buttons, list or link; the body has the same in words. null for none. */
  menu: maybe(sentMenu),
  /** What is heard or read in its file; null where nobody has asked. */
  transcript: maybe(transcript),
  /** What brought the customer to write it; null for nothing known. */
  referral: maybe(referral),
  /** Its words in other languages by their codes (ISO 639); of an own one what its writer wrote before it was translated. */
  translations: maybe(translations),
  linkPreview: maybe(linkPreview),
  createdAt: instant,
  updatedAt: maybeInstant,
})
export type Message = z.output<typeof message>

/** Who is named in a note by "@": a person or all of a queue, by the name they had then. */
export const mentioned = z.object({ kind: z.enum(['user', 'queue']), id, name: text })
export type Mentioned = z.output<typeof mentioned>

/** A note that only colleagues see; `messageId` makes it a whisper on one message. */
export const ticketNote = z.object({
  id,
  note: text,
  ticketId: maybeId,
  contactId: maybeId,
  userId: maybeId,
  user: maybe(userRef),
  messageId: maybeText,
  mentions: listOf('ticketNote.mentions', mentioned),
  createdAt: instant,
})
export type TicketNote = z.output<typeof ticketNote>

/** That somebody was named in a note, in a list of their own. */
export const mention = z.object({
  id,
  noteId: id,
  ticketId: id,
  ticketUuid: text,
  /** Of a whisper. */
  messageId: maybeText,
  contactName: text,
  /** How the note begins. */
  note: text,
  by: maybe(userRef),
  /** The queue that was named; null where the person was. */
  queueName: maybeText,
  createdAt: instant,
  readAt: maybeInstant,
  doneAt: maybeInstant,
})
export type Mention = z.output<typeof mention>

export const quickMessage = z.object({
  id,
  shortcode: text,
  message: text,
  mediaPath: maybeText,
  mediaName: maybeName,
  geral: flag,
  /** The list's check mark: general. */
  status: maybeFlag,
  /** A file is attached. */
  isMedia: maybeFlag,
  userId: maybeId,
  /** In whose tickets it is offered; empty: in all. */
  queueIds: listOf('quickMessage.queueIds', id),
  /** Buttons, list or link below its text; null for none. */
  menu: maybe(sentParts),
})
export type QuickMessage = z.output<typeof quickMessage>
