/** Who may see which ticket, for single rows and inside SQL. The rule itself is maySee in src/contract/permissions.ts. */
import { maySee } from '@contract'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { ticketCounts, tickets } from '../../platform/db/schema'
import type { Seen } from '../../platform/realtime/realtime'
import type { Me } from '../../workspace'
import type { TicketView } from '../presenters/tickets'

export type TicketRow = typeof tickets.$inferSelect

/** The table a condition is for: the tickets, or their counts. */
export interface QueryTarget {
  table: Record<'companyId' | 'queueId' | 'userId' | 'status' | 'isGroup', SQL>
  unqueued: SQL
  /** Nobody holds it. */
  unheld: SQL
}
const columnsOf = (table: typeof tickets | typeof ticketCounts): QueryTarget['table'] => ({
  companyId: sql`${table.companyId}`,
  queueId: sql`${table.queueId}`,
  userId: sql`${table.userId}`,
  status: sql`${table.status}`,
  isGroup: sql`${table.isGroup}`,
})

export const TICKETS: QueryTarget = {
  table: columnsOf(tickets),
  unqueued: isNull(tickets.queueId),
  unheld: isNull(tickets.userId),
}
const queueOrNone = sql`coalesce(${tickets.queueId}, 0)`
const userOrNone = sql`coalesce(${tickets.userId}, 0)`
/**
 * The same tickets for a query that should use an index of few of them (tickets_snoozed, tickets_prioritised). A bare column
 * would make the planner choose the index of that column.
 */
export const FEW_TICKETS: QueryTarget = {
  table: {
    ...TICKETS.table,
    queueId: queueOrNone,
    userId: userOrNone,
    status: sql`coalesce(${tickets.status}, '')`,
  },
  unqueued: eq(queueOrNone, 0),
  unheld: eq(userOrNone, 0),
}
export const COUNTED: QueryTarget = {
  table: columnsOf(ticketCounts),
  unqueued: eq(ticketCounts.queueId, 0),
  unheld: eq(ticketCounts.userId, 0),
}

/** maySee as a condition on the tickets table, or on their counts, company included. */
export function visibleTo(me: Me, { table, unqueued }: QueryTarget = TICKETS): SQL {
  const own = eq(table.companyId, me.companyId)
  if (me.super || me.profile === 'admin') return own
  const ways = [
    eq(table.userId, me.id),
    me.queueIds.length > 0 ? inArray(table.queueId, [...me.queueIds]) : undefined,
    me.seesUnqueued ? unqueued : undefined,
  ]
  return and(own, or(...ways)) ?? sql`false`
}

/**
 * Loads a ticket for somebody.
 * @param isAllowedOtherwise asked when the ticket is not visible: whether the caller may have it for another reason.
 * @throws ApiError ERR_NO_TICKET_FOUND when it does not exist in the company, ERR_NO_PERMISSION when it may not be seen.
 */
export async function ticketFor(
  db: Reader,
  me: Me,
  id: number,
  isAllowedOtherwise: () => Promise<boolean> = async () => false,
): Promise<TicketRow> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.companyId, me.companyId)))
  if (!row) throw new ApiError('ERR_NO_TICKET_FOUND')
  if (!maySee(me, row) && !(await isAllowedOtherwise())) throw new ApiError('ERR_NO_PERMISSION')
  return row
}

/**
 * The same for what is written to it: where it became part of another conversation, that one. A console that was away, or
 * whose message is under way, knows nothing of it.
 * @throws ApiError as `ticketFor`.
 */
export async function ticketToWriteTo(db: Reader, me: Me, id: number): Promise<TicketRow> {
  const row = await ticketFor(db, me, id)
  return row.mergedInto === null ? row : ticketToWriteTo(db, me, row.mergedInto)
}

/** What realtime needs to know of a row. */
export const seenOf = (row: TicketRow): Seen => ({
  id: row.id,
  companyId: row.companyId,
  queueId: row.queueId,
  userId: row.userId,
  status: row.status,
})

/** The same of a ticket as it is shown. */
export const seenInView = (companyId: number, view: TicketView): Seen => ({
  id: Number(view.id),
  companyId,
  status: view.status,
  queueId: view.queue ? Number(view.queue.id) : null,
  userId: view.user ? Number(view.user.id) : null,
})
