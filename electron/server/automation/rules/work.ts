/**
 * Runs rules. A row (raise.ts) waits for its rule, which is checked against the ticket as it is then, in the order of
 * the rules. An interrupted run continues where it stopped (steps/run.ts).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { meets, ticket as ticketEntity } from '@contract'
import { and, asc, eq, gt, isNotNull, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { upTo } from '../../../time-limit'
import { ticketView, ticketViews } from '../../desk/presenters/tickets'
import { every, type Job, NOTHING } from '../../every'
import { reasonOf } from '../../log'
import { type Hours, hoursOf } from '../../platform/companies/hours'
import { oneOf } from '../../platform/db/engine/words'
import { ruleRuns, rules, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { runSteps } from '../steps/run'
import { factsOf } from './facts'
import { restOf, withinLimit, withRests } from './rest'

const JOB = 'rule.run'
const TICK_MS = 500
/** What is noted within this time is looked at together, milliseconds. */
const GATHER_MS = 50
/** Most runs of one look; also most tickets read together. */
const MOST_A_TURN = 200
const MINUTE_MS = 60_000
/** Most tickets of one number in memory: about as many as can be done until the next look. */
const AHEAD = 16
/** Shortest pause between two looks for silence, and its length as a multiple of how long the last one took. */
const SILENCE_MS = 2_000
const TIMES_ITS_COST = 20
/** What failed is left alone for so long, milliseconds, and does not block anything else. */
const AGAIN_MS = 60_000
/** How long the end waits for running steps, milliseconds: the next start continues from their rows. */
const LAST_MS = 1_000

type Run = typeof ruleRuns.$inferSelect
type RuleRow = typeof rules.$inferSelect
interface Waiting {
  run: Run
  rule: RuleRow
}

/** Those of a rule's tickets that meet its conditions. */
async function fitting(
  app: Workspace,
  rule: RuleRow,
  found: readonly Silent[],
  hours: () => Promise<Hours>,
  at: Date,
) {
  const views = await ticketViews(
    app.db,
    found.map(({ ticketId }) => ticketId),
  )
  const known = new Map(views.map(view => [Number(view.id), ticketEntity.parse(view)]))
  const fit: Silent[] = []
  for (const one of found) {
    const ticket = known.get(one.ticketId)
    if (!ticket) continue
    const asked = { ...one, id: one.ticketId, companyId: rule.companyId }
    if (meets(ticket, rule.conditions, await factsOf(app.db, asked, rule.conditions, at, hours)))
      fit.push(one)
  }
  return fit
}

interface Silent {
  ticketId: number
  contactId: number
  queueId: number | null
  cause: string
}

/** Whether a rule has acted or is about to. */
const hasRun = (rule: RuleRow, cause: SQL): SQL => sql`not exists (select 1 from ${ruleRuns}
  where ${ruleRuns.ruleId} = ${rule.id} and ${ruleRuns.ticketId} = ${tickets.id} and ${cause})`

/** Notes the tickets of one rule whose customers have waited as long as it says, once for each wait. */
async function noteSilent(app: Workspace, rule: RuleRow, minutes: number, at: Date): Promise<void> {
  const since = new Date(at.getTime() - minutes * MINUTE_MS).toISOString()
  const cause = sql<string>`'wait:' || cast(${tickets.waitingSince} as text)`
  const { companyId, id: ruleId } = rule
  let kept: Promise<Hours> | undefined
  const hours = (): Promise<Hours> => {
    kept ??= hoursOf(app.db, companyId)
    return kept
  }
  for (let after = 0; !app.work.isFenced(); ) {
    const found: Silent[] = await app.db
      .select({ ticketId: tickets.id, contactId: tickets.contactId, queueId: tickets.queueId, cause })
      .from(tickets)
      .where(
        and(
          eq(tickets.companyId, companyId),
          oneOf(tickets.status, ['open', 'pending']),
          isNotNull(tickets.waitingSince),
          lte(tickets.waitingSince, since),
          eq(tickets.chatbot, false),
          isNull(tickets.mergedInto),
          gt(tickets.id, after),
          rule.once ? hasRun(rule, sql`true`) : hasRun(rule, sql`${ruleRuns.cause} = ${cause}`),
        ),
      )
      .orderBy(asc(tickets.id))
      .limit(MOST_A_TURN)
    const fit = await fitting(app, rule, found, hours, at)
    if (fit.length > 0)
      await app.db
        .company(companyId)
        .insert(ruleRuns)
        .values(
          fit.map(({ ticketId, cause }) => ({
            ...{ ticketId, cause, companyId, ruleId },
            ...{ depth: 0, state: 'waiting' as const },
          })),
        )
        .onConflictDoNothing()
    if (found.length < MOST_A_TURN) return
    after = found.at(-1)?.ticketId ?? 0
  }
}

