/** Who gave a ticket away by hand: it is not assigned back to them. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { writeLast } from '../../platform/db/engine/inside'
import { givenAway } from '../../platform/db/schema'
import type { TicketRow } from './visibility'

/** Notes it when a ticket becomes pending again, and clears it when somebody has it. */
export function noteGivenAway(tx: Tx, before: TicketRow, after: TicketRow): void {
  const row = { ticketId: after.id, companyId: after.companyId, userId: before.userId ?? 0 }
  const waits = after.status === 'pending' && before.userId !== null
  writeLast(
    waits
      ? tx
          .insert(givenAway)
          .values(row)
          .onConflictDoUpdate({ target: givenAway.ticketId, set: { userId: row.userId } })
      : tx.delete(givenAway).where(eq(givenAway.ticketId, after.id)),
  )
}
