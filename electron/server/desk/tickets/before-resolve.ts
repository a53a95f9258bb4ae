/** The state of a ticket before it was resolved, stored with the resolve while it can be undone. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { resolveUndos, ticketTrackings } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import type { TicketRow } from './visibility'

type Cycle = typeof ticketTrackings.$inferSelect

/** The members that resolving changes, and the service cycle it ended. */
export interface Before {
  ticket: Partial<TicketRow>
  cycle: Pick<Cycle, 'id' | 'userId' | 'queueId' | 'whatsappId' | 'startedAt'> | null
}

/** The running service cycle of a ticket. */
async function openCycle(tx: Tx, ticketId: number): Promise<Cycle | undefined> {
  const [cycle] = await tx
    .select()
    .from(ticketTrackings)
    .where(and(eq(ticketTrackings.ticketId, ticketId), isNull(ticketTrackings.finishedAt)))
  return cycle
}

/**
 * Stores the state of a ticket in the transaction that resolves it. Call it before the cycle ends.
 * @param changes what resolving will change.
 * @param saysAfter whether the customer gets a closing message once it can no longer be undone (closing-messages.ts).
 */
export async function keepForUndo(
  tx: Tx,
  me: Me,
  before: TicketRow,
  changes: Partial<TicketRow>,
  at: string,
  saysAfter: boolean,
): Promise<void> {
  const cycle = await openCycle(tx, before.id)
  const kept: Before = {
    ticket: Object.fromEntries(
      (Object.keys(changes) as (keyof TicketRow)[]).map(member => [member, before[member]]),
    ),
    cycle: cycle
      ? {
          id: cycle.id,
          userId: cycle.userId,
          queueId: cycle.queueId,
          whatsappId: cycle.whatsappId,
          startedAt: cycle.startedAt,
        }
      : null,
  }
  const row = { companyId: before.companyId, userId: me.id, at, before: JSON.stringify(kept), saysAfter }
  await tx
    .insert(resolveUndos)
    .values({ ticketId: before.id, ...row })
    .onConflictDoUpdate({ target: resolveUndos.ticketId, set: row })
}
