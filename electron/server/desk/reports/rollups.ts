/**
 * Sums of ended cycles by day, third of a month and month, so that a year's report reads some hundred rows. Each is
 * computed from facts or shorter sums, and again when these change; missing sums are computed by the report itself.
 */
import { dayIn, plusDays } from '@contract'
import { and, asc, eq, gte, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Reader, Tx } from '../../platform/db/client'
import { joined } from '../../platform/db/engine/words'
import { insertMany } from '../../platform/db/insert-many'
import {
  ROLLUP_SCOPES,
  ROLLUP_SPANS,
  reportCycles,
  reportDirty,
  reportRollups,
} from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import { reportWriter } from './catch-up'
import { type SummedRow, talliedOf } from './facts'
import { factsByDay, factsIn } from './kept-facts'
import { pace } from './pace'
import { add, counted, newTally, sumOf, type Tally } from './tally'
import { mergeWritten, write } from './written-tally'

export type Scope = (typeof reportRollups.$inferSelect)['scope']
export type Dimension = 'queue' | 'user' | 'connection' | 'tag'
type Keyed = Pick<typeof reportRollups.$inferSelect, 'scope' | 'queueId' | 'userId' | 'whatsappId' | 'tagId'>

/** What the sums of a scope are grouped by; the smallest first. */
const DIMENSIONS_OF: Readonly<Record<Scope, readonly Dimension[]>> = {
  all: [],
  queue: ['queue'],
  user: ['user'],
  connection: ['connection'],
  tag: ['tag'],
  userTag: ['user', 'tag'],
  queueUser: ['queue', 'user'],
  queueConnection: ['queue', 'connection'],
  queueTag: ['queue', 'tag'],
  queueConnectionTag: ['queue', 'connection', 'tag'],
  queueUserConnection: ['queue', 'user', 'connection'],
  queueUserConnectionTag: ['queue', 'user', 'connection', 'tag'],
}

/** Per day these would be as many as cycles: only thirds and months are stored. */
const WITHOUT_DAYS: readonly Scope[] = ['userTag', 'queueUserConnection', 'queueUserConnectionTag']
export const hasDays = (scope: Scope): boolean => !WITHOUT_DAYS.includes(scope)
const OF_DAYS = ROLLUP_SCOPES.filter(hasDays)

/** The smallest sums that are grouped by these. */
export function scopeFor(dimensions: ReadonlySet<Dimension>): Scope {
  // Sums by tag count a cycle once per tag: they are for questions about tags only.
  const fits = (scope: Scope): boolean =>
    [...dimensions].every(one => DIMENSIONS_OF[scope].includes(one)) &&
    DIMENSIONS_OF[scope].includes('tag') === dimensions.has('tag')
  return ROLLUP_SCOPES.find(fits) ?? 'queueUserConnectionTag'
}

/** Every sum of some scopes that a cycle belongs to. */
function keysOf({ queueId, userId, whatsappId, tagIds }: SummedRow, scopes: readonly Scope[]): Keyed[] {
  const tags = tagIds.length > 0 ? tagIds : [0]
  return scopes.flatMap(scope => {
    const dimensions = new Set(DIMENSIONS_OF[scope])
    return (dimensions.has('tag') ? tags : [0]).map(tagId => ({
      scope,
      queueId: dimensions.has('queue') ? queueId : 0,
      userId: dimensions.has('user') ? userId : 0,
      whatsappId: dimensions.has('connection') ? whatsappId : 0,
      tagId,
    }))
  })
}

const textOf = ({ scope, queueId, userId, whatsappId, tagId }: Keyed): string =>
  `${scope}/${queueId}/${userId}/${whatsappId}/${tagId}`

type Sums = Map<string, { key: Keyed; tally: Tally }>

function sumAt(sums: Sums, key: Keyed): Tally {
  const text = textOf(key)
  const known = sums.get(text)
  if (known) return known.tally
  const tally = newTally()
  sums.set(text, { key, tally })
  return tally
}

