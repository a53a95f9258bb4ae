/** Messages, entries and notes of tests, whole and typed. */
import {
  type Message,
  message,
  type OutboxEntry,
  outboxEntry,
  type Ticket,
  ticket,
} from '../../../src/contract'

const BASE = Date.parse('2026-11-20T12:00:00.000Z')

/** An instant so many seconds after the beginning of the tests' time. */
export const at = (seconds: number): string => new Date(BASE + seconds * 1_000).toISOString()

export const msg = (id: string, seconds: number, over: Partial<Message> = {}): Message => ({
  ...message.parse({ id, ticketId: 1, body: `text ${id}`, createdAt: at(seconds) }),
  ...over,
})

export const entry = (id: string, over: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...outboxEntry.parse({
    id,
    ticketId: 1,
    kind: 'text',
    body: `text ${id}`,
    quote: null,
    attachment: null,
    forward: null,
    state: 'queued',
    progress: null,
    attempts: 0,
    failureCode: null,
    failureText: null,
    notBefore: null,
    messageId: null,
    createdAt: at(0),
  }),
  ...over,
})

export const tick = (id: number, over: Partial<Ticket> = {}): Ticket => ({
  ...ticket.parse({ id, uuid: `u${id}`, status: 'open', contactId: 7, createdAt: at(0), updatedAt: at(0) }),
  contact: null,
  ...over,
})
