/** Deletes one ticket, and closes many at once. */
import { type BodyOut, type ExpectedTicket, NO_QUEUE_ID } from '@contract'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { forgetEvents } from '../../platform/db/engine/inside'
import { messages, tickets, ticketTrackings } from '../../platform/db/schema'
import { filesOf, removeFiles } from '../../platform/media/shared'
import type { Me, Workspace } from '../../workspace'
import { happened } from '../happenings/tell'
import { ticketViews } from '../presenters/tickets'
import { measureTickets } from '../reports/measure'
import { ticketToAct } from './expected'
import { NOT_SNOOZED } from './snoozed'
import { noteTickets } from './timeline'
import { seenOf } from './visibility'

/**
 * Deletes a ticket with its messages and their files.
 * @param expected what the person saw.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED.
 */
export async function removeTicket(
  app: Workspace,
  me: Me,
  id: number,
  expected?: ExpectedTicket,
): Promise<void> {
  const files = await app.db.company(me.companyId).write(async tx => {
    const row = await ticketToAct(tx, me, id, expected)
    const kept = await filesOf(tx, eq(messages.ticketId, id))
    await measureTickets(tx, row.companyId, [id])
    await tx.delete(tickets).where(eq(tickets.id, id))
    await happened({ app, tx, companyId: row.companyId }, 'removed', [row])
    forgetEvents(row.companyId)
    app.realtime.ticketDeleted(seenOf(row), me)
    return kept
  })
  await removeFiles(app.media, me.companyId, files)
}

/** Tickets announced before the event loop gets a turn, so that closing thousands does not block everybody. */
const CHUNK = 200

/**
 * Closes every ticket of a status in the chosen queues, without closing messages. For administrators. A customer who
 * writes afterwards opens a new ticket.
 * @param selectedQueueIds NO_QUEUE_ID includes tickets without a queue.
 * @param most as many as the person was told of.
 * @returns how many were closed.
 * @throws ApiError ERR_EMPTY_TICKETS_CLOSEALL when there is none; ERR_MORE_TO_CLOSE (409), with how many, when there are more
 * than `most`: then none is closed.
 */
export async function closeAll(
  app: Workspace,
  me: Me,
  { status, selectedQueueIds: queueIds, most = Infinity }: BodyOut<'tickets.closeAll'>,
): Promise<number> {
  const at = new Date().toISOString()
  const by = { id: me.id, name: me.name }
  const chosen = and(
    eq(tickets.companyId, me.companyId),
    eq(tickets.status, status),
    // Lists of a status, and the figure somebody is asked about, leave out what is snoozed.
    isNull(tickets.snoozedAt),
    or(
      inArray(tickets.queueId, queueIds),
      queueIds.includes(NO_QUEUE_ID) ? isNull(tickets.queueId) : undefined,
    ),
  )
  return await app.db.company(me.companyId).write(async tx => {
    const rows = status === 'closed' ? [] : await tx.select().from(tickets).where(chosen)
    if (rows.length === 0) throw new ApiError('ERR_EMPTY_TICKETS_CLOSEALL')
    if (rows.length > most) throw new ApiError('ERR_MORE_TO_CLOSE', { count: rows.length })
    await tx
      .update(ticketTrackings)
      .set({ finishedAt: at })
      .where(
        and(
          isNull(ticketTrackings.finishedAt),
          inArray(ticketTrackings.ticketId, tx.select({ id: tickets.id }).from(tickets).where(chosen)),
        ),
      )
    await tx
      .update(tickets)
      .set({
        status: 'closed',
        userId: me.id,
        useIntegration: false,
        promptId: null,
        integrationId: null,
        chatbot: false,
        waitingSince: null,
        closedWaitingSince: sql`${tickets.waitingSince}`,
        ...NOT_SNOOZED,
        closedUnread: sql`${tickets.unreadMessages}`,
        handoverNote: null,
        handoverFromId: null,
        handoverAt: null,
        unreadMessages: 0,
        closedAt: at,
        updatedAt: at,
      })
      .where(chosen)
    for (let from = 0; from < rows.length; from += CHUNK) {
      const chunk = rows.slice(from, from + CHUNK)
      const ids = chunk.map(row => row.id)
      await noteTickets(
        app,
        tx,
        chunk.map(row => ({
          before: row,
          after: { ...row, status: 'closed', userId: me.id, ...NOT_SNOOZED },
        })),
        me,
      )
      const views = new Map((await ticketViews(tx, ids)).map(view => [view.id, view]))
      for (const row of chunk) {
        const view = views.get(row.id)
        const after = { ...seenOf(row), status: 'closed', userId: me.id }
        if (view) app.realtime.ticketChanged(seenOf(row), after, { action: 'update', ticket: view, by })
      }
      await new Promise(resolve => setImmediate(resolve))
    }
    return rows.length
  }, true)
}
