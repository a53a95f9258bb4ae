/** Realtime events. A server names them per company (`company-7-ticket`); the console works on the parsed `FeedEvent`. */
import { z } from 'zod'
import { contactUpdate } from './contact-events'
import {
  announcement,
  campaign,
  campaignRecipient,
  chat,
  chatMessage,
  company,
  contact,
  contactList,
  contactListItem,
  fileList,
  help,
  holiday,
  invoice,
  mention,
  message,
  plan,
  prompt,
  queue,
  queueIntegration,
  quickMessage,
  schedule,
  setting,
  tag,
  ticket,
  ticketNote,
  ticketProposal,
  ticketSummary,
  user,
  webhook,
  whatsapp,
} from './entities'
import type { LogPlace } from './log-place'
import { id, listOf, maybe, maybeId, maybeInstant } from './scalars'
import { ticketActivity, ticketPlaces } from './ticket-presence'

/** The name a server gives an event of a company. */
export function companyEvent(companyId: number, channel: CompanyChannel | 'announcement'): string {
  return `company-${companyId}-${channel}`
}
/** Announcements reach every company under one name. */
export const ANNOUNCEMENT_EVENT = 'company-announcement'
/** Sent by the server once it listens to what a client emits; joins sent earlier are lost. */
export const READY_EVENT = 'ready'

/**
 * How far a console is among the events of its company and of the platform. Every event carries, as its second argument, what
 * of it is another one by then; numbers of two epochs cannot be compared. Legacy servers have none.
 */
export const logPosition = z.object({
  epoch: z.string().max(100),
  seq: z.number().int().nonnegative(),
  platform: z.number().int().nonnegative(),
})
export type LogPosition = z.output<typeof logPosition>
/** The second argument of an event. */
export const logMark = z.union([logPosition.pick({ seq: true }), logPosition.pick({ platform: true })])
/**
 * Before `READY_EVENT`, where something was missed: a JSON list of events, each with name, payload and mark, as zlib deflates
 * it with MISSED_DICTIONARY. Events of one company say much of the same again.
 */
export const MISSED_EVENT = 'missed'
const unset = (row: z.ZodObject): string =>
  Object.keys(row.shape)
    .map(name => `"${name}":null`)
    .join()
/** What such a list is full of. Of another version of Turno it is another one: then the list cannot be read, and zlib says so. */
export const MISSED_DICTIONARY = `{${unset(contact)}},{${unset(ticket)}},"-appMessage",{"action":"create","message":{${unset(message)}},"ticket":{`
export const missedEvents = z.array(z.tuple([z.string(), z.unknown(), z.unknown()]))
/** With `READY_EVENT`. `resumed`: all that was missed since the position that was asked for came before it. */
export const readyPayload = logPosition.extend({ resumed: z.boolean() })
/** Conversations that one connection goes on with; a console that shows more asks for everything again. */
export const MOST_CHAT_BOXES = 100
/** In a connection's `auth` as `resume`: where a console was, and what it listened to. */
export const resumeRequest = logPosition.extend({
  topics: z.array(z.enum(['pending', 'open', 'closed', 'notification'])).max(4),
  chatBoxes: z.array(z.number().int().positive()).max(MOST_CHAT_BOXES),
})
export type ResumeRequest = z.output<typeof resumeRequest>

/** What a client emits, and its payload. Ticket ids and statuses travel as text. */
export const clientEvents = {
  joinChatBox: z.string().regex(/^\d+$/),
  leaveChatBox: z.string().regex(/^\d+$/),
  joinTickets: z.enum(['pending', 'open', 'closed']),
  leaveTickets: z.enum(['pending', 'open', 'closed']),
  joinNotification: z.undefined(),
  leaveNotification: z.undefined(),
  /** Heartbeat with presence. */
  userStatus: z.object({ online: z.boolean(), idle: z.boolean().optional() }),
  /** All tickets its person is at; said again every TICKET_PRESENCE_MS. Of tickets whose chat box was not joined nothing is passed on. */
  ticketPresence: ticketPlaces,
} as const
export type ClientEvent = keyof typeof clientEvents

