/**
 * Has questions answered that are noted and due, one at a time for each ticket. The rows themselves are the queue: what
 * a server that ended has left unanswered is due at the next start, and an answer is stored together with the note that
 * it was given, so that none is given twice.
 */
import type { HandoverReason } from '@contract'
import { and, asc, eq, gt, lte, notInArray } from 'drizzle-orm'
import { ModelError } from '../../../providers/chat-model'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import type { TicketRow } from '../../desk/tickets/visibility'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import type { Db } from '../../platform/db/client'
import { autoReplies, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type AutoReplyRow, giveUp } from './hand-over'
import { transcriptsDueAt } from './hearing'
import { integrationTurn } from './integration-turn'
import { modelTurn } from './model-turn'
import { Final } from './reasons'

/** How often what is due is looked for, milliseconds; what customers write is answered at once. */
const TICK_MS = 2_000
/** Rows looked at in one turn; those under way are among them. */
const MOST_A_TURN = 100
/** Tries at one answer before a person is asked. */
const TRIES = 3

/** What the agent reads of a failure that no further try mends. */
function reasonFor(error: unknown): HandoverReason {
  if (error instanceof Final) return error.reason
  return error instanceof ModelError && error.fault === 'busy' ? 'busy' : 'failed'
}

/** What is asked and due now on a ticket; null when nothing is, somebody has accepted it or answers it elsewhere. */
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

async function answer(app: Workspace, ticketId: number): Promise<void> {
  const signal = app.memory.autoReplies.ending
  // What the customer writes while an answer is being made is answered next.
  for (let turns = 0; turns < 20 && !signal.aborted; turns += 1) {
    const found = await due(app.db, ticketId, new Date())
    if (!found) return
    const { row, ticket } = found
    try {
      const nextAt = row.kind === 'prompt' ? await transcriptsDueAt(app, row, ticket) : null
      if (nextAt !== null) {
        await app.db
          .company(row.companyId)
          .update(autoReplies)
          .set({ nextAt })
          .where(eq(autoReplies.ticketId, ticketId))
        return
      }
      await (row.kind === 'prompt' ? modelTurn(app, row, ticket) : integrationTurn(app, row, ticket))
    } catch (error) {
      // Given up because the workspace ends: it is asked again at the next start.
      if (signal.aborted) return
      const attempts = row.attempts + 1
      app.log.warn('an answer was not made', { ticketId, kind: row.kind, attempts, reason: reasonOf(error) })
      if (error instanceof Final || attempts >= TRIES) {
        await giveUp(app, row, reasonFor(error))
        return
      }
      const nextAt = new Date(Date.now() + app.modelTimeouts.pause * 2 ** row.attempts).toISOString()
      await app.db
        .company(row.companyId)
        .update(autoReplies)
        .set({ attempts, nextAt, updatedAt: new Date().toISOString() })
        .where(eq(autoReplies.ticketId, ticketId))
      return
    }
  }
}

/** Answers what is due on a ticket, unless that is being done. Never rejects. */
export function kick(app: Workspace, ticketId: number, companyId: number): void {
  if (!app.work.here(companyId)) return
  app.memory.autoReplies.begin(ticketId, companyId, () =>
    answer(app, ticketId).catch((error: unknown) =>
      app.log.error('automatic reply', { ticketId, reason: reasonOf(error) }),
    ),
  )
}

/** Takes up what is due. @returns how much it was. */
export async function runAutoReplies(app: Workspace, at: Date = new Date()): Promise<number> {
  const rows = await app.db
    .select({ ticketId: autoReplies.ticketId, companyId: autoReplies.companyId })
    .from(autoReplies)
    .where(
      and(
        eq(autoReplies.status, 'active'),
        gt(autoReplies.askedSeq, autoReplies.answeredSeq),
        lte(autoReplies.nextAt, at.toISOString()),
        notInArray(autoReplies.companyId, app.memory.autoReplies.full()),
        app.work.mine(autoReplies.companyId),
      ),
    )
    .orderBy(asc(autoReplies.nextAt))
    .limit(MOST_A_TURN)
  for (const { ticketId, companyId } of rows) kick(app, ticketId, companyId)
  return rows.length
}

/**
 * Looks for what is due until stopped. `stop` does not wait for models: what is under way is given up, and asked again
 * at the next start.
 */
export function startAutoReplies(app: Workspace): Job {
  const work = app.memory.autoReplies
  const job = every(app, 'message.auto-reply', TICK_MS, async () =>
    (await runAutoReplies(app)) === 0 && work.isIdle() ? NOTHING : null,
  )
  return {
    async stop() {
      const ended = work.stop()
      await job.stop()
      await ended
    },
  }
}
