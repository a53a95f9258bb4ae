/** Tickets and messages for tests, through the contract's own schemas. */
import {
  type Message,
  message as messageSchema,
  type Ticket,
  ticket as ticketSchema,
  type Viewer,
} from '@contract'

const MINUTE = 60_000
const START = Date.parse('2026-03-02T12:00:00.000Z')
/** An instant some minutes after the tests' noon, ISO-8601. */
export const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString()

export function aTicket(id: number, over: Record<string, unknown> = {}): Ticket {
  return ticketSchema.parse({
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    status: 'pending',
    queueId: 1,
    queue: { id: 1, name: 'Vendas', color: '#2f6fde' },
    contactId: id,
    contact: { id, name: `Cliente ${id}`, number: `55119${String(id).padStart(8, '0')}` },
    lastMessage: `mensagem ${id}`,
    updatedAt: at(id),
    createdAt: at(0),
    waitingSince: at(id),
    ...over,
  })
}

export function aMessage(ticketId: number, over: Record<string, unknown> = {}): Message {
  return messageSchema.parse({ id: `m${ticketId}`, ticketId, body: 'oi', createdAt: at(100), ...over })
}

export const aViewer = (over: Partial<Viewer> = {}): Viewer => ({
  id: 2,
  profile: 'user',
  super: false,
  queueIds: [1],
  seesUnqueued: false,
  ...over,
})
