/** Whether a ticket still is as the person who acts on it saw it. */
import type { ExpectedTicket } from '@contract'
import { and, desc, eq, gt, isNotNull, ne, or, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { messages, users } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { type TicketRow, ticketFor } from './visibility'

/**
 * Loads a ticket for an act, inside its write.
 * @param expected what the person saw; omitted by programs that do not say.
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
  const theirs = or(eq(messages.fromMe, false), byColleague(me))
  const lastMessageId = expected.lastMessageId ? await unseen(tx, id, expected.lastMessageId, theirs) : null
  if (row.userId === expected.userId && row.status === expected.status && lastMessageId === null) return row
  throw await changed(tx, row, lastMessageId)
}

async function changed(tx: Tx, row: TicketRow, lastMessageId: string | null): Promise<ApiError> {
  const [holder] =
    row.userId === null
      ? []
      : await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, row.userId))
  return new ApiError('ERR_TICKET_CHANGED', { user: holder ?? null, status: row.status, lastMessageId })
}

/**
 * Refuses a text where somebody else has the ticket by now, or a colleague has answered since. In a group everybody writes.
 * @param ticket as it is in this write.
 * @param draft with what its writer saw; `again` to send it all the same.
 * @throws ApiError ERR_TICKET_CHANGED (409).
 */
export async function refuseAnswered(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  { expected, again }: { expected?: ExpectedTicket | undefined; again?: boolean | undefined },
): Promise<void> {
  if (!expected || again) return
  const { lastMessageId, userId, status } = expected
  const answer = lastMessageId ? await unseen(tx, ticket.id, lastMessageId, byColleague(me)) : null
  const isHeld = ticket.isGroup || (ticket.userId === userId && ticket.status === status)
  if (!isHeld || answer !== null) throw await changed(tx, ticket, answer)
}

/**
 * Refuses a forward into a conversation that a colleague has whom its sender did not know to have it. In a group everybody
 * writes.
 * @param ticket as it is in this write.
 * @throws ApiError ERR_TICKET_CHANGED (409).
 */
export async function refuseTheirs(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  expected: ExpectedTicket | undefined,
): Promise<void> {
  if (!expected || ticket.isGroup || ticket.status !== 'open' || ticket.userId === null) return
  if (ticket.userId !== me.id && ticket.userId !== expected.userId) throw await changed(tx, ticket, null)
}

/** Messages of colleagues, not of the customer or the workspace. */
const byColleague = (me: Me) => and(isNotNull(messages.userId), ne(messages.userId, me.id))

/** The newest message after the seen one; null for none, or when the seen one is unknown. */
async function unseen(
  tx: Tx,
  ticketId: number,
  seenId: string,
  whose: SQL | undefined,
): Promise<string | null> {
  const ofTicket = eq(messages.ticketId, ticketId)
  const [seen] = await tx
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(ofTicket, eq(messages.id, seenId)))
  if (!seen) return null
  const [newest] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(ofTicket, gt(messages.seq, seen.seq), whose))
    .orderBy(desc(messages.seq))
    .limit(1)
  return newest?.id ?? null
}
