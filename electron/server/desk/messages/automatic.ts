/** What the workspace sends by itself: greeting, menu, rating question, closing. */
import { eq } from 'drizzle-orm'
import { tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { sendToChannelInTurn } from '../outgoing'
import { isHeldElsewhere } from '../tickets/holder'
import type { TicketRow } from '../tickets/visibility'
import { storeOwn } from './rows'

/**
 * Sends a text of the workspace itself (greeting, closing, rating question), unless somebody else answers the conversation.
 * Does not stop the waiting clock.
 */
export async function sendAutomatic(app: Workspace, ticket: TicketRow, body: string): Promise<void> {
  const stored = await app.db.conversation(ticket).write(async tx => {
    const [now] = await tx.select({ heldBy: tickets.heldBy }).from(tickets).where(eq(tickets.id, ticket.id))
    if (now && isHeldElsewhere(now)) return null
    return storeOwn(app, tx, ticket.id, { companyId: ticket.companyId, body, userId: null })
  })
  if (stored) await sendToChannelInTurn(app, ticket, stored.row)
}
