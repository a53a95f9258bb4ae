/** The priority of a ticket: set by people, and by the copilot where allowed. */
import type { ExpectedTicket, Priority } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import { recordOfTicket } from '../../platform/audit/record'
import type { Tx } from '../../platform/db/client'
import { tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { ticketToAct } from './expected'
import type { Actor } from './timeline'
import { announce } from './update'
import type { TicketRow } from './visibility'

/** Sets a ticket's priority inside a write, and tells the people who see it; its place by activity stays. */
export async function prioritise(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  priority: Priority,
  by: Actor,
): Promise<TicketView> {
  await tx.update(tickets).set({ priority }).where(eq(tickets.id, ticket.id))
  return announce(app, tx, ticket, { ...ticket, priority }, by)
}

/**
 * Sets a ticket's priority, and records in the audit log who did.
 * @param expected what the person saw.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED
 */
export async function setPriority(
  app: Workspace,
  me: Me,
  id: number,
  priority: Priority,
  origin: ReturnType<typeof originOf>,
  expected?: ExpectedTicket,
): Promise<TicketView> {
  const { before, view } = await app.db.company(me.companyId).write(async tx => {
    const before = await ticketToAct(tx, me, id, expected)
    const view =
      before.priority === priority
        ? await ticketDetail(tx, id)
        : await prioritise(app, tx, before, priority, me)
    return { before, view }
  })
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  await recordOfTicket(app, me, before, { field: 'priority', from: before.priority, to: priority }, origin)
  return view
}
