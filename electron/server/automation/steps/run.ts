/**
 * Steps that are done by themselves: under the name of a rule or of a promise, each once, also where the program ends in the
 * middle. What a person's macro does, that person's window does by the calls of every press (docs/decisions.md).
 */
import { putsAway, type Step, type StepKind, type StepOutcome } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import type { Cause } from '../../desk/happenings/kinds'
import type { TicketRow } from '../../desk/tickets/visibility'
import { AnsweredError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { keptSince } from '../../platform/db/kept'
import { stepReceipts, tickets } from '../../platform/db/schema'
import { type Me, NOBODY, type Workspace } from '../../workspace'
import { perform } from './acts'

/** What must not be done again where nobody knows whether it was: the others leave things as they are when they are repeated. */
const ONCE: ReadonlySet<StepKind> = new Set(['schedule', 'note', 'notify'])
/** How long receipts are kept, milliseconds: a run that did not end is taken up long before. */
const KEPT_MS = 7 * 24 * 60 * 60_000

export interface By {
  companyId: number
  /** The rule's or promise's own: it stands in the audit log and before its notes. */
  name: string
  /** Names this run for good: called again with it, nothing is done twice. */
  run: string
  /** Where a rule does it: what its acts are counted under. */
  cause?: Cause
  /** Asked before each step: false leaves out what is not done yet. */
  goesOn?: () => Promise<boolean>
}

/** Who acts in a rule's name: sees every ticket of the company. */
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
  // Its customer was found to be one person with somebody else: it goes on there.
  return row.mergedInto === null ? row : ticketNow(db, companyId, row.mergedInto)
}

/** What became of the steps of a run so far, by their places. */
async function receiptsOf(db: Reader, companyId: number, run: string) {
  const rows = await db
    .select()
    .from(stepReceipts)
    .where(and(eq(stepReceipts.companyId, companyId), eq(stepReceipts.run, run)))
  return new Map(rows.map(row => [row.step, row]))
}

/**
 * Does steps with a ticket, one after the other. One that cannot be done keeps only those from being done that would take
 * the ticket out of sight.
 * @returns what became of each, in their order.
 * @throws what is no refusal (the database was lost): call it again with the same `run`.
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
  const attempt = async (step: Step, at: number): Promise<StepOutcome> => {
    const ticket = await ticketNow(app.db, companyId, ticketId)
    if (!ticket) return { state: 'failed', code: 'ERR_NO_TICKET_FOUND' }
    try {
      await perform({ app, me, ticket, key: `${run}:${at}` }, step)
      return { state: 'done', code: null }
    } catch (error) {
      if (error instanceof AnsweredError) return { state: 'failed', code: error.code }
      throw error
    }
  }
  for (const [at, step] of steps.entries()) {
    const known = receipts.get(at)
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

/** Forgets receipts of runs that are long over. */
export async function pruneReceipts(db: Workspace['db'], now = Date.now()): Promise<void> {
  const oldest = await keptSince(db, { table: stepReceipts, at: stepReceipts.at }, now, KEPT_MS)
  await db.unordered.delete(stepReceipts).where(lt(stepReceipts.at, oldest))
}
