/** Limits how often a rule writes to one customer: with a robot on the other side, both would keep writing for ever. */
import { RULE_MESSAGES, type Step, type StepOutcome, writesToCustomer } from '@contract'
import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { ruleRuns, type rules, tickets } from '../../platform/db/schema'

const RESTS: StepOutcome = { state: 'left', code: 'ERR_RULE_RESTS' }

/** What the log of a rule says of a run: what became of the steps that were done, and that the others were held back. */
export const withRests = (steps: readonly Step[], outcomes: readonly StepOutcome[]): StepOutcome[] => [
  ...outcomes,
  ...steps.slice(outcomes.length).map(() => RESTS),
]

/** The steps before the first message that is more than one run may write. */
export function withinLimit(steps: readonly Step[]): Step[] {
  const messages = steps.flatMap(({ kind }, at) => (kind === 'message' ? [at] : []))
  return steps.slice(0, messages[RULE_MESSAGES.most])
}

interface Asked {
  run: Pick<typeof ruleRuns.$inferSelect, 'companyId' | 'ticketId'>
  rule: Pick<typeof rules.$inferSelect, 'id' | 'steps'>
}

/**
 * Whether a rule is held back for the customer of a ticket, because with this run it would have written to them too often
 * within some minutes, in this conversation or an earlier one. Each message counts.
 * @returns `begins`: from now on, which goes into the log. `quiet`: it was held back before. null: it is not held back.
 */
export async function restOf(db: Reader, { run, rule }: Asked, at: Date): Promise<'begins' | 'quiet' | null> {
  if (!rule.steps.some(writesToCustomer)) return null
  // Whether the other steps will write is up to the company's automatic messages.
  const next = Math.max(1, rule.steps.filter(({ kind }) => kind === 'message').length)
  const ago = (ms: number): string => new Date(at.getTime() - ms).toISOString()
  const customers = db
    .select({ id: tickets.contactId })
    .from(tickets)
    .where(and(eq(tickets.id, run.ticketId), eq(tickets.companyId, run.companyId)))
  const recent = await db
    .select({ steps: ruleRuns.steps, outcomes: ruleRuns.outcomes, endedAt: ruleRuns.endedAt })
    .from(ruleRuns)
    .innerJoin(tickets, eq(tickets.id, ruleRuns.ticketId))
    .where(
      and(
        eq(ruleRuns.ruleId, rule.id),
        eq(ruleRuns.state, 'done'),
        gte(ruleRuns.endedAt, ago(RULE_MESSAGES.restMs)),
        // Later ones were written before the clock was set back.
        lte(ruleRuns.endedAt, ago(-RULE_MESSAGES.restMs)),
        inArray(tickets.contactId, customers),
      ),
    )
    .orderBy(desc(ruleRuns.id))
  if (recent.some(({ outcomes }) => outcomes?.some(({ code }) => code === RESTS.code))) return 'quiet'
  const since = ago(RULE_MESSAGES.withinMs)
  const written = recent
    .filter(({ endedAt }) => (endedAt ?? '') >= since)
    .flatMap(({ steps, outcomes }) =>
      (steps ?? []).filter((step, place) => writesToCustomer(step) && outcomes?.[place]?.state === 'done'),
    )
  return written.length > 0 && written.length + next > RULE_MESSAGES.most ? 'begins' : null
}
