/** Does the steps of service levels with tickets whose deadline is close or has passed. */
import { and, asc, eq, isNull, lte, not, type SQL } from 'drizzle-orm'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import { ascending, oneOf } from '../../platform/db/engine/words'
import { deadlines, serviceLevels, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { runSteps } from '../steps/run'

const TICK_MS = 2_000
/** Most deadlines of one turn; the rest follow in the next. */
const MOST_A_TURN = 50

/** What failed is left alone for so long, milliseconds. */
const AGAIN_MS = 60_000

const dueOf = (app: Workspace, at: Date, which: SQL | undefined) =>
  app.db
    .select({ deadline: deadlines, level: serviceLevels })
    .from(deadlines)
    .innerJoin(tickets, eq(tickets.id, deadlines.ticketId))
    .innerJoin(serviceLevels, eq(serviceLevels.id, deadlines.levelId))
    .where(
      and(
        isNull(deadlines.endedAt),
        lte(deadlines.wakeAt, at.toISOString()),
        eq(serviceLevels.active, true),
        app.work.mine(deadlines.companyId),
        which,
      ),
    )
    .orderBy(ascending(deadlines.wakeAt), asc(deadlines.id))
    .limit(MOST_A_TURN)
type Due = Awaited<ReturnType<typeof dueOf>>[number]

/** Does the steps of one deadline, if it still is due at its turn, by its service level as it is then. */
async function escalate(app: Workspace, dueId: number, at: Date): Promise<void> {
  const dueNow = async (): Promise<Due | undefined> => (await dueOf(app, at, eq(deadlines.id, dueId)))[0]
  const due = await dueNow()
  if (!due) return
  const { deadline, level } = due
  const { id, companyId, ticketId, wakeAt, dueAt } = deadline
  if (wakeAt === null) return
  const isLate = Date.parse(wakeAt) >= Date.parse(dueAt)
  await runSteps(app, ticketId, isLate ? level.lateSteps : level.closeSteps, {
    companyId,
    name: level.name,
    run: `deadline ${id} ${isLate ? 'late' : 'close'} ${dueAt}`,
    // A step of its own may have ended or snoozed it: only what its service level became stops the others.
    goesOn: async () => {
      const [now] = await app.db.select().from(serviceLevels).where(eq(serviceLevels.id, level.id))
      return now?.active === true && now.updatedAt === level.updatedAt
    },
  })
  const next = isLate || level.lateSteps.length === 0 ? null : dueAt
  // Another service level since, by what was just done: it has its own time.
  await app.db
    .company(companyId)
    .update(deadlines)
    .set({ wakeAt: next })
    .where(and(eq(deadlines.id, id), eq(deadlines.wakeAt, wakeAt), eq(deadlines.dueAt, dueAt)))
}

/**
 * Does what is due, each once, companies beside one another; of tickets that sleep as well.
 * @param resting until when a deadline is left alone, by its id: what failed is tried again later and keeps nothing else waiting.
 * @returns how many deadlines there were.
 */
export async function escalateDue(
  app: Workspace,
  at: Date = new Date(),
  resting: Map<number, number> = new Map(),
): Promise<number> {
  for (const [id, until] of resting) if (until <= at.getTime()) resting.delete(id)
  const rows = await dueOf(app, at, not(oneOf(deadlines.id, [...resting.keys()])))
  const byCompany = new Map<number, Due[]>()
  for (const row of rows) {
    const { companyId } = row.deadline
    if (app.work.here(companyId)) byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), row])
  }
  const ofOne = async (due: readonly Due[]): Promise<void> => {
    for (const one of due)
      await escalate(app, one.deadline.id, at).catch((error: unknown) => {
        const { id, ticketId } = one.deadline
        resting.set(id, at.getTime() + AGAIN_MS)
        app.log.warn('steps of a service level not done', { ticketId, reason: reasonOf(error) })
      })
  }
  await Promise.all([...byCompany.values()].map(ofOne))
  return rows.length
}

/** Does so until stopped. */
export function startEscalating(app: Workspace): Job {
  const resting = new Map<number, number>()
  return every(app, 'deadline.escalate', TICK_MS, async () =>
    (await escalateDue(app, new Date(), resting)) === 0 ? NOTHING : null,
  )
}