/** Adds facts of days. */
async function addFacts(
  db: Reader,
  companyId: number,
  days: { first: string; last: string },
  scopes: readonly Scope[],
  sums: Sums,
): Promise<void> {
  const turn = pace()
  const c = reportCycles
  const found = await db.all<{ data: string }>(
    factsByDay(
      and(eq(c.companyId, companyId), gte(c.day, days.first), lte(c.day, days.last), isNotNull(c.finishedAt)),
    ),
  )
  for (const { data } of found)
    for (const row of factsIn(data)) {
      // All of its deadlines ended with it.
      const one = counted(talliedOf(row, 0))
      for (const key of keysOf(row, scopes)) add(sumAt(sums, key), one)
      await turn()
    }
}

async function ofDay(db: Reader, companyId: number, day: string): Promise<Sums> {
  const sums: Sums = new Map()
  await addFacts(db, companyId, { first: day, last: day }, OF_DAYS, sums)
  return sums
}

/** The first day of the month, or third of a month, of a day. */
const START_OF = {
  third: (day: string): string =>
    `${day.slice(0, 8)}${day.slice(8) < '11' ? '01' : day.slice(8) < '21' ? '11' : '21'}`,
  month: (day: string): string => `${day.slice(0, 7)}-01`,
}
export type LongSpan = keyof typeof START_OF
export const startOf = (span: LongSpan, day: string): string => START_OF[span](day)
/** The first day after the period of a day: no third has more than eleven days, no month more than 31. */
export const nextStart = (span: LongSpan, day: string): string =>
  startOf(span, plusDays(startOf(span, day), span === 'third' ? 11 : 31))

/** The source of each. */
const PARTS_OF = { third: 'day', month: 'third' } as const

/** From shorter sums, and from facts where there are none. */
async function ofParts(db: Reader, companyId: number, span: LongSpan, start: string): Promise<Sums> {
  const sums: Sums = new Map()
  const turn = pace()
  const last = plusDays(nextStart(span, start), -1)
  const r = reportRollups
  const { scope, queueId, userId, whatsappId, tagId } = r
  const key = { scope, queueId, userId, whatsappId, tagId }
  for (const one of span === 'third' ? OF_DAYS : ROLLUP_SCOPES) {
    const rows = await db
      .select({ ...key, tally: joined(r.tally) })
      .from(r)
      .where(
        and(
          ...[eq(r.companyId, companyId), eq(r.span, PARTS_OF[span]), eq(r.scope, one)],
          ...[gte(r.start, start), lte(r.start, last)],
        ),
      )
      .groupBy(...Object.values(key))
    for (const { tally, ...of } of rows) {
      mergeWritten(sumAt(sums, of), String(tally))
      await turn()
    }
  }
  if (span === 'third')
    for (let day = start; day <= last; day = plusDays(day, 1))
      await addFacts(db, companyId, { first: day, last: day }, WITHOUT_DAYS, sums)
  return sums
}

type Dirty = Pick<typeof reportDirty.$inferSelect, 'span' | 'start' | 'version'>

const KEYS = [
  'companyId',
  'span',
  'scope',
  'start',
  'queueId',
  'userId',
  'whatsappId',
  'tagId',
  'tally',
  'handledMs',
] as const

/** Sums written in one transaction. */
const ROWS_A_TIME = 400

const own = (
  table: typeof reportDirty | typeof reportRollups,
  companyId: number,
  { span, start }: Dirty,
): SQL | undefined => and(eq(table.companyId, companyId), eq(table.span, span), eq(table.start, start))

/** Marks sums as current, if nothing has changed since. @returns whether they are. */
async function isRight(tx: Tx, companyId: number, { span, start, version }: Dirty): Promise<boolean> {
  const still = await tx
    .delete(reportDirty)
    .where(and(own(reportDirty, companyId, { span, start, version }), eq(reportDirty.version, version)))
    .returning({ start: reportDirty.start })
  const longer = ({ day: 'third', third: 'month', month: null } as const)[span]
  if (still.length > 0 && longer)
    await tx
      .insert(reportDirty)
      .values({ companyId, span: longer, start: startOf(longer, start) })
      .onConflictDoUpdate({
        target: [reportDirty.companyId, reportDirty.span, reportDirty.start],
        set: { version: sql`${reportDirty.version} + 1` },
      })
  return still.length > 0
}