export async function noteSilence(app: Workspace, at: Date): Promise<void> {
  const asked = await app.db
    .select()
    .from(rules)
    .where(
      and(eq(rules.eventKind, 'silence'), eq(rules.active, true), app.work.ownedCompanies(rules.companyId)),
    )
  for (const rule of asked)
    if (app.work.owns(rule.companyId) && rule.event.kind === 'silence')
      await noteSilent(app, rule, rule.event.minutes, at)
}

/** A run and its rule as they are now; null when either is gone or the run is over. */
async function runNow(app: Workspace, id: number): Promise<Waiting | null> {
  const [row] = await app.db
    .select({ run: ruleRuns, rule: rules })
    .from(ruleRuns)
    .innerJoin(rules, eq(rules.id, ruleRuns.ruleId))
    .where(and(eq(ruleRuns.id, id), ne(ruleRuns.state, 'done')))
  return row ?? null
}

/** Whether a rule acts on the ticket of a waiting run. */
async function isFor(app: Workspace, { run, rule }: Waiting, at: Date): Promise<boolean> {
  if (!rule.active) return false
  const [row] = await app.db.select().from(tickets).where(eq(tickets.id, run.ticketId))
  const view = row && row.mergedInto === null ? await ticketView(app.db, row.id) : null
  if (!row || !view) return false
  // Somebody has answered since.
  if (rule.eventKind === 'silence' && row.waitingSince === null) return false
  const acted = and(
    eq(ruleRuns.ruleId, rule.id),
    eq(ruleRuns.ticketId, row.id),
    ne(ruleRuns.state, 'waiting'),
  )
  if (rule.once && (await app.db.$count(ruleRuns, acted)) > 0) return false
  return meets(ticketEntity.parse(view), rule.conditions, await factsOf(app.db, row, rule.conditions, at))
}

/** Begins a waiting run. @returns whether its steps have to be done. */
async function isBegun(app: Workspace, waiting: Waiting): Promise<boolean> {
  const { run, rule } = waiting
  const writer = app.db.company(run.companyId)
  const own = eq(ruleRuns.id, run.id)
  const at = new Date()
  const rest = (await isFor(app, waiting, at)) ? await restOf(app.db, waiting, at) : 'quiet'
  if (rest === 'quiet') await writer.delete(ruleRuns).where(own)
  else if (rest === 'begins')
    await writer
      .update(ruleRuns)
      .set({
        state: 'done',
        steps: rule.steps,
        outcomes: withRests(rule.steps, []),
        endedAt: at.toISOString(),
      })
      .where(own)
  else await writer.update(ruleRuns).set({ state: 'begun', steps: rule.steps }).where(own)
  return rest === null
}

/** Runs a rule as it is now: after it was switched off, changed or deleted, no further step is done. */
async function runRule(app: Workspace, id: number): Promise<void> {
  const waiting = await runNow(app, id)
  if (!waiting) return
  const { run, rule } = waiting
  const { companyId } = run
  if (run.state === 'waiting' && !(await isBegun(app, waiting))) return
  const steps = run.steps ?? rule.steps
  const outcomes = await runSteps(app, run.ticketId, withinLimit(steps), {
    companyId,
    name: rule.name,
    run: `rule:${run.id}`,
    cause: { key: run.cause, depth: run.depth + 1 },
    goesOn: async () => {
      const now = (await runNow(app, id))?.rule
      return (
        now?.active === true &&
        now.updatedAt === rule.updatedAt &&
        JSON.stringify(now.steps) === JSON.stringify(steps)
      )
    },
  })
  await app.db
    .company(companyId)
    .update(ruleRuns)
    .set({ state: 'done', outcomes: withRests(steps, outcomes), endedAt: new Date().toISOString() })
    .where(eq(ruleRuns.id, run.id))
}

/** Tickets whose rules are running, with the number each one occupies; null while a failed one rests. */
type Busy = Map<number, number | null>

const placesOf = (busy: Busy): Map<number, number> => {
  const places = new Map<number, number>()
  for (const number of busy.values()) if (number !== null) places.set(number, (places.get(number) ?? 0) + 1)
  return places
}

interface TicketRuns {
  ticketId: number
  whatsappId: number
  runs: number[]
}

/**
 * Waiting runs by ticket: earlier causes first, and for one cause the rules in their order. Busy tickets and busy
 * numbers do not hold up the others.
 */
