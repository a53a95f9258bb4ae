/** Lines of kept summaries, and the messages they stand on. */
import { and, eq, inArray } from 'drizzle-orm'
import { hasMessages, type StoredLine, trueLines } from '../../copilot/summary'
import type { Reader, Tx } from '../db/client'
import { messages, ticketSummaries } from '../db/schema'
import { groundingMessages } from './grounding'

/** @returns the lines; of those whose messages were deleted or changed nothing that was said. */
export async function linesNow(
  db: Reader,
  ticketId: number,
  lines: readonly StoredLine[],
): Promise<StoredLine[]> {
  const ids = lines.flatMap(line => line.messages.map(({ id }) => id))
  if (ids.length === 0) return [...lines]
  const which = and(eq(messages.ticketId, ticketId), inArray(messages.id, ids))
  return trueLines(lines, await groundingMessages(db, which, ids.length))
}

/** Takes out of a ticket's summary what stood on messages that say something else by now. */
export async function dropLines(tx: Tx, ticketId: number): Promise<void> {
  const own = eq(ticketSummaries.ticketId, ticketId)
  const [kept] = await tx.select({ lines: ticketSummaries.lines }).from(ticketSummaries).where(own)
  if (!kept) return
  const lines = await linesNow(tx, ticketId, kept.lines)
  if (lines.filter(hasMessages).length < kept.lines.filter(hasMessages).length)
    await tx.update(ticketSummaries).set({ lines }).where(own)
}
