/**
 * Service cycles of tickets: when the customer came, when a person took over, when it ended. The source of all
 * averages.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { ticketTrackings } from '../../platform/db/schema'
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

/**
 * Follows a transition: first acceptance, end, or a new cycle after reopening.
 * @param isByPerson whether a person did it: automatic moves do not count as transfers.
 */
export async function track(
  tx: Tx,
  kind: TransitionKind,
  after: TicketRow,
  at: string,
  isByPerson = false,
): Promise<void> {
  if (kind === 'touch') return
  const startedAt = after.status === 'open' ? at : null
  const followed = await tx
    .update(ticketTrackings)
    .set({
      ...(after.userId === null ? {} : { userId: after.userId }),
      queueId: after.queueId,
      whatsappId: after.whatsappId,
      ...(startedAt === null ? {} : { startedAt: sql`coalesce(started_at, ${Date.parse(startedAt)})` }),
      finishedAt: kind === 'resolve' ? at : null,
      ...(kind === 'transfer' && isByPerson ? { transfers: sql`${ticketTrackings.transfers} + 1` } : {}),
    })
    .where(and(eq(ticketTrackings.ticketId, after.id), isNull(ticketTrackings.finishedAt)))
    .returning({ id: ticketTrackings.id })
  if (followed.length === 0 && kind !== 'resolve') await beginTracking(tx, after, at, startedAt)
}

/** The columns for the first automatic answer, and for the handover to people. */
export const noteAutomation = (at: string, { answered, handed }: { answered: boolean; handed: boolean }) => ({
  ...(answered ? { botAt: sql`coalesce(${ticketTrackings.botAt}, ${Date.parse(at)})` } : {}),
  ...(handed ? { handedAt: sql`coalesce(${ticketTrackings.handedAt}, ${Date.parse(at)})` } : {}),
})

/** Notes in the latest cycle when the customer was asked for a rating. */
export async function noteRatingAsked(
  tx: Pick<Tx, 'update'>,
  ticketId: number,
  at: string | null,
): Promise<void> {
  await tx
    .update(ticketTrackings)
    .set({ ratingAskedAt: at })
    .where(
      sql`${ticketTrackings.id} = (select max(c.id) from ${ticketTrackings} c where c.ticket_id = ${ticketId})`,
    )
}
