/** Limits how often a conversation is answered automatically: with a robot on the other side, both would go on for ever. */
import { and, eq, gte, like } from 'drizzle-orm'
import { WRITTEN_BY } from '../../authors'
import type { Reader } from '../../platform/db/client'
import { messages } from '../../platform/db/schema'

/** Most answers within a time, milliseconds: faster than people read, or longer than they ask. */
const MOST = [
  { answers: 30, withinMs: 10 * 60_000 },
  { answers: 200, withinMs: 24 * 3_600_000 },
]

/** Whether so much was answered in a ticket that no person can be asking. */
export async function answersTooOften(db: Reader, ticketId: number, at: Date): Promise<boolean> {
  for (const { answers: most, withinMs } of MOST) {
    const since = new Date(at.getTime() - withinMs).toISOString()
    const own = and(
      eq(messages.ticketId, ticketId),
      // The first line of each answer (./hand-over).
      like(messages.clientId, `${WRITTEN_BY.assistant}%:0`),
      gte(messages.createdAt, since),
    )
    if ((await db.$count(messages, own)) >= most) return true
  }
  return false
}
