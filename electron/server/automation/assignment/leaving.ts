/** What becomes of a user's tickets when the user is deleted. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { ticketViews } from '../../desk/presenters/tickets'
import { noteTickets, tellOfClosed } from '../../desk/tickets/timeline'
import { seenOf } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { userOf } from '../../platform/db/company-rows'
import { savedViews, schedules, tickets, ticketTrackings, users } from '../../platform/db/schema'
import { lastAdmin } from '../../platform/people/users'
import type { Me, Workspace } from '../../workspace'
import { announceSchedule } from '../schedules/rows'

/**
 * How many open tickets a user of the caller's company holds.
 * @throws ApiError ERR_NO_USER_FOUND
 */
export async function openTicketsOf(db: Reader, me: Me, id: number): Promise<number> {
  await userOf(db, me.companyId, id)
  return db.$count(tickets, heldBy(me.companyId, id))
}

const heldBy = (companyId: number, userId: number) =>
  and(eq(tickets.companyId, companyId), eq(tickets.userId, userId), eq(tickets.status, 'open'))

/**
 * Deletes a user. The open tickets the user held wait again for everybody who may see them, or are a colleague's from
 * now on; none is closed. Messages the user scheduled are the colleague's, or the caller's.
 * @param colleagueId who takes the open tickets; null leaves them to their queues.
 * @throws ApiError ERR_NO_USER_FOUND, also for a colleague of another company; ERR_NO_PERMISSION for oneself, the
 *   super-user and the last admin; ERR_VALIDATION when the colleague is the one who goes.
 */
export async function removeUser(
  app: Workspace,
  me: Me,
  id: number,
  colleagueId: number | null,
): Promise<void> {
  const at = new Date().toISOString()
  await app.db.platform.write(async tx => {
    const row = await userOf(tx, me.companyId, id)
    if (id === me.id || (row.super && !me.super) || (await lastAdmin(tx, row)))
      throw new ApiError('ERR_NO_PERMISSION')
    if (colleagueId === id) throw new ApiError('ERR_VALIDATION', { field: 'colleagueId' })
    if (colleagueId !== null) await userOf(tx, me.companyId, colleagueId)
    await tellOfClosed({ app, tx, companyId: me.companyId }, eq(tickets.userId, id), { userId: null })
    const held = await tx.select().from(tickets).where(heldBy(me.companyId, id))
    const ids = held.map(ticket => ticket.id)
    if (ids.length > 0) {
      await tx
        .update(tickets)
        .set(
          colleagueId === null
            ? { status: 'pending', userId: null, updatedAt: at }
            : { userId: colleagueId, updatedAt: at },
        )
        .where(heldBy(me.companyId, id))
      await tx
        .update(ticketTrackings)
        .set({ userId: colleagueId })
        .where(and(inArray(ticketTrackings.ticketId, ids), isNull(ticketTrackings.finishedAt)))
    }
    // Scheduled messages are sent with the rights of whoever answers for them now.
    const taken = await tx
      .update(schedules)
      .set({ userId: colleagueId ?? me.id, updatedAt: at })
      .where(
        and(
          eq(schedules.companyId, me.companyId),
          inArray(schedules.status, ['PENDENTE', 'AGENDADA']),
          eq(schedules.userId, id),
        ),
      )
      .returning({ id: schedules.id })
    // Other people keep the views the user shared with them.
    await tx.delete(savedViews).where(and(eq(savedViews.userId, id), isNull(savedViews.sharedWith)))
    await tx.delete(users).where(eq(users.id, id))
    app.realtime.toCompany(me.companyId, 'user', { action: 'delete', userId: id })
    app.realtime.dropUser(me.companyId, id)
    const place =
      colleagueId === null ? ({ status: 'pending', userId: null } as const) : { userId: colleagueId }
    await noteTickets(
      app,
      tx,
      held.map(before => ({ before, after: { ...before, ...place } })),
      me,
    )
    const now = new Map((await ticketViews(tx, ids)).map(view => [view.id, view]))
    for (const ticket of held) {
      const view = now.get(ticket.id)
      if (!view) continue
      const after = {
        ...seenOf(ticket),
        status: colleagueId === null ? 'pending' : 'open',
        userId: colleagueId,
      }
      app.realtime.ticketChanged(seenOf(ticket), after, { action: 'update', ticket: view })
    }
    for (const schedule of taken) await announceSchedule(app, tx, schedule.id, 'update')
  })
}
