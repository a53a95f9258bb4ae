/** What webhooks are told: a row in their log for each event, written at the end of the write in which it happens. */
import type { WebhookEvent } from '@contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Act, Consumer } from '../../desk/happenings/consumer'
import type { Kinds, TicketState } from '../../desk/happenings/kinds'
import type { MessageRow } from '../../desk/presenters/messages'
import { writeLast } from '../../platform/db/engine/inside'
import { rowsAsTable } from '../../platform/db/engine/rows'
import { HandWritten } from '../../platform/db/prepared'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import type { Seen } from './payload'

interface Told {
  event: WebhookEvent
  seq?: number
  /** null where the ticket is gone. */
  ticket: number | null
  detail?: object
}

/** Events per statement. */
const TOGETHER = 1_000

const { id, event, detail, messageSeq, ticketId } = webhookDeliveries
const TOLD = { n: id, event, seq: messageSeq, ticket: ticketId, detail }

/**
 * Logs events for each webhook of the company that is on and wants them. A company without any costs the statement, too:
 * another process may have added one a moment ago, so only the database knows. It leaves with the commit and reads one index.
 */
async function tell({ tx, companyId }: Act, told: readonly Told[]): Promise<void> {
  const now = Date.now()
  const isLarge = told.length > TOGETHER
  const isOn = and(eq(webhooks.companyId, companyId), eq(webhooks.active, true))
  if (isLarge && (await tx.$count(webhooks, isOn)) === 0) return
  for (let from = 0; from < told.length; from += TOGETHER) {
    const rows = told
      .slice(from, from + TOGETHER)
      .map((one, n) => [n, one.event, one.seq ?? null, one.ticket, JSON.stringify(one.detail ?? {})])
    const insert = sql`insert into webhook_deliveries
        (company_id, webhook_id, event, message_seq, ticket_id, detail, next_at, created_at, updated_at)
      select w.company_id, w.id, j.event, j.seq, j.ticket, j.detail, ${now}, ${now}, ${now}
      from ${webhooks} w cross join ${rowsAsTable(rows, TOLD)}
      where w.company_id = ${companyId} and w.active = 1 and case
        when j.event = 'message.ack' then w.acks when j.event like 'ticket.%' then w.tickets else w.messages end = 1
      order by j.n, w.id`
    // Many at once do not wait for the commit, which would send them in one piece.
    if (isLarge) await tx.run(insert)
    else writeLast(new HandWritten(tx, insert))
  }
}

const ofMessages = (name: WebhookEvent, rows: readonly MessageRow[]): Told[] =>
  rows.map(({ seq, ticketId: ticket }) => ({ event: name, seq, ticket }))

const acked = (rows: readonly MessageRow[]): Told[] =>
  rows
    .filter(({ fromMe }) => fromMe)
    .map(({ seq, ticketId: ticket, ack, failure }) => ({
      ...{ event: 'message.ack', seq, ticket },
      detail: { ack, failure },
    }))

const instant = (at: string | null): number | null => (at === null ? null : Date.parse(at))
const seen = ({ status, priority, snoozedAt, snoozedUntil, queueId, userId }: TicketState): Seen => ({
  ...{ status, priority, queueId, userId },
  ...{ snoozedAt: instant(snoozedAt), snoozedUntil: instant(snoozedUntil) },
})

const changed = (all: Kinds['changed']): Told[] =>
  all.flatMap(({ before, after }): Told[] => {
    const [was, now] = [before && seen(before), seen(after)]
    if (!was) return [{ event: 'ticket.created', ticket: after.id, detail: now }]
    if (JSON.stringify(was) === JSON.stringify(now)) return []
    return [{ event: 'ticket.updated', ticket: after.id, detail: { ...now, before: was } }]
  })

const removed = (all: Kinds['removed']): Told[] =>
  all.map(row => ({
    // Deliveries about a ticket are deleted with it; this one has no reference to it.
    ...{ event: 'ticket.deleted', ticket: null },
    detail: { id: row.id, uuid: row.uuid, protocol: row.code, ...seen(row), connectionId: row.whatsappId },
  }))

export const hears: NonNullable<Consumer['hears']> = {
  stored: (act, rows) => tell(act, ofMessages('message.created', rows)),
  reworded: (act, row) => tell(act, ofMessages('message.updated', [row])),
  transcribed: (act, row) => tell(act, ofMessages('message.transcribed', [row])),
  reported: (act, rows) => tell(act, acked(rows)),
  resent: (act, row) => tell(act, acked([row])),
  changed: (act, all) => tell(act, changed(all)),
  removed: (act, all) => tell(act, removed(all)),
  summarised: (act, { ticketId: ticket }) => tell(act, [{ event: 'ticket.summarised', ticket }]),
}
