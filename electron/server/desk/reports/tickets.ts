/** The tickets behind a figure. */
import {
  type CountName,
  type DurationName,
  type FigureClock,
  holds,
  PAGE,
  plusDays,
  type QueryOut,
  type ReportTicket,
} from '@contract'
import { and, desc, eq, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { jsonListSome } from '../../platform/db/engine/words'
import { contacts, reportCycles, tickets } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { visibleTo } from '../tickets/visibility'
import { countBehind, isDuration } from './behind'
import { ofCampaign } from './campaigns'
import { upToDate } from './catch-up'
import { type CostsBehind, costsBehind } from './costs-behind'
import { cyclesOf, type Days, EVERYTHING, tagged } from './filter'
import { pageOf, slices } from './pages'
import { filterFor, periodOf } from './report'

type Asked = QueryOut<'reports.tickets'>

const c = reportCycles

/** Columns of a duration that is measured once in a cycle. */
const MEASURED = {
  firstAnswer: [c.firstAnswer, c.firstAnswerBusiness],
  firstAutomatic: [c.firstAutomatic, c.firstAutomaticBusiness],
  waiting: [c.waiting, c.waitingBusiness],
  handling: [c.handling, c.handlingBusiness],
  resolution: [c.resolution, c.resolutionBusiness],
} as const

const clockAt = (clock: FigureClock | undefined): 0 | 1 => (clock === 'business' ? 1 : 0)

/** Cycles that belong to a count. */
function counted(of: CountName, now: string): SQL | undefined {
  const conditions: Record<CountName, SQL | undefined> = {
    arrived: undefined,
    resolved: isNotNull(c.finishedAt),
    answered: eq(c.answered, 1),
    reopened: eq(c.reopened, 1),
    abandoned: eq(c.abandoned, 1),
    transferred: ne(c.transfers, 0),
    transfers: ne(c.transfers, 0),
    oneTouch: eq(c.oneTouch, 1),
    botAnswered: eq(c.botAnswered, 1),
    botSolved: eq(c.botSolved, 1),
    handedOver: eq(c.handedOver, 1),
    asked: eq(c.asked, 1),
    rated: isNotNull(c.rate),
    satisfied: sql`${c.rate} >= 2`,
    rateSum: isNotNull(c.rate),
    kept: ne(c.kept, 0),
    missed: or(ne(c.missed, 0), and(isNull(c.finishedAt), lt(c.dueAt, now))),
  }
  return conditions[of]
}

/** Cycles whose service level deadline was kept or missed, as `talliedOf` counts them. */
function promised(of: 'kept' | 'missed', { level, kind }: Asked, now: number): SQL {
  return jsonListSome(c.deadlines, (text, number) => {
    const [due, ended] = [number(2), number(3)]
    const inTime = sql`${ended} is not null and ${ended} <= ${due}`
    const late = sql`(${ended} is not null and ${ended} > ${due} or ${ended} is null and ${due} < ${now})`
    const named = level === undefined ? sql`true` : sql`${text(0)} = ${level}`
    const ofKind = kind === undefined ? sql`true` : sql`${text(1)} = ${kind}`
    return sql`${named} and ${ofKind} and ${of === 'kept' ? inTime : late}`
  })
}

/** Cycles with a duration, and its length. */
function took(of: DurationName, { clock, aboveMs, upToMs }: Asked): SQL | undefined {
  const at = clockAt(clock)
  if (of === 'nextAnswer')
    return jsonListSome(
      c.next,
      (_text, number) =>
        sql`${number(at)} > ${aboveMs ?? -1} and ${number(at)} <= ${upToMs ?? Number.MAX_SAFE_INTEGER}`,
    )
  const column = MEASURED[of][at]
  return and(
    isNotNull(column),
    aboveMs === undefined ? undefined : sql`${column} > ${aboveMs}`,
    upToMs === undefined ? undefined : sql`${column} <= ${upToMs}`,
  )
}

const within = (a: Days, from: string, to: string): Days => ({
  from: a.from === null || from > a.from ? from : a.from,
  to: a.to === null || to < a.to ? to : a.to,
})

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** Narrows a request to one group. */
function inGroup({ by, key }: Asked, days: Days): { days: Days; where: SQL | undefined } {
  if (by === undefined || key === undefined) return { days, where: undefined }
  if (by === 'day' || by === 'week' || by === 'month') {
    if (!ISO_DAY.test(key)) return { days, where: sql`false` }
    const last = { day: key, week: plusDays(key, 6), month: `${key.slice(0, 7)}-31` }[by]
    return { days: within(days, key, last), where: undefined }
  }
  const id = Number(key)
  if (!Number.isInteger(id)) return { days, where: sql`false` }
  if (by === 'tag') return { days, where: tagged(id) }
  const column = { hour: c.hour, queue: c.queueId, user: c.userId, connection: c.whatsappId }[by]
  return { days, where: eq(column, id) }
}

/** Existing tickets that a person may see. */
export const seenBy = (me: Me): SQL | undefined =>
  holds(me, 'dashboard:view') ? isNotNull(c.ticketId) : visibleTo(me)

/** The number of cycles. */
async function countOf(db: Reader, me: Me, where: SQL | undefined): Promise<number> {
  if (holds(me, 'dashboard:view')) return await db.$count(c, and(where, isNotNull(c.ticketId)))
  const [row] = await db
    .select({ n: sql<number>`count(*)` })
    .from(c)
    .crossJoin(tickets)
    .where(and(eq(tickets.id, c.ticketId), where, seenBy(me)))
  return Number(row?.n ?? 0)
}

function msOf(row: typeof reportCycles.$inferSelect, { of, clock, aboveMs, upToMs }: Asked): number | null {
  if (of === undefined || !isDuration(of)) return null
  const at = clockAt(clock)
  if (of !== 'nextAnswer') return at === 0 ? row[of] : row[`${of}Business`]
  const times = row.next.map(one => one[at])
  const asked = times.filter(ms => ms > (aboveMs ?? -1) && ms <= (upToMs ?? Number.MAX_SAFE_INTEGER))
  return asked.length > 0 ? Math.max(...asked) : null
}

export const none = (id: number): number | null => (id === 0 ? null : id)

/** Rows per slice when all are read: others get a turn in between. */
export const SLICE = 250

const ALWAYS: Days = { from: null, to: null }

interface TicketsAsked {
  /** First and last; read a few at a time. */
  days: { from: string; to: string }
  /** The condition for cycles of some days. */
  where: (days: { from: string; to: string }) => SQL | undefined
  /** Whether sums may tell the number. */
  summed: boolean
  /** Which days are to be read at all; left out: all are. */
  costs?: CostsBehind
}

function ticketsAsked(me: Me, asked: Asked, { at, zone }: { at: Date; zone: string }): TicketsAsked {
  const { days: narrowed, where: group } = inGroup(asked, periodOf(asked))
  const days = { from: narrowed.from ?? asked.from, to: narrowed.to ?? asked.to }
  const { of, campaignId, recipients = 'sent' } = asked
  const filter = filterFor(me, asked)
  const within = (slice: Days, condition: SQL | undefined, chosen = filter) =>
    and(cyclesOf(me.companyId, slice, chosen), condition)
  if (asked.cost !== undefined) {
    const costs = costsBehind(me.companyId, asked, { period: days, zone, filter })
    const where = (slice: typeof days) => within(ALWAYS, costs.cycles(slice), EVERYTHING)
    return { days, where, summed: false, costs }
  }
  if (campaignId !== undefined) {
    // Whenever they began: few enough for one query.
    const all = within(ALWAYS, ofCampaign(campaignId, recipients))
    return { days: { from: asked.to, to: asked.to }, where: () => all, summed: false }
  }
  const ofLevel = (of === 'kept' || of === 'missed') && (asked.level ?? asked.kind) !== undefined
  const behind =
    of === undefined
      ? undefined
      : isDuration(of)
        ? took(of, asked)
        : ofLevel
          ? promised(of, asked, at.getTime())
          : counted(of, at.toISOString())
  return { days, where: slice => within(slice, and(group, behind)), summed: true }
}

/** Latest first. The cross join makes SQLite begin with the cycles instead of all tickets of the company. */
const ticketRows = (db: Reader, where: SQL | undefined, limit: number, offset = 0) =>
  db
    .select({ cycle: c, uuid: tickets.uuid, name: contacts.name })
    .from(c)
    .crossJoin(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(tickets.id, c.ticketId), where))
    .orderBy(desc(c.day), desc(c.queuedAt), desc(c.id))
    .limit(limit)
    .offset(offset)

