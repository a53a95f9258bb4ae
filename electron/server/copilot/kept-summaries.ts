/** Summaries as they are kept: those whose messages still say what they said. */
import { isOffered, SIMULATED_MODEL, type TicketSummary } from '@contract'
import { and, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { hasMessages, type StoredLine } from '../../copilot/summary'
import type { Reader } from '../db/client'
import { messages, ticketSummaries, tickets } from '../db/schema'
import { visibleTo } from '../tickets/visibility'
import type { Me } from '../workspace'
import { offersFor } from './settings'
import { linesNow } from './summary-lines'

export type SummaryRow = typeof ticketSummaries.$inferSelect

export interface KeptSummary {
  row: SummaryRow
  /** Lines whose messages are all there as they were. */
  lines: StoredLine[]
  newer: number
}

/** Those that meet a condition. */
export async function keptSummaries(db: Reader, which: SQL | undefined): Promise<KeptSummary[]> {
  const rows = await db.select().from(ticketSummaries).where(which)
  const kept: KeptSummary[] = []
  for (const row of rows) {
    const here = eq(messages.ticketId, row.ticketId)
    kept.push({
      row,
      lines: (await linesNow(db, row.ticketId, row.lines)).filter(hasMessages),
      newer: await db.$count(
        messages,
        and(here, gt(messages.seq, row.upToSeq), eq(messages.isDeleted, false)),
      ),
    })
  }
  return kept
}

/** As it travels. */
export const summaryView = ({ row, lines, newer }: KeptSummary): TicketSummary => ({
  ticketId: row.ticketId,
  lines: lines.map(({ kind, text, messages }) => ({ kind, text, messageIds: messages.map(({ id }) => id) })),
  upTo: row.upTo,
  newer,
  dropped: row.lines.length - lines.length,
  partial: row.partial,
  simulated: row.model === SIMULATED_MODEL,
})

/** Those that meet a condition, as they travel. */
export const summariesOf = async (db: Reader, which: SQL | undefined): Promise<TicketSummary[]> =>
  (await keptSummaries(db, which)).map(summaryView)

/** Those of some tickets that somebody may see, where summaries are on for them. */
export async function summariesFor(
  db: Reader,
  me: Me,
  ticketIds: readonly number[],
): Promise<TicketSummary[]> {
  const { features } = await offersFor(db, me)
  const seen = await db
    .select({ id: tickets.id, queueId: tickets.queueId })
    .from(tickets)
    .where(and(visibleTo(me), inArray(tickets.id, [...ticketIds])))
  const ids = seen
    .filter(({ queueId }) => isOffered(features.summarise, me.profile, queueId))
    .map(({ id }) => id)
  return summariesOf(
    db,
    and(eq(ticketSummaries.companyId, me.companyId), inArray(ticketSummaries.ticketId, ids)),
  )
}
