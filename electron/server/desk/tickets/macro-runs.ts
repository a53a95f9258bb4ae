/** One person at a time runs a macro on a ticket, so that nobody begins before the others' changes are there. */
import { type ExpectedTicket, MACRO_RUN_MS } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { macroRuns, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { ticketToAct } from './expected'

/**
 * Begins a person's macro; their own unfinished one is dropped.
 * @param expected what the person saw.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED; ERR_MACRO_RUNNING while a colleague runs
 *   one.
 */
export async function beginMacro(
  app: Workspace,
  me: Me,
  ticketId: number,
  expected: ExpectedTicket | undefined,
): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    await ticketToAct(tx, me, ticketId, expected)
    const now = Date.now()
    const [other] = await tx.select().from(macroRuns).where(eq(macroRuns.ticketId, ticketId))
    if (other && other.userId !== me.id && Math.abs(now - Date.parse(other.at)) < MACRO_RUN_MS)
      throw new ApiError('ERR_MACRO_RUNNING')
    const run = { userId: me.id, at: new Date(now).toISOString() }
    await tx
      .insert(macroRuns)
      .values({ ticketId, companyId: me.companyId, ...run })
      .onConflictDoUpdate({ target: macroRuns.ticketId, set: run })
  })
}

/**
 * Ends a person's macro, if there is one. The person may no longer see the ticket.
 * @throws ApiError ERR_NO_TICKET_FOUND
 */
export async function endMacro(app: Workspace, me: Me, ticketId: number): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    const ours = and(eq(tickets.id, ticketId), eq(tickets.companyId, me.companyId))
    if ((await tx.$count(tickets, ours)) === 0) throw new ApiError('ERR_NO_TICKET_FOUND')
    await tx.delete(macroRuns).where(and(eq(macroRuns.ticketId, ticketId), eq(macroRuns.userId, me.id)))
  })
}
