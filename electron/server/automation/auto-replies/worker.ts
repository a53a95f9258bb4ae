/**
 * Answers the questions that are noted and due, one at a time for each ticket. The rows are the queue: what a killed
 * server left unanswered is due at the next start. An answer is stored together with the note that it was given, so
 * that none is given twice.
 */
import type { HandoverReason } from '@contract'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { ModelError } from '../../../providers/chat-model'
import type { Following } from '../../desk/happenings/consumer'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import type { TicketRow } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import type { Db } from '../../platform/db/client'
import { autoReplies, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type AutoReplyRow, giveUp } from './hand-over'
import { transcriptsDueAt } from './hearing'
import { integrationTurn } from './integration-turn'
import { modelTurn } from './model-turn'
import { Final } from './reasons'
import { servesStill } from './switched-off'
import { answersTooOften } from './too-often'

/** Rows looked at together; those under way are among them. */
const MOST_A_TURN = 100
/** Tries at one answer before a person takes over. */
const TRIES = 3

/** What the agent reads about a failure that another try would not fix. */
function reasonFor(error: unknown): HandoverReason {
  if (error instanceof Final) return error.reason
  return error instanceof ModelError && error.fault === 'busy' ? 'busy' : 'failed'
}

/**
 * The question that is due on a ticket; null when there is none, or when a person has accepted the ticket or answers it
 * elsewhere.
 */
async function due(
  db: Db,
  ticketId: number,
  at: Date,
): Promise<{ row: AutoReplyRow; ticket: TicketRow } | null> {
  const [found] = await db
    .select({ row: autoReplies, ticket: tickets })
    .from(autoReplies)
    .innerJoin(tickets, eq(tickets.id, autoReplies.ticketId))
    .where(
      and(
        eq(autoReplies.ticketId, ticketId),
        eq(autoReplies.status, 'active'),
        gt(autoReplies.askedSeq, autoReplies.answeredSeq),
        lte(autoReplies.nextAt, at.toISOString()),
      ),
    )
  if (!found) return null
  const { ticket } = found
  if (ticket.status === 'pending' && ticket.userId === null && !isHeldElsewhere(ticket)) return found
  await db
    .company(found.row.companyId)
    .update(autoReplies)
    .set({ status: 'done', updatedAt: at.toISOString() })
    .where(eq(autoReplies.ticketId, ticketId))
  return null
}

/** @returns how often it was begun. */
async function answer(app: Workspace, ticketId: number, ending: AbortSignal): Promise<number> {
  let tries = 0
  // What the customer writes while an answer is being made is answered next.
  for (; tries < 20 && !ending.aborted; tries += 1) {
    const found = await due(app.db, ticketId, new Date())
    if (!found) return tries
    const { row, ticket } = found
    try {
      if (!(await servesStill(app, row, ticket))) continue
      const nextAt = row.kind === 'prompt' ? await transcriptsDueAt(app, row, ticket) : null
      if (nextAt !== null) {
        await app.db
          .company(row.companyId)
          .update(autoReplies)
          .set({ nextAt })
          .where(eq(autoReplies.ticketId, ticketId))
        return tries
      }
      if (await answersTooOften(app.db, ticketId, new Date()))
        throw new Final('robot', 'it was answered so often that no person can be asking')
      await (row.kind === 'prompt' ? modelTurn(app, row, ticket, ending) : integrationTurn(app, row, ticket))
    } catch (error) {
      // Aborted because the workspace ends: the next start asks again.
      if (ending.aborted) return tries
      const attempts = row.attempts + 1
      app.log.warn('an answer was not made', { ticketId, kind: row.kind, attempts, reason: reasonOf(error) })
      if (error instanceof Final || attempts >= TRIES) {
        await giveUp(app, row, reasonFor(error))
        return tries + 1
      }
      const nextAt = new Date(Date.now() + app.modelTimeouts.pause * 2 ** row.attempts).toISOString()
      await app.db
        .company(row.companyId)
        .update(autoReplies)
        .set({ attempts, nextAt, updatedAt: new Date().toISOString() })
        .where(eq(autoReplies.ticketId, ticketId))
      return tries + 1
    }
  }
  return tries
}

/** Answers that are owed. Those under way when the workspace ends are asked again at the next start. */
export const replyJob: Following = {
  job: 'message.auto-reply',
  everyMs: 2_000,
  atOnce: 8,
  many: 64,
  due: ({ db }, of) =>
    db
      .select({ key: autoReplies.ticketId, companyId: autoReplies.companyId })
      .from(autoReplies)
      .where(
        and(
          eq(autoReplies.status, 'active'),
          gt(autoReplies.askedSeq, autoReplies.answeredSeq),
          lte(autoReplies.nextAt, new Date().toISOString()),
          of(autoReplies.companyId),
        ),
      )
      .orderBy(asc(autoReplies.nextAt))
      .limit(MOST_A_TURN),
  work: (app, { key }, ending) => answer(app, key, ending),
}
