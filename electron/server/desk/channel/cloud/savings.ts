/** Whether a message could have been part of the one before, or a plain text instead of a template (docs/figures.md). */
import { fitTogether, JOINABLE_MS, REPLACEABLE_CATEGORIES } from '@contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import { authorOf } from '../../../authors'
import type { Reader } from '../../../platform/db/client'
import { messages, tickets } from '../../../platform/db/schema'
import { WINDOW_MS } from '../window'

type MessageRow = typeof messages.$inferSelect

/** Text without a file or a template. */
const isText = (row: MessageRow): boolean =>
  row.mediaType === 'extendedTextMessage' && row.mediaFile === null && row.template === null && !row.isDeleted

async function isJoinable(db: Reader, row: MessageRow): Promise<boolean> {
  if (!isText(row) || !row.fromMe) return false
  const [before] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.ticketId, row.ticketId), lt(messages.seq, row.seq)))
    .orderBy(desc(messages.seq))
    .limit(1)
  if (!before?.fromMe || !isText(before) || !fitTogether(before, row)) return false
  const [one, other] = [authorOf(before), authorOf(row)]
  return (
    before.userId === row.userId &&
    one.author === other.author &&
    one.campaignId === other.campaignId &&
    Date.parse(row.createdAt) - Date.parse(before.createdAt) <= JOINABLE_MS
  )
}

/** Whether a customer had written to the number within a day before. */
async function wasOpen(db: Reader, whatsappId: number, row: MessageRow): Promise<boolean> {
  const [ticket] = await db
    .select({ contactId: tickets.contactId })
    .from(tickets)
    .where(eq(tickets.id, row.ticketId))
  if (!ticket) return false
  const [heard] = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(messages.contactId, ticket.contactId),
        eq(messages.fromMe, false),
        eq(tickets.whatsappId, whatsappId),
        lt(messages.seq, row.seq),
      ),
    )
    // What was taken in of a phone later is older than its place.
    .orderBy(desc(messages.createdAt))
    .limit(1)
  return heard !== undefined && Date.parse(row.createdAt) - Date.parse(heard.at) < WINDOW_MS
}

/** @returns what a change of how the company writes would have saved of a message that was delivered. */
export async function savingsOf(
  db: Reader,
  { whatsappId, category }: { whatsappId: number; category: string },
  row: MessageRow,
): Promise<{ joinable: boolean; replaceable: boolean }> {
  const isReplaceable = row.template !== null && REPLACEABLE_CATEGORIES.some(one => one === category)
  return {
    joinable: await isJoinable(db, row),
    replaceable: isReplaceable && (await wasOpen(db, whatsappId, row)),
  }
}
