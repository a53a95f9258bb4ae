import { type Contact, contact, type Message, message } from '../../../src/contract'

/** A contact as the contract reads it, with what a test cares about. */
export const person = (id: number, over: Record<string, unknown> = {}): Contact =>
  contact.parse({ id, name: `Pessoa ${id}`, number: `55119${String(id).padStart(8, '0')}`, ...over })

/** A message of a ticket. */
export const said = (id: string, ticketId: number, over: Record<string, unknown> = {}): Message =>
  message.parse({ id, ticketId, body: id, createdAt: '2026-11-20T10:00:00.000Z', ...over })
