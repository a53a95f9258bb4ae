/** Who may see which ticket, for single rows and in SQL. The rule itself is maySee in src/contract/permissions.ts. */
import { maySee } from '@contract'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { prepared } from '../../platform/db/prepared'
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
 * The same tickets for a query that should use an index of few of them (tickets_snoozed, tickets_prioritised). With a
 * bare column the planner would choose that column's index.
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

/** maySee as a condition on the tickets table or on their counts, including the company. */
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

const ticketRows = prepared(db =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, sql.placeholder('id')), eq(tickets.companyId, sql.placeholder('companyId'))))
    .prepare(),
)

/** A ticket of somebody's company, if they may see it. @throws ApiError as `ticketFor`. */
export function shownTo(me: Me, row: TicketRow | undefined): TicketRow {
  if (!row) throw new ApiError('ERR_NO_TICKET_FOUND')
  if (!maySee(me, row)) throw new ApiError('ERR_NO_PERMISSION')
  return row
}

/**
 * Loads a ticket for a person.
 * @param isAllowedOtherwise asked when the ticket is not visible: whether there is another reason to allow it.
 * @throws ApiError ERR_NO_TICKET_FOUND when the company has no such ticket, ERR_NO_PERMISSION when it may not be seen.
 */
export async function ticketFor(
  db: Reader,
  me: Me,
  id: number,
  isAllowedOtherwise: () => Promise<boolean> = async () => false,
): Promise<TicketRow> {
  const [row] = await ticketRows(db).all({ id, companyId: me.companyId })
  return row && !maySee(me, row) && (await isAllowedOtherwise()) ? row : shownTo(me, row)
}

/**
 * The same for writing: of a merged ticket, the one it was merged into, because a console that was away does not know.
 * @throws ApiError as `ticketFor`.
 */
export async function ticketToWriteTo(db: Reader, me: Me, id: number): Promise<TicketRow> {
  const row = await ticketFor(db, me, id)
  return row.mergedInto === null ? row : ticketToWriteTo(db, me, row.mergedInto)
}

/** What realtime needs to know about a row. */
export const seenOf = (row: TicketRow): Seen => ({
  id: row.id,
  companyId: row.companyId,
  queueId: row.queueId,
  userId: row.userId,
  status: row.status,
})

/** The same for a ticket as it is shown. */
export const seenInView = (companyId: number, view: TicketView): Seen => ({
  id: Number(view.id),
  companyId,
  status: view.status,
  queueId: view.queue ? Number(view.queue.id) : null,
  userId: view.user ? Number(view.user.id) : null,
})