const upsert = z.enum(['create', 'update'])
const removal = z.literal('delete')
/** Something of what the person has, sees or may use has changed: it is asked for again. */
const changed = z.object({ action: z.literal('changed') })
const by = z.object({ id, name: z.string() }).nullish()
/** One member per channel: action and payload as one discriminated shape. */
const channelSchemas = {
  ticket: z.union([
    // `messagesTo`: uuid of the ticket its messages stand in from now on, or of this one that took others'. `by`: who did it.
    z.object({ action: upsert, ticket, messagesTo: z.string().optional(), by }),
    z.object({ action: z.enum(['delete', 'removeFromList', 'updateUnread']), ticketId: id, by }),
  ]),
  appMessage: z.object({ action: upsert, message, ticket: maybe(ticket), contact: maybe(contact) }),
  contact: z.union([
    z.object({ action: upsert, contact: contactUpdate }),
    z.object({ action: upsert, records: z.array(contactUpdate) }),
    // With the tickets that went with it, where the server says so: what was written to them goes, too.
    z.object({ action: removal, contactId: id, ticketIds: listOf('contact.ticketIds', id).optional() }),
  ]),
  chat: z.union([
    z.object({ action: upsert, chat }),
    z.object({ action: z.literal('new-message'), newMessage: chatMessage, chat: maybe(chat) }),
    z.object({ action: removal, id }),
  ]),
  auth: z.object({ action: upsert, user: z.object({ id }) }),
  whatsapp: z.union([z.object({ action: upsert, whatsapp }), z.object({ action: removal, whatsappId: id })]),
  whatsappSession: z.object({ action: upsert, session: whatsapp }),
  user: z.union([z.object({ action: upsert, user }), z.object({ action: removal, userId: id })]),
  settings: z.object({ action: upsert, setting }),
  queue: z.union([z.object({ action: upsert, queue }), z.object({ action: removal, queueId: id })]),
  tag: z.union([z.object({ action: upsert, tag }), z.object({ action: removal, tagId: id })]),
  quickmessage: z.union([
    z.object({ action: upsert, record: quickMessage }),
    z.object({ action: removal, id }),
  ]),
  /** Not everybody may read it: what it says is asked for. */
  article: z.object({ action: z.enum(['create', 'update', 'delete']), id }),
  /** Without a word of it: not everybody may read it. The id of one, or null: those of a contact that was erased. */
  articleProposal: z.object({ action: z.enum(['create', 'delete']), id: maybeId }),
  ticketNote: z.union([
    z.object({ action: upsert, note: ticketNote }),
    z.object({ action: removal, id, ticketId: id }),
  ]),
  /** A colleague at a ticket, or (`userId` null) the customer who writes. It is no entry of the log: who was not there does not learn of it later. */
  ticketPresence: z.object({
    action: upsert,
    ticketId: id,
    userId: maybeId,
    name: z.string(),
    activity: z.enum([...ticketActivity.options, 'gone']),
  }),
  schedule: z.union([z.object({ action: upsert, schedule }), z.object({ action: removal, scheduleId: id })]),
  holiday: z.union([z.object({ action: upsert, holiday }), z.object({ action: removal, holidayId: id })]),
  company: z.union([z.object({ action: upsert, company }), z.object({ action: removal, companyId: id })]),
  plan: z.union([z.object({ action: upsert, plan }), z.object({ action: removal, planId: id })]),
  help: z.union([z.object({ action: upsert, record: help }), z.object({ action: removal, id })]),
  prompt: z.union([z.object({ action: upsert, prompt }), z.object({ action: removal, promptId: id })]),
  /** How the copilot is set has changed: what one may use of it is asked for again. */
  copilot: z.object({ action: upsert }),
  ticketSummary: z.object({ action: upsert, summary: ticketSummary }),
  ticketProposals: z.object({
    action: upsert,
    ticketId: id,
    proposals: listOf('ticketProposals', ticketProposal),
  }),
  queueIntegration: z.union([
    z.object({ action: upsert, queueIntegration }),
    z.object({ action: removal, integrationId: id }),
  ]),
  /** A super-administrator changed how the platform is paid, or its mail server: what is shown is asked for again. */
  platformSettings: z.object({ action: upsert, part: z.enum(['payments', 'mail']) }),
  payment: z.union([
    /** An invoice was paid; `company` holds the renewed due date. */
    z.object({
      action: z.literal('CONCLUIDA'),
      company: z.object({ id, dueDate: maybeInstant }),
      invoiceId: maybeId,
    }),
    z.object({ action: upsert, invoice }),
  ]),
  ContactList: z.union([
    z.object({ action: upsert, record: contactList }),
    z.object({ action: removal, id }),
  ]),
  ContactListItem: z.union([
    z.object({ action: upsert, record: contactListItem }),
    z.object({ action: upsert, records: z.array(contactListItem) }),
    z.object({ action: removal, id }),
    /** So many rows came or went that the list is better asked for again. */
    z.object({ action: z.literal('reload'), contactListId: id }),
  ]),
  file: z.union([z.object({ action: upsert, record: fileList }), z.object({ action: removal, id })]),
  campaign: z.union([
    /** `recipients`: those whose state changed since the last event; figures stand in the record. */
    z.object({
      action: upsert,
      record: campaign,
      recipients: listOf('campaign.recipients', campaignRecipient),
    }),
    z.object({ action: removal, id }),
  ]),
  /** One of the person's own. */
  mention: z.union([z.object({ action: upsert, mention }), z.object({ action: removal, id })]),
  reminder: changed,
  /** What one keeps at the top of the lists. */
  pin: changed,
  /** Colleagues of this network are let in or no more, or an invitation came or went. */
  localNetwork: changed,
  savedView: changed,
  macro: changed,
  serviceLevel: changed,
  floorAlarm: changed,
  rule: changed,
  webhook: z.union([
    z.object({ action: upsert, webhook }),
    z.object({ action: removal, webhookId: id }),
    /** The log of a webhook has changed; announced at most once a second. */
    z.object({ action: z.literal('deliveries'), webhookId: id }),
  ]),
  announcement: z.union([
    z.object({ action: upsert, record: announcement }),
    z.object({ action: removal, id }),
  ]),
} as const

