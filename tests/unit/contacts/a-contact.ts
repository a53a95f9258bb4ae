import {
  type Contact,
  contact,
  type FeedEvent,
  type Message,
  message,
  parseChannel,
} from '../../../src/contract'

/** A contact as the contract reads it, with what a test cares about. */
export const person = (id: number, over: Record<string, unknown> = {}): Contact =>
  contact.parse({ id, name: `Pessoa ${id}`, number: `55119${String(id).padStart(8, '0')}`, ...over })

/** An event about contacts as it came over the wire: what it left out is left out. */
export function heard(payload: unknown): FeedEvent {
  const parsed = parseChannel('contact', payload)
  if (!parsed.ok) throw new Error(parsed.issues)
  return parsed.event
}

/** A message of a ticket. */
export const said = (id: string, ticketId: number, over: Record<string, unknown> = {}): Message =>
  message.parse({ id, ticketId, body: id, createdAt: '2026-11-20T10:00:00.000Z', ...over })