async function waitingRuns(app: Workspace, busy: Busy): Promise<TicketRuns[]> {
  const places = placesOf(busy)
  const full = [...places].filter(([, taken]) => taken >= AHEAD).map(([number]) => number)
  const rows = await app.db
    .select({
      id: ruleRuns.id,
      companyId: ruleRuns.companyId,
      ticketId: ruleRuns.ticketId,
      cause: ruleRuns.cause,
      depth: ruleRuns.depth,
      position: rules.position,
      whatsappId: tickets.whatsappId,
    })
    .from(ruleRuns)
    .innerJoin(rules, eq(rules.id, ruleRuns.ruleId))
    .innerJoin(tickets, eq(tickets.id, ruleRuns.ticketId))
    .where(
      and(
        ne(ruleRuns.state, 'done'),
        app.work.ownedCompanies(ruleRuns.companyId),
        not(oneOf(ruleRuns.ticketId, [...busy.keys()])),
        or(isNull(tickets.whatsappId), not(oneOf(tickets.whatsappId, full))),
      ),
    )
    .orderBy(asc(ruleRuns.id))
    .limit(MOST_A_TURN)
  const first = new Map<string, number>()
  type Row = (typeof rows)[number]
  const keyOf = ({ ticketId, cause, depth }: Row): string => `${ticketId} ${cause} ${depth}`
  for (const row of rows) if (!first.has(keyOf(row))) first.set(keyOf(row), row.id)
  const byTicket = new Map<number, TicketRuns>()
  for (const row of rows.toSorted(
    (a, b) => (first.get(keyOf(a)) ?? 0) - (first.get(keyOf(b)) ?? 0) || a.position - b.position,
  )) {
    if (!app.work.owns(row.companyId)) continue
    const { ticketId, whatsappId } = row
    const known = byTicket.get(ticketId) ?? { ticketId, whatsappId: whatsappId ?? 0, runs: [] }
    byTicket.set(ticketId, known)
    known.runs.push(row.id)
  }
  return [...byTicket.values()].filter(({ whatsappId }) => {
    const taken = places.get(whatsappId) ?? 0
    places.set(whatsappId, taken + 1)
    return taken < AHEAD
  })
}

async function ofTicket(app: Workspace, runs: readonly number[]): Promise<void> {
  for (const id of runs) {
    if (app.work.isFenced()) return
    await runRule(app, id)
  }
}

/**
 * Begins waiting runs: tickets in parallel, and in line with the other automatic answers of a conversation.
 * @param busy tickets whose rules are already running.
 */
async function begin(app: Workspace, busy: Busy): Promise<Promise<void>[]> {
  return (await waitingRuns(app, busy)).map(({ ticketId, whatsappId, runs }) => {
    busy.set(ticketId, whatsappId)
    return app.memory.answers
      .run(whatsappId, ticketId, () => ofTicket(app, runs))
      .catch(async (error: unknown) => {
        busy.set(ticketId, null)
        app.log.warn('rules not done', { ticketId, reason: reasonOf(error) })
        await delay(AGAIN_MS, undefined, { ref: false })
      })
      .finally(() => busy.delete(ticketId))
  })
}

/** Looks soon at what was just noted, whatever the clock says. */
export const wakeRules = (app: Workspace, companyId: number): void =>
  app.memory.following.get(JOB)?.begin({ key: companyId, companyId })

/** Runs rules until stopped, for the companies this process works for. */
export function startRules(app: Workspace): Job {
  const busy: Busy = new Map()
  const under = new Set<Promise<void>>()
  let silenceAt = 0
  let isWoken = false
  const job = every(app, JOB, TICK_MS, async () => {
    // Only now: while a round takes long, no more than one waits behind it.
    isWoken = false
    const began = performance.now()
    if (began >= silenceAt) {
      await noteSilence(app, new Date())
      const ended = performance.now()
      silenceAt = ended + Math.max(SILENCE_MS, TIMES_ITS_COST * (ended - began))
    }
    const begun = await begin(app, busy)
    for (const turn of begun) {
      under.add(turn)
      void turn.finally(() => under.delete(turn))
    }
    return begun.length === 0 && busy.size === 0 ? NOTHING : null
  })
  app.memory.following.set(JOB, {
    begin() {
      if (isWoken) return
      isWoken = true
      setTimeout(() => {
        void app.turns.get(JOB)?.()
      }, GATHER_MS).unref()
    },
    isIdle: () => busy.size === 0,
  })
  return {
    async stop() {
      app.memory.following.delete(JOB)
      await job.stop()
      await upTo(LAST_MS, Promise.allSettled(under))
    },
  }
}
