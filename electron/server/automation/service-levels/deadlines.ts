/** The deadlines of one ticket, with what each waits for. */
import { dueAfter } from '@contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { ticketFor } from '../../desk/tickets/visibility'
import { hoursOf } from '../../platform/companies/hours'
import type { Reader } from '../../platform/db/client'
import { deadlines } from '../../platform/db/schema'
import type { Me } from '../../workspace'

/** Running deadlines, the earliest first. @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function deadlinesOf(db: Reader, me: Me, ticketId: number) {
  const ticket = await ticketFor(db, me, ticketId)
  const rows = await db
    .select()
    .from(deadlines)
    .where(and(eq(deadlines.ticketId, ticket.id), isNull(deadlines.endedAt)))
    .orderBy(asc(deadlines.dueAt))
  const hours = await hoursOf(db, me.companyId)
  return rows.map(row => {
    const opening = row.clock === 'hours' ? hours(row.queueId) : null
    return { ...row, counted: dueAfter(opening, row.startedAt, row.minutes)?.counted ?? [] }
  })
}
