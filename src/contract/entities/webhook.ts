/** Outgoing webhooks of a company and the log of what they were sent. */
import { z } from 'zod'
import { SUMMARY_KINDS } from '../copilot'
import { PRIORITIES } from '../priority'
import { figure, flag, id, instant, maybeFigure, maybeInstant, name, text } from '../scalars'

export const webhook = z.object({
  id,
  name,
  url: text,
  messages: flag,
  acks: flag,
  tickets: flag,
  active: flag,
  /** Since when no delivery has succeeded; null while it works. */
  failingSince: maybeInstant,
  /** It was switched off because it kept failing, not by a person. */
  gaveUp: flag,
  createdAt: instant,
  updatedAt: instant,
})
export type Webhook = z.output<typeof webhook>

/** With the secret its calls are signed with; shown once, when it is made. */
export const webhookWithSecret = webhook.extend({ secret: text })

export const webhookDelivery = z.object({
  id,
  webhookId: id,
  event: text,
  status: text,
  attempts: figure,
  /** When it is tried next; null when it is not. */
  nextAt: maybeInstant,
  /** HTTP status of the last answer; null when there was none. */
  answerStatus: maybeFigure,
  /** Why the last try failed without an answer: a code of the network, `TIMEOUT`, `REFUSED_ADDRESS`. */
  failure: text,
  durationMs: maybeFigure,
  createdAt: instant,
  deliveredAt: maybeInstant,
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

/** One delivery with what was sent and what was answered. */
export const webhookDeliveryDetail = webhookDelivery.extend({ payload: text, answer: text })
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>

const ticketBrief = z.object({
  id: z.number().int(),
  uuid: z.string(),
  protocol: z.string(),
  status: z.string(),
  priority: z.enum(PRIORITIES),
  /** Since when it sleeps; null while it is awake. */
  snoozedAt: z.string().nullable(),
  /** Until when it is or was snoozed; null: until the customer writes. */
  snoozedUntil: z.string().nullable(),
  queueId: z.number().int().nullable(),
  userId: z.number().int().nullable(),
  connectionId: z.number().int().nullable(),
})
const contactBrief = z.object({
  id: z.number().int(),
  name: z.string(),
  number: z.string(),
  isGroup: z.boolean(),
})
const place = ticketBrief.pick({
  status: true,
  priority: true,
  snoozedAt: true,
  snoozedUntil: true,
  queueId: true,
  userId: true,
})

const messageBrief = z.object({
  id: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  /** How far the message got, by the figures of `ACK`: 0 waiting, 1 server, 2 sent, 3 delivered, 4 read, 5 played. */
  ack: z.number().int(),
  /** Why an own message did not leave: an error code. */
  failure: z.string().nullable(),
  mediaType: z.string().nullable(),
  mediaName: z.string().nullable(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: z.string(),
})

/** What the `data` of an event holds, by what it is about. Strict: this is what other programs are promised. */
export const webhookData = {
  message: z.object({ message: messageBrief, ticket: ticketBrief, contact: contactBrief }),
  transcript: z.object({
    message: messageBrief,
    ticket: ticketBrief,
    contact: contactBrief,
    /** What is heard or read in the message's file. */
    transcript: z.object({
      text: z.string(),
      /** ISO 639; null where nobody knows. */
      language: z.string().nullable(),
      model: z.string(),
    }),
  }),
  ticket: z.object({ ticket: ticketBrief, contact: contactBrief }),
  ticketChange: z.object({ ticket: ticketBrief, before: place, contact: contactBrief }),
  /** Without the person it was with: a deletion may be the end of their data. */
  ticketDeleted: z.object({ ticket: ticketBrief }),
  ticketSummary: z.object({
    ticket: ticketBrief,
    contact: contactBrief,
    summary: z.object({
      lines: z.array(
        z.object({ kind: z.enum(SUMMARY_KINDS), text: z.string(), messageIds: z.array(z.string()) }),
      ),
      /** When the last message it tells of was sent. */
      upTo: z.string(),
    }),
  }),
  ping: z.object({ webhook: z.object({ id: z.number().int(), name: z.string() }) }),
} as const

/** The body of an event: `id` is the same at every try, so that a receiver can tell what it has had. */
export const webhookEnvelope = z.object({
  id: z.number().int(),
  event: z.string(),
  createdAt: z.string(),
})
