/**
 * Undoes a resolve: the ticket gets back its owner, status, unread messages, clock, handover note, prompt and
 * integration, and its service cycle continues. Only the person who resolved it may, and only while the console offers
 * it.
 */
import { RESOLVE_UNDO_MS } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { userOf } from '../../platform/db/company-rows'
import { resolveUndos, tickets, ticketTrackings } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import type { TicketView } from '../presenters/tickets'
import type { Before } from './before-resolve'
import { announce, refuseSecondActive } from './update'
import { type TicketRow, ticketFor } from './visibility'

/**
 * Undoes the last resolve of a ticket.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION (somebody else resolved it), ERR_OTHER_OPEN_TICKET,
 *   ERR_UNDO_TOO_LATE (the time is over, or the ticket has changed since); then nothing is changed.
 */
export function undoResolve(app: Workspace, me: Me, id: number): Promise<TicketView> {
  return app.db.company(me.companyId).write(async tx => {
    const now = await ticketFor(tx, me, id)
    const [kept] = await tx.select().from(resolveUndos).where(eq(resolveUndos.ticketId, id))
    if (!kept) throw new ApiError('ERR_UNDO_TOO_LATE')
    if (kept.userId !== me.id) throw new ApiError('ERR_NO_PERMISSION')
    const at = new Date()
    const late = at.getTime() - Date.parse(kept.at) > RESOLVE_UNDO_MS
    if (late || now.status !== 'closed' || now.closedAt !== kept.at) throw new ApiError('ERR_UNDO_TOO_LATE')
    const before = JSON.parse(kept.before) as Before
    if (before.ticket.userId != null) await userOf(tx, me.companyId, before.ticket.userId)
    const changes = { ...before.ticket, ratingAskedAt: null, updatedAt: at.toISOString() }
    const after: TicketRow = { ...now, ...changes }
    await refuseSecondActive(tx, me, now, after)
    await tx.update(tickets).set(changes).where(eq(tickets.id, id))
    if (before.cycle) {
      const { id: cycleId, ...cycle } = before.cycle
      await tx
        .update(ticketTrackings)
        .set({ ...cycle, finishedAt: null, ratingAskedAt: null })
        .where(eq(ticketTrackings.id, cycleId))
    }
    await tx.delete(resolveUndos).where(eq(resolveUndos.ticketId, id))
    return await announce(app, tx, now, after, me)
  })
}
