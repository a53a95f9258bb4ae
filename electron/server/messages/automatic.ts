/** What the workspace sends by itself: greeting, menu, rating question, closing. */
import { sendToChannelInTurn } from '../outgoing'
import type { TicketRow } from '../tickets/visibility'
import type { Workspace } from '../workspace'
import { storeOwn } from './rows'

/** Sends a text of the workspace itself (greeting, closing, rating question). Does not stop the waiting clock. */
export async function sendAutomatic(app: Workspace, ticket: TicketRow, body: string): Promise<void> {
  const { row } = await app.db
    .conversation(ticket)
    .write(tx => storeOwn(app, tx, ticket.id, { companyId: ticket.companyId, body, userId: null }))
  await sendToChannelInTurn(app, ticket, row)
}
