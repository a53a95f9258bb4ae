/** What a webhook is sent: the body and the signed headers. */
import { createHmac } from 'node:crypto'
import { WEBHOOK_HEADERS, type webhookData } from '@contract'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { summariesOf } from '../../desk/presenters/summaries'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Reader } from '../../platform/db/client'
import {
  contacts,
  messages,
  ticketSummaries,
  tickets,
  transcripts,
  type webhookDeliveries,
  webhooks,
} from '../../platform/db/schema'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

type Data = { [K in keyof typeof webhookData]: z.output<(typeof webhookData)[K]> }
/** A ticket as it was when it happened; instants are milliseconds. */
export type Seen = Omit<Data['ticketChange']['before'], 'snoozedAt' | 'snoozedUntil'> & {
  snoozedAt?: number | null
  snoozedUntil?: number | null
}
type Detail = Partial<Seen> & { ack?: number; failure?: string | null; before?: Seen }

const instantOf = (ms: number | null | undefined): string | null =>
  ms == null ? null : new Date(ms).toISOString()
const asSent = <T extends Partial<Seen>>(seen: T) => ({
  ...seen,
  snoozedAt: instantOf(seen.snoozedAt),
  snoozedUntil: instantOf(seen.snoozedUntil),
})

const ticketBrief = (row: TicketRow, seen: Detail): Data['ticket']['ticket'] => ({
  id: row.id,
  uuid: row.uuid,
  protocol: row.code,
  status: seen.status ?? row.status,
  priority: seen.priority ?? row.priority,
  snoozedAt: seen.snoozedAt === undefined ? row.snoozedAt : instantOf(seen.snoozedAt),
  snoozedUntil: seen.snoozedUntil === undefined ? row.snoozedUntil : instantOf(seen.snoozedUntil),
  queueId: seen.queueId !== undefined ? seen.queueId : row.queueId,
  userId: seen.userId !== undefined ? seen.userId : row.userId,
  connectionId: row.whatsappId,
})

async function conversationOf(db: Reader, ticketId: number | null) {
  if (ticketId === null) return null
  const [found] = await db
    .select({
      ticket: tickets,
      contact: {
        id: contacts.id,
        name: contacts.name,
        number: contacts.number,
        isGroup: contacts.isGroup,
      },
    })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(eq(tickets.id, ticketId))
  return found ?? null
}

async function dataOf(db: Reader, row: DeliveryRow): Promise<Data[keyof Data] | null> {
  // Of a deleted ticket only what was noted is left.
  if (row.event === 'ticket.deleted')
    return { ticket: asSent(JSON.parse(row.detail) as Seen & Omit<Data['ticket']['ticket'], keyof Seen>) }
  const detail = JSON.parse(row.detail) as Detail
  if (row.event === 'ping') {
    const [webhook] = await db
      .select({ id: webhooks.id, name: webhooks.name })
      .from(webhooks)
      .where(eq(webhooks.id, row.webhookId))
    return webhook ? { webhook } : null
  }
  const found = await conversationOf(db, row.ticketId)
  if (!found) return null
  const about = { ticket: ticketBrief(found.ticket, detail), contact: found.contact }
  if (row.event === 'ticket.summarised') {
    const [summary] = await summariesOf(db, eq(ticketSummaries.ticketId, found.ticket.id))
    return summary ? { ...about, summary: { lines: summary.lines, upTo: summary.upTo } } : null
  }
  if (row.messageSeq === null) return detail.before ? { ...about, before: asSent(detail.before) } : about
  const [message] = await db.select().from(messages).where(eq(messages.seq, row.messageSeq))
  if (!message) return null
  const brief = {
    ...about,
    message: {
      id: message.id,
      body: message.isDeleted ? '' : message.body,
      fromMe: message.fromMe,
      ack: detail.ack ?? message.ack,
      failure: detail.failure !== undefined ? detail.failure : message.failure,
      mediaType: message.mediaType,
      mediaName: message.mediaName,
      isEdited: message.isEdited,
      isDeleted: message.isDeleted,
      createdAt: message.createdAt,
    },
  }
  if (row.event !== 'message.transcribed') return brief
  const [heard] = await db.select().from(transcripts).where(eq(transcripts.messageSeq, message.seq))
  if (!heard) return null
  return { ...brief, transcript: { text: heard.body, language: heard.language, model: heard.model } }
}

/** @returns the body of a delivery as JSON; null when its subject is gone. */
export async function payloadOf(db: Reader, row: DeliveryRow): Promise<string | null> {
  if (row.payload !== null) return row.payload
  const data = await dataOf(db, row)
  if (data === null) return null
  return JSON.stringify({ id: row.id, event: row.event, createdAt: row.createdAt, data })
}

/** The HMAC-SHA256 of `<timestamp>.<body>` under a secret, in hexadecimal. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** @param at when this try is made. */
export function headersOf(row: DeliveryRow, secret: string, body: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Turno-Webhooks/1',
    accept: '*/*',
    [WEBHOOK_HEADERS.event]: row.event,
    [WEBHOOK_HEADERS.delivery]: String(row.id),
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: `v1=${signatureOf(secret, timestamp, body)}`,
  }
}
