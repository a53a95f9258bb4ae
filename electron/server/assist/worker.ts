/**
 * Has questions answered that are noted and due, one at a time for each ticket. The rows themselves are the queue: what
 * a server that ended has left unanswered is due at the next start, and an answer is stored together with the note that
 * it was given, so that none is given twice.
 */
import type { HandoverReason } from '@contract'
import { and, asc, eq, gt, lte, notInArray } from 'drizzle-orm'
import { ModelError } from '../../providers/chat-model'
import type { Db } from '../db/client'
import { assists, tickets } from '../db/schema'
import { every, type Job, NOTHING } from '../every'
import { reasonOf } from '../log'
import type { TicketRow } from '../tickets/visibility'
import type { Workspace } from '../workspace'
import { type AssistRow, giveUp } from './hand-over'
import { integrationTurn } from './integration-turn'
import { modelTurn } from './model-turn'
import { Final } from './reasons'

/** How often what is due is looked for, milliseconds; what customers write is answered at once. */
const TICK_MS = 2_000
/** Questions of one company answered at the same time: a provider that is silent holds up its own customers. */
const AT_ONCE_OF_ONE = 8
/** Where so many are under way, a company has one at a time: many providers that are silent hold up nobody else, either. */
const MANY = 64
/** Rows looked at in one turn; those under way are among them. */
const MOST_A_TURN = 100
/** Tries at one answer before a person is asked. */
const TRIES = 3

/** Answers of AI prompts and integrations under way. */
export interface Assistants {
  /** By ticket. */
  running: Map<number, { companyId: number; turn: Promise<void> }>
  /** Gives up what is under way, and begins nothing more. */
  ending: AbortController
}

export const assistants = (): Assistants => ({ running: new Map(), ending: new AbortController() })

/** Companies that have as many answers under way as one may have. */
function fullOf({ running }: Assistants): number[] {
  const most = running.size < MANY ? AT_ONCE_OF_ONE : 1
  const counts = new Map<number, number>()
  for (const { companyId } of running.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  return [...counts].flatMap(([companyId, count]) => (count >= most ? [companyId] : []))
}

/** What the agent reads of a failure that no further try mends. */
function reasonFor(error: unknown): HandoverReason {
  if (error instanceof Final) return error.reason
  return error instanceof ModelError && error.fault === 'busy' ? 'busy' : 'failed'
}

/** What is asked and due now on a ticket; null when nothing is, or somebody has accepted it. */
async function due(
  db: Db,
  ticketId: number,
  at: Date,
): Promise<{ row: AssistRow; ticket: TicketRow } | null> {
  const [found] = await db
    .select({ row: assists, ticket: tickets })
    .from(assists)
    .innerJoin(tickets, eq(tickets.id, assists.ticketId))
    .where(
      and(
        eq(assists.ticketId, ticketId),
        eq(assists.status, 'active'),
        gt(assists.askedSeq, assists.answeredSeq),
        lte(assists.nextAt, at.toISOString()),
      ),
    )
  if (!found) return null
  if (found.ticket.status === 'pending' && found.ticket.userId === null) return found
  await db
    .company(found.row.companyId)
    .update(assists)
    .set({ status: 'done', updatedAt: at.toISOString() })
    .where(eq(assists.ticketId, ticketId))
  return null
}

async function answer(app: Workspace, ticketId: number): Promise<void> {
  const { signal } = app.memory.assistants.ending
  // What the customer writes while an answer is being made is answered next.
  for (let turns = 0; turns < 20 && !signal.aborted; turns += 1) {
    const found = await due(app.db, ticketId, new Date())
    if (!found) return
    const { row, ticket } = found
    try {
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
        .update(assists)
        .set({ attempts, nextAt, updatedAt: new Date().toISOString() })
        .where(eq(assists.ticketId, ticketId))
      return
    }
  }
}

/** Answers what is due on a ticket, unless that is being done. Never rejects. */
export function kick(app: Workspace, ticketId: number, companyId: number): void {
  const { running, ending } = app.memory.assistants
  if (ending.signal.aborted || running.has(ticketId) || !app.work.here(companyId)) return
  // Taken up by the next turn that has room for it.
  if (fullOf(app.memory.assistants).includes(companyId)) return
  const turn = answer(app, ticketId)
    .catch((error: unknown) => app.log.error('assistant', { ticketId, reason: reasonOf(error) }))
    .finally(() => running.delete(ticketId))
  running.set(ticketId, { companyId, turn })
}

/** Takes up what is due. @returns how much it was. */
export async function runAssistants(app: Workspace, at: Date = new Date()): Promise<number> {
  const rows = await app.db
    .select({ ticketId: assists.ticketId, companyId: assists.companyId })
    .from(assists)
    .where(
      and(
        eq(assists.status, 'active'),
        gt(assists.askedSeq, assists.answeredSeq),
        lte(assists.nextAt, at.toISOString()),
        notInArray(assists.companyId, fullOf(app.memory.assistants)),
        app.work.mine(assists.companyId),
      ),
    )
    .orderBy(asc(assists.nextAt))
    .limit(MOST_A_TURN)
  for (const { ticketId, companyId } of rows) kick(app, ticketId, companyId)
  return rows.length
}

/**
 * Looks for what is due until stopped. `stop` does not wait for models: what is under way is given up, and asked again
 * at the next start.
 */
export function startAssistants(app: Workspace): Job {
  const { running, ending } = app.memory.assistants
  const job = every(app, 'assistants', TICK_MS, async () =>
    (await runAssistants(app)) === 0 && running.size === 0 ? NOTHING : null,
  )
  return {
    async stop() {
      ending.abort()
      await job.stop()
      await Promise.all([...running.values()].map(({ turn }) => turn))
    },
  }
}