const ticketOf = (
  { cycle, uuid, name }: Awaited<ReturnType<typeof ticketRows>>[number],
  asked: Asked,
): ReportTicket => ({
  cycleId: cycle.id,
  ticketId: cycle.ticketId ?? 0,
  uuid,
  contactName: name,
  queueId: none(cycle.queueId),
  userId: none(cycle.userId),
  whatsappId: none(cycle.whatsappId),
  queuedAt: cycle.queuedAt,
  finishedAt: cycle.finishedAt,
  ms: msOf(cycle, asked),
  rate: cycle.rate,
})

/** A page of the tickets behind a figure, latest first. @throws ApiError ERR_VALIDATION for an invalid period. */
export async function reportTickets(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Me,
  asked: Asked,
  at: Date = new Date(),
): Promise<{ tickets: ReportTicket[]; count: number; atLeast: boolean; hasMore: boolean }> {
  const zone = await timeZoneOf(app.db, me.companyId)
  const { where, summed, costs, ...all } = ticketsAsked(me, asked, { at, zone })
  await upToDate(app, me.companyId)
  const db = app.db.aside
  const days = costs ? await costs.span(db) : all.days
  if (!days) return { tickets: [], count: 0, atLeast: false, hasMore: false }
  const told =
    summed && holds(me, 'dashboard:view')
      ? await countBehind(db, me.companyId, days, filterFor(me, asked), asked, at.getTime())
      : null
  const erased = told === null ? 0 : await db.$count(c, and(where(days), isNull(c.ticketId)))
  const { rows, ...page } = await pageOf(days, (asked.pageNumber - 1) * PAGE.records, PAGE.records, {
    rows: async (slice, limit, offset) =>
      costs && !(await costs.hasAny(db, slice))
        ? []
        : await ticketRows(db, and(where(slice), seenBy(me)), limit, offset),
    count: slice => countOf(db, me, where(slice)),
    total: told === null ? null : told - erased,
  })
  return { tickets: rows.map(row => ticketOf(row, asked)), ...page }
}

/**
 * All of them, slice by slice, each from where the last one ended, so that the last slice is as quick as the first.
 * @throws ApiError ERR_VALIDATION for an invalid period.
 */
export async function* ticketSlices(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Me,
  asked: Asked,
  at: Date = new Date(),
): AsyncGenerator<ReportTicket[]> {
  const zone = await timeZoneOf(app.db, me.companyId)
  const { days, where, costs } = ticketsAsked(me, asked, { at, zone })
  await upToDate(app, me.companyId)
  const db = app.db.aside
  const span = costs ? await costs.span(db) : days
  for (const stretch of !span ? [] : costs ? slices(span) : [span]) {
    if (costs && !(await costs.hasAny(db, stretch))) continue
    const own = and(where(stretch), seenBy(me))
    for (let after: SQL | undefined; ; ) {
      const rows = await ticketRows(db, and(own, after), SLICE)
      const last = rows.at(-1)?.cycle
      if (!last) break
      after = sql`(${c.day}, ${c.queuedAt}, ${c.id}) < (${last.day}, ${Date.parse(last.queuedAt)}, ${last.id})`
      yield rows.map(row => ticketOf(row, asked))
    }
  }
}