/**
 * Computes the sums of a day, third or month, in several transactions if there are many: sums not marked as current are
 * not read. Left to the next round if something changed meanwhile.
 */
async function sumUp(db: Db, companyId: number, dirty: Dirty): Promise<void> {
  const { span, start } = dirty
  const made = span === 'day' ? ofDay(db.aside, companyId, start) : ofParts(db.aside, companyId, span, start)
  const sums = [...(await made).values()]
  const writer = reportWriter(db, companyId)
  const insert = async (tx: Tx, from: number): Promise<void> => {
    const rows = sums.slice(from, from + ROWS_A_TIME).map(({ key, tally }) => {
      const handledMs = sumOf(tally, 'handling', 'business')
      return { ...key, companyId, span, start, tally: write(tally), handledMs }
    })
    await insertMany(tx, reportRollups, KEYS, rows)
  }
  const before = own(reportRollups, companyId, dirty)
  if (sums.length <= ROWS_A_TIME) {
    await writer.write(async tx => {
      if (!(await isRight(tx, companyId, dirty))) return
      await tx.delete(reportRollups).where(before)
      await insert(tx, 0)
    })
    return
  }
  for (const scope of ROLLUP_SCOPES)
    await writer.write(
      async tx => void (await tx.delete(reportRollups).where(and(before, eq(reportRollups.scope, scope)))),
    )
  for (let at = 0; at < sums.length; at += ROWS_A_TIME) await writer.write(tx => insert(tx, at))
  await writer.write(async tx => void (await isRight(tx, companyId, dirty)))
}

/** Sums per round. */
const MOST_A_TURN = 20

/** When sums were computed, by company, span and start: what keeps changing is not recomputed all the time. */
export type Rest = Map<string, number>
/** How long a sum rests before it is recomputed, milliseconds. Reports read its source meanwhile. */
const REST_MS = { day: 60_000, third: 300_000, month: 600_000 }

/**
 * Sums up past days that have changed, then thirds and months whose parts are current, earliest first.
 * @param rest of a repeating caller.
 * @returns how many sums were computed.
 */
export async function sumUpSome(
  db: Db,
  companyId: number,
  at: Date = new Date(),
  rest: Rest = new Map(),
): Promise<number> {
  const today = dayIn(await timeZoneOf(db, companyId), at)
  const dirty = await db
    .select({ span: reportDirty.span, start: reportDirty.start, version: reportDirty.version })
    .from(reportDirty)
    .where(and(eq(reportDirty.companyId, companyId), ne(reportDirty.start, today)))
    .orderBy(asc(reportDirty.start))
  const keyOf = ({ span, start }: Dirty): string => `${companyId}/${span}/${start}`
  const isRested = (one: Dirty): boolean =>
    performance.now() - (rest.get(keyOf(one)) ?? Number.NEGATIVE_INFINITY) >= REST_MS[one.span]
  const due = ROLLUP_SPANS.map(span => {
    const changing = new Set([today])
    for (const one of dirty)
      if (ROLLUP_SPANS.indexOf(one.span) < ROLLUP_SPANS.indexOf(span)) changing.add(one.start)
    const starts = new Set(span === 'day' ? [] : [...changing].map(day => startOf(span, day)))
    return dirty.filter(one => one.span === span && !starts.has(one.start) && isRested(one))
  })
  const ready = (due.find(of => of.length > 0) ?? []).slice(0, MOST_A_TURN)
  for (const one of ready) {
    await sumUp(db, companyId, one)
    rest.set(keyOf(one), performance.now())
  }
  return ready.length
}
