/** Service cycles of tickets: when the customer came, when a person took over, when it ended. Source of all averages. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { ticketTrackings } from '../db/schema'
import type { TransitionKind } from './transition'
import type { TicketRow } from './visibility'

/** Begins a cycle. `startedAt` is set at once when a person opened the ticket. */
export async function beginTracking(
  tx: Tx,
  ticket: TicketRow,
  queuedAt: string,
  startedAt: string | null,
): Promise<void> {
  await tx.insert(ticketTrackings).values({
    companyId: ticket.companyId,
    ticketId: ticket.id,
    userId: ticket.userId,
    queueId: ticket.queueId,
    whatsappId: ticket.whatsappId,
    queuedAt,
    startedAt,
  })
}

/** Follows a transition: first acceptance, end, or a new cycle after reopening. */
export async function track(tx: Tx, kind: TransitionKind, after: TicketRow, at: string): Promise<void> {
  if (kind === 'touch') return
  const current = and(eq(ticketTrackings.ticketId, after.id), isNull(ticketTrackings.finishedAt))
  const [open] = await tx.select().from(ticketTrackings).where(current)
  if (!open) {
    if (kind !== 'resolve') await beginTracking(tx, after, at, after.status === 'open' ? at : null)
    return
  }
  await tx
    .update(ticketTrackings)
    .set({
      userId: after.userId ?? open.userId,
      queueId: after.queueId,
      whatsappId: after.whatsappId,
      startedAt: open.startedAt ?? (after.status === 'open' ? at : null),
      finishedAt: kind === 'resolve' ? at : null,
    })
    .where(eq(ticketTrackings.id, open.id))
}
