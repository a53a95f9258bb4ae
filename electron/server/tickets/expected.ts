/** Whether a ticket still is what somebody who acts on it took it to be. */
import type { ExpectedTicket } from '@contract'
import { and, desc, eq, gt, isNotNull, ne, or } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { messages, users } from '../db/schema'
import { ApiError } from '../errors'
import type { Me } from '../workspace'
import { type TicketRow, ticketFor } from './visibility'

/**
 * Loads a ticket for an act, inside the write that does it.
 * @param expected what the person took it to be; left out by programs that do not say so.
 * @throws ApiError as `ticketFor`; ERR_TICKET_CHANGED (409) with what it is now.
 */
export async function ticketToAct(
  tx: Tx,
  me: Me,
  id: number,
  expected: ExpectedTicket | undefined,
): Promise<TicketRow> {
  const row = await ticketFor(tx, me, id)
  if (!expected) return row
  const lastMessageId = expected.lastMessageId ? await unseen(tx, me, id, expected.lastMessageId) : null
  if (row.userId === expected.userId && row.status === expected.status && lastMessageId === null) return row
  const [holder] =
    row.userId === null
      ? []
      : await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, row.userId))
  throw new ApiError('ERR_TICKET_CHANGED', { user: holder ?? null, status: row.status, lastMessageId })
}

/**
 * The newest message of the customer or a colleague after one that was seen; null where there is none, or the seen one is
 * not known (any more).
 */
async function unseen(tx: Tx, me: Me, ticketId: number, seenId: string): Promise<string | null> {
  const ofTicket = eq(messages.ticketId, ticketId)
  const [seen] = await tx
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(ofTicket, eq(messages.id, seenId)))
  if (!seen) return null
  const [newest] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        ofTicket,
        gt(messages.seq, seen.seq),
        or(eq(messages.fromMe, false), and(isNotNull(messages.userId), ne(messages.userId, me.id))),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return newest?.id ?? null
}
