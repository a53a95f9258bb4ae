/**
 * Runs steps by themselves, in the name of a rule or service level, each once even if the program is killed halfway. A
 * person's macro is run by that person's window instead (docs/decisions.md).
 */
import { putsAway, type Step, type StepKind, type StepOutcome } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Cause } from '../../desk/happenings/kinds'
import type { TicketRow } from '../../desk/tickets/visibility'
import { AnsweredError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { stepReceipts, tickets } from '../../platform/db/schema'
import { type Me, NOBODY, type Workspace } from '../../workspace'
import { type MessageStep, perform, sendMessages } from './acts'

/** Steps that must not be repeated when it is unknown whether they were done; repeating the others changes nothing. */
const ONCE: ReadonlySet<StepKind> = new Set(['schedule', 'note', 'notify'])

export interface By {
  companyId: number
  /** The name of the rule or service level, for the audit log and its notes. */
  name: string
  /** Identifies this run for good: a second call with it does nothing twice. */
  run: string
  /** The cause that the acts of a rule are counted under. */
  cause?: Cause
  /** Asked before each step; false skips the rest. */
  goesOn?: () => Promise<boolean>
}

/** The actor in a rule's name: sees every ticket of the company. */
const automatic = ({ companyId, name, cause }: Omit<By, 'run' | 'goesOn'>): Me => ({
  id: NOBODY,
  companyId,
  name,
  email: '',
  profile: 'admin',
  super: false,
  queueIds: [],
  seesUnqueued: true,
  whatsappId: null,
  unpaid: false,
  session: '',
  ...(cause ? { cause } : {}),
})

async function ticketNow(db: Reader, companyId: number, id: number): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.companyId, companyId)))
  if (!row) return null
  // The ticket was merged into another, because the customer is the same person: continue there.
  return row.mergedInto === null ? row : ticketNow(db, companyId, row.mergedInto)
}

/** The results of a run's steps so far, by position. */
async function receiptsOf(db: Reader, companyId: number, run: string) {
  const rows = await db
    .select()
    .from(stepReceipts)
    .where(and(eq(stepReceipts.companyId, companyId), eq(stepReceipts.run, run)))
  return new Map(rows.map(row => [row.step, row]))
}

/** The message steps from a place on that directly follow one another. */
function messagesFrom(steps: readonly Step[], from: number): MessageStep[] {
  const messages: MessageStep[] = []
  for (const step of steps.slice(from)) {
    if (step.kind !== 'message') break
    messages.push(step)
  }
  return messages
}

/**
 * Runs steps on a ticket, one after the other. A step that fails skips only those that would take the ticket out of
 * sight.
 * @returns the result of each, in order.
 * @throws anything that is not a refusal (a lost database): call again with the same `run`.
 */
export async function runSteps(
  app: Workspace,
  ticketId: number,
  steps: readonly Step[],
  by: By,
): Promise<StepOutcome[]> {
  const { companyId, run } = by
  const me = automatic(by)
  const receipts = await receiptsOf(app.db, companyId, run)
  const outcomes: StepOutcome[] = []
  const keep = async (step: number, state: 'begun' | StepOutcome['state'], code: StepOutcome['code']) => {
    const kept = { state, code, at: new Date().toISOString() }
    await app.db
      .company(companyId)
      .insert(stepReceipts)
      .values({ companyId, run, step, ticketId, ...kept })
      .onConflictDoUpdate({
        target: [stepReceipts.companyId, stepReceipts.run, stepReceipts.step],
        set: kept,
      })
  }
  /** The steps before this one went with others, and end as they did. */
  let doneUpTo = 0
  const attempt = async (step: Step, at: number): Promise<StepOutcome> => {
    const ticket = await ticketNow(app.db, companyId, ticketId)
    if (!ticket) return { state: 'failed', code: 'ERR_NO_TICKET_FOUND' }
    const act = { app, me, ticket, key: `${run}:${at}` }
    const outcome: StepOutcome = { state: 'done', code: null }
    try {
      if (step.kind === 'message')
        await sendMessages(act, step, messagesFrom(steps, at + 1), more => {
          doneUpTo = at + 1 + more
        })
      else await perform(act, step)
    } catch (error) {
      if (!(error instanceof AnsweredError)) throw error
      Object.assign(outcome, { state: 'failed', code: error.code })
    }
    // Before its own: a run that goes on after a kill begins with the message, and finds what was part of it.
    for (let other = doneUpTo - 1; other > at; other -= 1) await keep(other, outcome.state, outcome.code)
    return outcome
  }
  for (const [at, step] of steps.entries()) {
    const known = receipts.get(at)
    if (at < doneUpTo) {
      outcomes.push(outcomes.at(-1) as StepOutcome)
      continue
    }
    if (known && known.state !== 'begun') {
      outcomes.push({ state: known.state, code: known.code })
      continue
    }
    if (!((await by.goesOn?.()) ?? true)) {
      outcomes.push({ state: 'left', code: null })
      continue
    }
    let outcome: StepOutcome
    if (known && ONCE.has(step.kind)) outcome = { state: 'unsure', code: null }
    else if (putsAway(step) && outcomes.some(({ state }) => state !== 'done'))
      outcome = { state: 'left', code: null }
    else {
      // What may be repeated needs no receipt before it.
      if (!known && ONCE.has(step.kind)) await keep(at, 'begun', null)
      outcome = await attempt(step, at)
    }
    await keep(at, outcome.state, outcome.code)
    outcomes.push(outcome)
  }
  return outcomes
}
