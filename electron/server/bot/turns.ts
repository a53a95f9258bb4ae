/** Which conversations the chatbot still owes an answer, kept with the messages: a server that ends in between forgets nobody. */

import type { Companies } from '../db/by-company'
import type { Tx } from '../db/client'
import { botTurns } from '../db/schema'
import { throughLoss } from '../db/through-loss'
import type { StoredBatch } from '../inbound/store'
import { reasonOf } from '../log'
import { isHeldElsewhere } from '../tickets/holder'
import type { TicketRow } from '../tickets/visibility'
import type { Workspace } from '../workspace'
import { converseLater } from './converse'

/**
 * Whether the chatbot looks at what a customer wrote: at what opens a ticket, and while it is in the menus; never where
 * somebody else answers.
 */
export const isBotsTurn = ({
  before,
  after,
}: {
  before: unknown
  after: Pick<TicketRow, 'chatbot' | 'heldBy'>
}): boolean => (before === null || after.chatbot) && !isHeldElsewhere(after)

/** Notes, in the transaction that stores a batch, whom the chatbot has to answer. `converse` takes the notes away. */
export async function rememberTurns(
  tx: Tx,
  companyId: number,
  batch: Pick<StoredBatch, 'touched'>,
): Promise<void> {
  const due = [...batch.touched.values()].filter(
    one => isBotsTurn(one) && one.after.status === 'pending' && !one.after.isGroup,
  )
  for (const { before, after } of due)
    await tx
      .insert(botTurns)
      .values({ ticketId: after.id, companyId, isNew: before === null })
      .onConflictDoNothing()
}

/**
 * Answers what an earlier life of the server had stored and not yet answered. The answers wait in the outbox, which is
 * taken up as each connection comes up. Runs before customers' messages are taken again.
 */
export async function takeUpTurns(app: Workspace, of?: Companies): Promise<void> {
  const rows = await app.db.select().from(botTurns).where(of?.(botTurns.companyId))
  for (const { ticketId, companyId } of rows) {
    try {
      await throughLoss(app, companyId, () => converseLater(app, { id: ticketId, companyId }))
    } catch (error) {
      app.log.warn('chatbot did not take up a conversation', { ticketId, reason: reasonOf(error) })
    }
  }
}
