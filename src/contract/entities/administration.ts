/** Records of administration and content: read tolerantly. */
import { z } from 'zod'
import {
  figure,
  flag,
  id,
  instant,
  maybe,
  maybeId,
  maybeInstant,
  maybeName,
  maybeText,
  name,
  text,
} from '../scalars'
import { contact } from './conversation'
import { queueRef, userRef } from './organisation'

/** A chatbot option of a queue. */
export const queueOption = z.object({
  id,
  title: name,
  message: text,
  option: text,
  queueId: maybeId,
  parentId: maybeId,
  exitChatbot: flag,
  forwardQueueId: maybeId,
  mediaPath: maybeText,
  mediaName: maybeName,
  /** Options below this one; a page of the tree says so without holding them. */
  childrenCount: figure,
})
export type QueueOption = z.output<typeof queueOption>

/** A day on which a company keeps other hours, or none (both times empty). */
export const holiday = z.object({ id, day: text, name: text, startTime: text, endTime: text })
export type Holiday = z.output<typeof holiday>

/** A message to be sent later; legacy servers have the same status values. */
export const schedule = z.object({
  id,
  body: text,
  sendAt: instant,
  sentAt: maybeInstant,
  status: text,
  /** Its time has come and its number is down: nothing has left yet. Legacy servers do not say it. */
  waitsForNumber: flag,
  contactId: maybeId,
  contact: maybe(contact.pick({ id: true, name: true })),
  ticketId: maybeId,
  userId: maybeId,
  user: maybe(userRef),
  mediaPath: maybeText,
  mediaName: maybeName,
})
export type Schedule = z.output<typeof schedule>

/**
 * An AI prompt. Keys of providers are not part of the shape and never survive parsing: a server says that it keeps one.
 * Tokens are those of all its answers so far.
 */
export const prompt = z.object({
  id,
  name,
  prompt: text,
  /** `texto`, or a voice of src/contract/automation.ts. */
  voice: text,
  voiceRegion: maybeText,
  hasVoiceKey: flag,
  hasApiKey: flag,
  /** OpenAI-compatible address; "" is the provider's own. */
  baseUrl: text,
  /** "" is the server's usual one. */
  model: text,
  maxTokens: figure,
  temperature: figure,
  maxMessages: figure,
  /** It answers from the company's articles. */
  usesArticles: flag,
  promptTokens: figure,
  completionTokens: figure,
  totalTokens: figure,
  /** Where a customer goes who wants a person. */
  queueId: maybeId,
  queue: maybe(queueRef),
})
export type Prompt = z.output<typeof prompt>

/** An integration of queues; its key never leaves the server. */
export const queueIntegration = z.object({
  id,
  type: text,
  name,
  projectName: text,
  ixcBaseUrl: text,
  hasIxcApiKey: flag,
  /** Milliseconds one question to the provider may take. */
  ixcTimeout: figure,
  ixcRetryAttempts: figure,
  ixcFallbackQueueId: maybeId,
})
export type QueueIntegration = z.output<typeof queueIntegration>

/** A demand for one period; its displayed status is `invoiceState`. */
export const invoice = z.object({
  id,
  detail: text,
  /** `open` or `paid`. */
  status: text,
  /** BRL. */
  value: figure,
  /** A day (YYYY-MM-DD) or an instant. */
  dueDate: text,
  companyId: maybeId,
  /** What the plan held when the invoice was made; 0 where a server does not say. */
  users: figure,
  connections: figure,
  queues: figure,
  paidAt: maybeInstant,
  /** Whose it is, in lists over all companies. */
  company: maybe(z.object({ id, name })),
})
export type Invoice = z.output<typeof invoice>

/** A Pix to be paid: the copy-and-paste code and the amount as the bank writes it. */
export const pixCharge = z.object({
  txid: text,
  qrcode: z.object({ qrcode: text }),
  valor: z.object({ original: text }),
  /** Null: the code does not end. */
  expiresAt: maybeInstant,
  /** `bank`: its payment is reported by the bank; `hand`: somebody looks into the account. */
  settledBy: text,
})
export type PixCharge = z.output<typeof pixCharge>

export const help = z.object({ id, title: name, description: text, video: text, link: maybeText })
export type Help = z.output<typeof help>

/** The join between a ticket and a tag as servers answer it after tagging. */
export const ticketTag = z.object({ ticketId: id, tagId: id })
