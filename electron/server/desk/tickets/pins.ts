/** Tickets people pin to the top of their own lists, latest pin first. */
import { MOST_PINNED } from '@contract'
import { and, desc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { ticketPins, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { type TicketView, ticketViews } from '../presenters/tickets'
import { ticketFor, visibleTo } from './visibility'

const mine = (me: Me) => and(eq(ticketPins.userId, me.id), eq(ticketPins.companyId, me.companyId))

/** Ids of the tickets somebody pinned and may still see, in order. */
async function pinnedIds(db: Reader, me: Me): Promise<number[]> {
  const rows = await db
    .select({ id: ticketPins.ticketId })
    .from(ticketPins)
    .innerJoin(tickets, eq(tickets.id, ticketPins.ticketId))
    .where(and(mine(me), visibleTo(me)))
    .orderBy(desc(ticketPins.at), desc(ticketPins.ticketId))
  return rows.map(({ id }) => id)
}

/** The tickets somebody pinned and may still see, in order. */
export async function pinnedTickets(db: Reader, me: Me): Promise<TicketView[]> {
  const ids = await pinnedIds(db, me)
  const views = new Map((await ticketViews(db, ids)).map(view => [Number(view.id), view]))
  return ids.flatMap(id => views.get(id) ?? [])
}

/** Changes somebody's pins and tells their windows. @returns the pins afterwards. */
const change = (app: Workspace, me: Me, work: (tx: Tx) => Promise<void>): Promise<{ ids: number[] }> =>
  app.db.company(me.companyId).write(async tx => {
    await work(tx)
    app.realtime.toUsers(me.companyId, [me.id], 'pin', { action: 'changed' })
    return { ids: await pinnedIds(tx, me) }
  })

/**
 * Pins a ticket on top; a pinned one stays in place.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TOO_MANY_PINNED
 */
export const pinTicket = (app: Workspace, me: Me, ticketId: number): Promise<{ ids: number[] }> =>
  change(app, me, async tx => {
    await ticketFor(tx, me, ticketId)
    const pinned = await pinnedIds(tx, me)
    if (pinned.includes(ticketId)) return
    if (pinned.length >= MOST_PINNED) throw new ApiError('ERR_TOO_MANY_PINNED')
    const at = new Date().toISOString()
    await tx
      .insert(ticketPins)
      .values({ userId: me.id, ticketId, companyId: me.companyId, at })
      .onConflictDoNothing()
  })

/** Unpins a ticket, if it is pinned. @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export const unpinTicket = (app: Workspace, me: Me, ticketId: number): Promise<{ ids: number[] }> =>
  change(app, me, async tx => {
    await ticketFor(tx, me, ticketId)
    await tx.delete(ticketPins).where(and(mine(me), eq(ticketPins.ticketId, ticketId)))
  })
