/** Does the steps of service levels for tickets whose deadline is close or has passed. */
import { and, asc, eq, isNull, lte, not } from 'drizzle-orm'
import type { Consumer } from '../../desk/happenings/consumer'
import type { OfCompanies, Piece } from '../../desk/happenings/kinds'
import { ascending, oneOf } from '../../platform/db/engine/words'
import { deadlines, serviceLevels } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { runSteps } from '../steps/run'

/** Most deadlines of one look; the rest follow. */
const MOST_A_TURN = 50

interface DueDeadline extends Piece {
  /** The deadline: another one of its ticket goes on while it rests. */
  rests: number
}

const isDue = (at: Date) =>
  and(isNull(deadlines.endedAt), lte(deadlines.wakeAt, at.toISOString()), eq(serviceLevels.active, true))

/** Deadlines whose steps are due, also of snoozed tickets; those of one ticket are done one after the other. */
export const dueDeadlines = (
  { db }: Workspace,
  of: OfCompanies,
  resting: readonly number[],
  at = new Date(),
): Promise<DueDeadline[]> =>
  db
    .select({ key: deadlines.ticketId, companyId: deadlines.companyId, rests: deadlines.id })
    .from(deadlines)
    .innerJoin(serviceLevels, eq(serviceLevels.id, deadlines.levelId))
    .where(and(isDue(at), of(deadlines.companyId), not(oneOf(deadlines.id, resting))))
    .orderBy(ascending(deadlines.wakeAt), asc(deadlines.id))
    .limit(MOST_A_TURN)

/** What a service level does, to be compared: where it stands among others is no change of it. */
const stepsOf = ({ closeSteps, lateSteps }: typeof serviceLevels.$inferSelect): string =>
  JSON.stringify([closeSteps, lateSteps])

/** Does the steps of one deadline, if it is still due, by its service level as it is now. @returns how many deadlines that was. */
export async function escalate(
  app: Workspace,
  { rests: deadlineId }: DueDeadline,
  at = new Date(),
): Promise<number> {
  const [due] = await app.db
    .select({ deadline: deadlines, level: serviceLevels })
    .from(deadlines)
    .innerJoin(serviceLevels, eq(serviceLevels.id, deadlines.levelId))
    .where(and(eq(deadlines.id, deadlineId), isDue(at)))
  if (!due) return 0
  const { deadline, level } = due
  const { id, companyId, ticketId, wakeAt, dueAt } = deadline
  if (wakeAt === null) return 0
  const isLate = Date.parse(wakeAt) >= Date.parse(dueAt)
  await runSteps(app, ticketId, isLate ? level.lateSteps : level.closeSteps, {
    companyId,
    name: level.name,
    run: `deadline ${id} ${isLate ? 'late' : 'close'} ${dueAt}`,
    // A step may itself have ended or snoozed the ticket: only a change of the service level stops the others.
    goesOn: async () => {
      const [now] = await app.db.select().from(serviceLevels).where(eq(serviceLevels.id, level.id))
      return now?.active === true && stepsOf(now) === stepsOf(level)
    },
  })
  const next = isLate || level.lateSteps.length === 0 ? null : dueAt
  // A step may have brought another service level, which has its own time.
  await app.db
    .company(companyId)
    .update(deadlines)
    .set({ wakeAt: next })
    .where(and(eq(deadlines.id, id), eq(deadlines.wakeAt, wakeAt), eq(deadlines.dueAt, dueAt)))
  return 1
}

/** Steps of service levels when they are due. */
export const escalation: Consumer = {
  name: 'escalation',
  follows: {
    job: 'deadline.escalate',
    everyMs: 2_000,
    againMs: 60_000,
    atOnce: 8,
    due: dueDeadlines,
    work: (app, due: DueDeadline) => escalate(app, due),
  },
}
