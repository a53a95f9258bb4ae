/** What leaves this computer: files handed to main, drafts, and the entries of the outbox. */
import { z } from 'zod'
import { expectedTicket } from './expected'
import { menuParts } from './menus'

/** A file waiting in the outbox or in a draft; its bytes were handed to main through `/local/attachments`. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  caption: z.string().default(''),
  width: z.number().nullable().default(null),
  height: z.number().nullable().default(null),
  /** Seconds, for recordings. */
  duration: z.number().nullable().default(null),
})
export type Attachment = z.output<typeof attachment>

export const quoteRef = z.object({
  id: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: z.string().nullable(),
  name: z.string(),
})
export type QuoteRef = z.output<typeof quoteRef>

export const draft = z.object({
  ticketId: z.number().int(),
  text: z.string(),
  quote: quoteRef.nullable(),
  attachments: z.array(attachment),
  /** Caret position in characters. */
  caret: z.number().int().nullable(),
  updatedAt: z.string(),
})
export type Draft = z.output<typeof draft>

/** What somebody wrote before it was translated, and in which language (ISO 639). */
export const original = z.object({ text: z.string().max(70_000), language: z.string().max(3) })

export const OUTBOX_STATES = ['queued', 'sending', 'sent', 'failed'] as const
export const outboxEntry = z.object({
  /** The client id the server will know the message by. */
  id: z.string(),
  ticketId: z.number().int(),
  kind: z.enum(['text', 'media', 'forward']),
  body: z.string(),
  quote: quoteRef.nullable(),
  attachment: attachment.nullable(),
  original: original.nullish(),
  /** Buttons, list or link below the text; the body is then the text above them. */
  menu: menuParts.nullish(),
  forward: z
    .object({
      messageId: z.string(),
      contactId: z.number().int(),
      signMessage: z.boolean(),
      /** The ticket it went to, once a server has said so. */
      ticketId: z.number().int().optional(),
    })
    .nullable(),
  state: z.enum(OUTBOX_STATES),
  /** Share of the upload done, 0 to 1; null for text. */
  progress: z.number().nullable(),
  attempts: z.number().int(),
  /** Error code of the last failure, and the server's words. */
  failureCode: z.string().nullable(),
  failureText: z.string().nullable(),
  /** Not before this instant (upload undo, backoff); ISO-8601. */
  notBefore: z.string().nullable(),
  /** Id of the server's message once it is known. */
  messageId: z.string().nullable(),
  createdAt: z.string(),
  /** When it last left for the server; ISO-8601 by this computer's clock, missing before the first attempt. */
  leftAt: z.string().optional(),
})
export type OutboxEntry = z.output<typeof outboxEntry>

export const outgoing = z.object({
  /** Made by the composer, so that the bubble exists before main answers. */
  id: z.string().min(8).max(64),
  ticketId: z.number().int(),
  kind: z.enum(['text', 'media', 'forward']),
  body: z.string().max(70_000),
  quote: quoteRef.nullable().default(null),
  attachment: attachment.nullable().default(null),
  original: original.nullish(),
  menu: menuParts.nullish(),
  forward: outboxEntry.shape.forward.default(null),
  /** What its writer took the ticket to be: where a colleague has it by then, or has written since, the server refuses it. */
  expected: expectedTicket.optional(),
  /** Milliseconds the entry may still be taken back before it leaves. */
  holdMs: z.number().int().min(0).max(10_000).default(0),
})
export type Outgoing = z.input<typeof outgoing>
