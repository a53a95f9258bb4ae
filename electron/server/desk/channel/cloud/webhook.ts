/**
 * Splits a Cloud API delivery into single events. Pure. Every part is read by itself, so that an odd one costs no
 * other; unknown parts are passed on for whoever runs the server.
 */
import { createHash } from 'node:crypto'
import { addressIn, wellFormed } from '@contract'
import { z } from 'zod'
import { noticesOf } from './account-notices'
import { content, members, messageContentOf, referralIn, words } from './content'
import { aboutChange, type CloudEvent } from './events'
import { type Manner, messagesIn } from './fields'
import { handover } from './handover'
import { instantOf, orderedKey, timeOf } from './order'
import {
  type Author,
  authorOf,
  idsIn,
  type Known,
  knownPerson,
  metaId,
  moveIn,
  optional,
  phoneNumber,
  systemNotice,
} from './people'
import { phoneDataIn, type ReadMessage } from './phone-fields'
import { priceOf, pricing } from './pricing'

/** Longest id of a message that is kept unchanged. */
const ID_CHARS = 300
/** Characters kept of an unknown part. */
const KEPT_CHARS = 8_000

const message = content.extend({
  id: optional(z.union([words, z.number().transform(String)])),
  from: optional(z.union([phoneNumber, metaId])),
  from_user_id: optional(metaId),
  from_parent_user_id: optional(metaId),
  group_id: optional(words.pipe(z.string().min(1).max(300))),
  timestamp: z.unknown().optional(),
  reaction: optional(z.object({ message_id: words, emoji: words.catch('') })),
  edit: optional(z.object({ original_message_id: words, message: content })),
  revoke: optional(z.object({ original_message_id: words })),
  handover: optional(handover),
  system: optional(systemNotice),
})
type Message = z.output<typeof message>

const status = z.object({
  id: words.pipe(z.string().min(1).max(ID_CHARS)),
  status: words.pipe(z.string().max(50)),
  biz_opaque_callback_data: optional(words.pipe(z.string().max(512))),
  recipient_id: optional(z.union([phoneNumber, metaId])),
  recipient_user_id: optional(metaId),
  recipient_parent_user_id: optional(metaId),
  timestamp: z.unknown().optional(),
  errors: members(z.object({ code: z.coerce.number().int() })),
  pricing: optional(pricing),
})

const value = z.object({
  metadata: z.object({ phone_number_id: z.union([words, z.number().transform(String)]) }),
  contacts: members(knownPerson),
  messages: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
})

export interface Delivered {
  phoneNumberId: string
  /** Identifies a repeated delivery of the same event. */
  key: string
  /** The conversation; "" for none. */
  chat: string
  event: CloudEvent
}

/** A part without an event. */
export interface Unknown {
  /** The number it is about; null if not named. */
  phoneNumberId: string | null
  /** Meta's name of the field, or what is wrong with it. */
  what: string
  payload: string
}

export interface Delivery {
  events: Delivered[]
  unknown: Unknown[]
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40)

/** JSON of any JSON value; "" when it is nested too deeply to be serialised. */
function jsonOf(raw: unknown): string {
  try {
    return wellFormed(JSON.stringify(raw) ?? '')
  } catch {
    return ''
  }
}

const contentOfMessage = (sent: Message) => {
  const { body, mediaType, file } = messageContentOf(sent)
  return {
    body,
    mediaType,
    file,
    quoted: sent.context?.id ?? null,
    isForwarded: (sent.context?.forwarded || sent.context?.frequently_forwarded) ?? false,
    referral: referralIn(sent),
  }
}

interface Written extends Author {
  id: string
  at: string
  standby: boolean
  fromMe: boolean
}

/** What a message reports about other messages or its author; null when it has content. */
function changeIn(sent: Message, written: Written): CloudEvent | null {
  const { reaction, edit, revoke, system } = sent
  const { id, from, ids, at, fromMe } = written
  const who = { from, ids }
  if (sent.handover) return { kind: 'handover', ...who, by: sent.handover.by, at }
  if (reaction) return { kind: 'reaction', ...who, to: reaction.message_id, emoji: reaction.emoji, fromMe }
  if (revoke) return { kind: 'revoke', ...who, to: revoke.original_message_id, fromMe }
  if (edit)
    return {
      kind: 'edit',
      ...who,
      to: edit.original_message_id,
      instead: messageEvent({ ...sent, ...edit.message, edit: undefined }, written),
      fromMe,
    }
  const move = system ? moveIn(system, from) : null
  return move && { kind: 'moved', ...{ id, at }, ...move }
}

function messageEvent(sent: Message, written: Written): CloudEvent {
  return { kind: 'message', ...written, group: sent.group_id ?? null, ...contentOfMessage(sent) }
}

