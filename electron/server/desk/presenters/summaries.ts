/** Summaries of conversations, and messages as a model reads them. */
import { SIMULATED_MODEL, type TicketSummary } from '@contract'
import { and, desc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { cut } from '../../../copilot/ground'
import type { Turn } from '../../../copilot/questions'
import { hasMessages, type StoredLine, supportedLines } from '../../../copilot/summary'
import { turnsOf } from '../../../providers/model-turns'
import type { Reader } from '../../platform/db/client'
import { messages, ticketSummaries } from '../../platform/db/schema'
import { inWords } from './transcripts'

/** A message as a model gets it. */
export interface GroundingMessage extends Turn {
  seq: number
  id: string
  createdAt: string
}

/** The last messages that meet a condition, oldest first, without empty ones. */
export async function groundingMessages(
  db: Reader,
  which: SQL | undefined,
  most: number,
): Promise<GroundingMessage[]> {
  const rows = await db
    .select()
    .from(messages)
    .where(and(which, eq(messages.isDeleted, false)))
    .orderBy(desc(messages.seq))
    .limit(most)
  const worded = await inWords(db, rows.reverse())
  return worded.flatMap(({ seq, id, createdAt, ...row }) =>
    turnsOf([row]).map(({ role, text }) => ({ seq, id, createdAt, role, text: cut(text) })),
  )
}

/** @returns the lines, without those whose messages were deleted or changed. */
export async function linesNow(
  db: Reader,
  ticketId: number,
  lines: readonly StoredLine[],
): Promise<StoredLine[]> {
  const ids = lines.flatMap(line => line.messages.map(({ id }) => id))
  if (ids.length === 0) return [...lines]
  const which = and(eq(messages.ticketId, ticketId), inArray(messages.id, ids))
  return supportedLines(lines, await groundingMessages(db, which, ids.length))
}

export type SummaryRow = typeof ticketSummaries.$inferSelect

export interface KeptSummary {
  row: SummaryRow
  /** Lines whose messages all exist unchanged. */
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

/** As it is sent. */
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
