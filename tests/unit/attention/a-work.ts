/** A person, tickets and events for the attention tests. */
import type { z } from 'zod'
import { type Message, message, type Ticket, ticket, type User, user } from '../../../src/contract'

export const NOON = Date.parse('2026-03-02T12:00:00.000Z')
export const at = (ms: number): string => new Date(ms).toISOString()

export const aUser = (over: Partial<z.input<typeof user>> = {}): User =>
  user.parse({
    id: 7,
    name: 'Ana Martins',
    email: 'ana@demo.turno',
    profile: 'user',
    companyId: 1,
    queues: [
      { id: 1, name: 'Suporte', color: '#123456' },
      { id: 2, name: 'Vendas', color: '#123456' },
    ],
    allTicket: true,
    ...over,
  })

export const aTicket = (over: Partial<z.input<typeof ticket>> & { id: number }): Ticket =>
  ticket.parse({
    uuid: `00000000-0000-4000-8000-${String(over.id).padStart(12, '0')}`,
    status: 'pending',
    unreadMessages: 1,
    lastMessage: 'oi',
    queueId: 1,
    queue: { id: 1, name: 'Suporte', color: '#123456' },
    contactId: over.id,
    contact: { id: over.id, name: `Cliente ${over.id}`, number: '5511900000000' },
    waitingSince: at(NOON),
    createdAt: at(NOON),
    updatedAt: at(NOON),
    ...over,
  })

let lastMessage = 0
export const aMessage = (over: Partial<z.input<typeof message>> & { ticketId: number }): Message =>
  message.parse({
    id: `m${++lastMessage}`,
    body: 'Bom dia',
    fromMe: false,
    createdAt: at(NOON),
    ...over,
  })

export const ticketEvent = (one: Ticket) =>
  ({ channel: 'ticket', data: { action: 'update', ticket: one } }) as const
export const messageEvent = (one: Message, of: Ticket | null) =>
  ({ channel: 'appMessage', data: { action: 'create', message: one, ticket: of, contact: null } }) as const