function ofMessage(raw: unknown, people: readonly Known[], now: number, manner: Manner) {
  const read = message.safeParse(raw)
  if (!read.success) return 'no message'
  const sent = read.data
  // A contact card from our side does not tell the customer's number.
  const author = authorOf(manner.fromMe ? { ...sent, contacts: undefined } : sent, people)
  if (author === null) return 'no sender'
  const id = sent.id && sent.id.length <= ID_CHARS ? sent.id : `cloud.${hashOf(jsonOf(raw))}`
  const { standby = false, fromMe = false } = manner
  const written = { id, ...author, at: instantOf(sent.timestamp, now), standby, fromMe }
  const event = changeIn(sent, written) ?? messageEvent(sent, written)
  // A notice of a changed person is not something they said.
  if (sent.type === 'system' && event.kind === 'message') return 'system'
  const key = 'to' in event ? orderedKey(aboutChange(event), timeOf(sent.timestamp, now), id) : id
  return { key, chat: sent.group_id ?? author.from, event }
}

function ofStatus(raw: unknown, now: number) {
  const read = status.safeParse(raw)
  if (!read.success) return 'no status'
  const { id, status: word, biz_opaque_callback_data: own, errors, pricing: told } = read.data
  const { recipient_id: to } = read.data
  const event: CloudEvent = {
    kind: 'status',
    wamid: id,
    status: word,
    messageId: own ?? null,
    phone: to !== undefined && addressIn(to) === null ? to : null,
    ids: idsIn([to, read.data.recipient_user_id, read.data.recipient_parent_user_id]),
    error: errors[0]?.code ?? null,
    price: priceOf(told),
    at: timeOf(read.data.timestamp, now),
  }
  return { key: `${id}:${word}`, chat: '', event }
}

/** Messages in the shape of the field `messages`. */
function ofValue(raw: unknown, now: number, manner: Manner): Delivery {
  const read = value.safeParse(raw)
  if (!read.success)
    return { events: [], unknown: [{ phoneNumberId: null, what: 'no number', payload: jsonOf(raw) }] }
  const { metadata, contacts, messages, statuses } = read.data
  const phoneNumberId = metadata.phone_number_id
  const out: Delivery = { events: [], unknown: [] }
  const take = (one: unknown, event: Omit<Delivered, 'phoneNumberId'> | string): void => {
    if (typeof event === 'string') out.unknown.push({ phoneNumberId, what: event, payload: jsonOf(one) })
    else out.events.push({ phoneNumberId, ...event })
  }
  for (const one of messages) take(one, ofMessage(one, contacts, now, manner))
  for (const one of statuses) take(one, ofStatus(one, now))
  if (messages.length + statuses.length === 0) take(raw, 'no messages')
  return out
}

const list = z.array(z.unknown())
const envelope = z.object({ object: z.literal('whatsapp_business_account'), entry: list })
const entry = z.object({
  id: z.union([words, z.number().transform(String)]).catch(''),
  time: z.unknown().optional(),
  changes: list,
})
const change = z.object({ field: words, value: z.unknown().optional() })
const named = z.object({ metadata: z.object({ phone_number_id: words }) })

const whole = (raw: unknown, what: string, phoneNumberId: string | null = null): Delivery => ({
  events: [],
  unknown: [{ phoneNumberId, what, payload: jsonOf(raw) }],
})

const joined = (parts: readonly Delivery[]): Delivery => ({
  events: parts.flatMap(({ events }) => events),
  unknown: parts.flatMap(({ unknown }) => unknown),
})

function ofChange(raw: unknown, now: number, at: { id: string; time: unknown }): Delivery {
  const read = change.safeParse(raw)
  if (!read.success) return whole(raw, 'no change')
  const { field, value: said } = read.data
  const parts = messagesIn(field, said)
  if (parts) return joined(parts.map(({ value: one, manner }) => ofValue(one, now, manner)))
  const message: ReadMessage = (one, fromMe) => {
    const event = ofMessage(one, [], now, { fromMe })
    return typeof event === 'string' ? null : event.event
  }
  const told =
    noticesOf(field, said, at, now) ??
    phoneDataIn(field, said, { instantOf: stamp => instantOf(stamp, now), message })
  if (told) return { events: told, unknown: [] }
  const about = named.safeParse(said)
  return whole(said, field.slice(0, 100), about.success ? about.data.metadata.phone_number_id : null)
}

function ofEntry(raw: unknown, now: number): Delivery[] {
  const read = entry.safeParse(raw)
  if (!read.success || read.data.changes.length === 0) return [whole(raw, 'no changes')]
  const { id, time, changes } = read.data
  return changes.map(one => ofChange(one, now, { id, time }))
}

function partsOf(body: string, now: number): Delivery[] {
  let raw: unknown
  try {
    raw = JSON.parse(body)
  } catch {
    return [{ events: [], unknown: [{ phoneNumberId: null, what: 'no JSON', payload: wellFormed(body) }] }]
  }
  const read = envelope.safeParse(raw)
  if (!read.success || read.data.entry.length === 0) return [whole(raw, 'no delivery')]
  return read.data.entry.flatMap(one => ofEntry(one, now))
}

/**
 * The events of one delivery in order, and its unknown parts.
 * @param body as it came.
 * @param now milliseconds since the epoch, for events without a time.
 */
export function readDelivery(body: string, now: number): Delivery {
  const { events, unknown } = joined(partsOf(body, now))
  return { events, unknown: unknown.map(one => ({ ...one, payload: one.payload.slice(0, KEPT_CHARS) })) }
}
