/** Does the steps of service levels with tickets whose deadline is close or has passed. */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { deadlines, serviceLevels, tickets } from '../db/schema'
import { every, type Job, NOTHING } from '../every'
import { runSteps } from '../steps/run'
import type { Workspace } from '../workspace'

const TICK_MS = 2_000
/** Most deadlines of one turn; the rest follow in the next. */
const MOST_A_TURN = 50

/** Does what is due, each once; of tickets that sleep as soon as they wake. @returns how many deadlines there were. */
export async function escalateDue(app: Workspace, at: Date = new Date()): Promise<number> {
  const rows = await app.db
    .select({ deadline: deadlines, level: serviceLevels })
    .from(deadlines)
    .innerJoin(tickets, eq(tickets.id, deadlines.ticketId))
    .innerJoin(serviceLevels, eq(serviceLevels.id, deadlines.levelId))
    .where(
      and(
        isNull(deadlines.endedAt),
        lte(deadlines.wakeAt, at.toISOString()),
        isNull(tickets.snoozedAt),
        app.work.mine(deadlines.companyId),
      ),
    )
    .orderBy(asc(deadlines.wakeAt), asc(deadlines.id))
    .limit(MOST_A_TURN)
  for (const { deadline, level } of rows) {
    const { id, companyId, ticketId, wakeAt, dueAt } = deadline
    if (wakeAt === null || !app.work.here(companyId)) continue
    const isLate = Date.parse(wakeAt) >= Date.parse(dueAt)
    await runSteps(app, ticketId, isLate ? level.lateSteps : level.closeSteps, {
      companyId,
      name: level.name,
      run: `deadline ${id} ${isLate ? 'late' : 'close'} ${dueAt}`,
    })
    const next = isLate || level.lateSteps.length === 0 ? null : dueAt
    // Another service level since, by what was just done: it has its own time.
    await app.db
      .company(companyId)
      .update(deadlines)
      .set({ wakeAt: next })
      .where(and(eq(deadlines.id, id), eq(deadlines.wakeAt, wakeAt), eq(deadlines.dueAt, dueAt)))
  }
  return rows.length
}

/** Does so until stopped. */
export const startEscalating = (app: Workspace): Job =>
  every(app, 'deadlines that are close or past', TICK_MS, async () =>
    (await escalateDue(app)) === 0 ? NOTHING : null,
  )