export type Channel = keyof typeof channelSchemas
/** Channels whose events are named `company-{id}-<channel>`. */
export type CompanyChannel = Exclude<Channel, 'announcement'>
/** What a server emits on a channel (input side of the schema). */
export type EventPayload<C extends Channel> = z.input<(typeof channelSchemas)[C]>

/** A parsed event as the console's windows receive it. */
export type ServerFeedEvent = {
  [C in Channel]: { channel: C; data: z.output<(typeof channelSchemas)[C]> }
}[Channel]

/**
 * An event main itself adds to the feed: after a gap in the connection everything shown must be asked for again.
 * `since` is when the connection was last known good (ISO-8601), null when unknown.
 */
export type ResyncEvent = {
  channel: 'resync'
  data: {
    since: string | null
    /** Only the lists: nothing was lost, but the server does not tell of every change. */
    lists?: true
  }
}
export type FeedEvent = ServerFeedEvent | ResyncEvent
/** `seq` is main's own number; `at`: where the server's log was by this event, where it has one. */
export type NumberedFeedEvent = { seq: number; event: FeedEvent; at?: LogPlace }

export type ParsedEvent =
  | { ok: true; event: ServerFeedEvent }
  | { ok: false; reason: 'unknown' | 'foreign' | 'malformed'; issues: string }

const COMPANY_EVENT = /^company-(\d+)-([A-Za-z]+)$/

/**
 * Reads one socket event.
 * @param companyId company of the signed-in user; events of others are refused as `foreign`.
 * @returns the parsed event, or why it is none. Never throws, whatever the payload.
 */
export function parseSocketEvent(companyId: number, name: string, payload: unknown): ParsedEvent {
  let channel: Channel
  if (name === ANNOUNCEMENT_EVENT) channel = 'announcement'
  else {
    const match = COMPANY_EVENT.exec(name)
    if (!match) return { ok: false, reason: 'unknown', issues: name }
    if (Number(match[1]) !== companyId) return { ok: false, reason: 'foreign', issues: name }
    if (!Object.hasOwn(channelSchemas, match[2] ?? '')) return { ok: false, reason: 'unknown', issues: name }
    channel = match[2] as Channel
  }
  return parseChannel(channel, payload)
}

/** Parses a payload whose channel is already known. Never throws. */
export function parseChannel(channel: Channel, payload: unknown): ParsedEvent {
  const parsed = channelSchemas[channel].safeParse(payload)
  if (!parsed.success) {
    return {
      ok: false,
      reason: 'malformed',
      issues: parsed.error.issues.map(i => `${i.path.join('.')}: ${i.code}`).join('; '),
    }
  }
  return { ok: true, event: { channel, data: parsed.data } as ServerFeedEvent }
}
