/**
 * Presence times by day, stored once a day is long over, so that a year need not read every conversation. Other days,
 * and changed ones (engine/presence-marks.ts), are computed from the spans; both give the same.
 */
import { dayIn, type PresenceFigures, plusDays, startOfDay } from '@contract'
import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { insertMany } from '../../platform/db/insert-many'
import {
  onlineSpans,
  reportPresence,
  reportPresenceDays,
  reportPresenceMarks,
} from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import { reportWriter } from './catch-up'
import { pace } from './pace'
import { presenceFigures, presenceIn } from './presence'
import type { Span } from './spans'

/** When a day is stored, milliseconds after its end: an hour later than what triggers still ignore. */
const SETTLED_MS = 25 * 3_600_000
/** Days per round, and days whose spans one statement reads: in a file it blocks everybody. */
const MOST_A_TURN = 10
const SLICE_DAYS = 3

const [p, d, m] = [reportPresence, reportPresenceDays, reportPresenceMarks]

export function addPresence(sum: PresenceFigures, one: PresenceFigures): void {
  sum.online += one.online
  sum.onBreak += one.onBreak
  sum.busy += one.busy
}

const spanOf = (zone: string, first: string, last: string): Span => ({
  from: startOfDay(zone, first).getTime(),
  to: startOfDay(zone, plusDays(last, 1)).getTime(),
})

interface Found {
  /**
   * 2: when anybody was present first (epoch milliseconds, in `online`); 1: a person's sum; 0: a day covered by the
   * sums.
   */
  kind: number
  day: string
  id: number
  online: number | null
  onBreak: number
  busy: number
}

/** One statement, so that days and sums are of the same moment. */
function kept(
  companyId: number,
  { from, to }: { from: string; to: string },
  people: readonly number[] | null,
): SQL {
  const changed = sql`select 1 from ${m}
    where ${and(eq(m.companyId, companyId), lt(m.fromAt, d.toAt), gt(m.toAt, d.fromAt))}`
  return sql`
    with valid as (
      select ${d.day} as day from ${d}
      where ${d.companyId} = ${companyId} and ${d.day} >= ${from} and ${d.day} <= ${to} and not exists (${changed})
    )
    select 1 as kind, '' as day, ${p.userId} as id, sum(${p.online}) as online, sum(${p.onBreak}) as "onBreak",
      sum(${p.busy}) as busy
    from ${p}
    where ${p.companyId} = ${companyId} and ${p.day} >= ${from} and ${p.day} <= ${to}
      and ${p.day} in (select day from valid) and ${people === null ? sql`true` : oneOf(p.userId, people)}
    group by ${p.userId}
    union all select 0, day, 0, 0, 0, 0 from valid
    union all select 2, '', 0, min(${onlineSpans.startedAt}), 0, 0 from ${onlineSpans}
      where ${onlineSpans.companyId} = ${companyId}`
}

/** Stretches of other days, a few days each. */
function* others(first: string, last: string, among: ReadonlySet<string>): Generator<[string, string]> {
  let begun: string | null = null
  for (let day = first; day <= last; day = plusDays(day, 1)) {
    if (among.has(day)) {
      if (begun !== null) yield [begun, plusDays(day, -1)]
      begun = null
      continue
    }
    begun ??= day
    if (plusDays(begun, SLICE_DAYS - 1) > day && day < last) continue
    yield [begun, day]
    begun = null
  }
}

/**
 * Presence time of each person in a period.
 * @param people null: everybody.
 * @param now the end of unfinished spans, epoch milliseconds.
 * @returns by person, for those who were present.
 */
export async function presenceByUser(
  db: Reader,
  companyId: number,
  days: { from: string; to: string },
  people: readonly number[] | null,
  now: number,
): Promise<Map<number, PresenceFigures>> {
  const byUser = new Map<number, PresenceFigures>()
  const addTo = (id: number, one: PresenceFigures): void => {
    const sum = byUser.get(id) ?? { online: 0, onBreak: 0, busy: 0 }
    addPresence(sum, one)
    byUser.set(id, sum)
  }
  const rows = await db.all<Found>(kept(companyId, days, people))
  const zone = await timeZoneOf(db, companyId)
  const among = new Set<string>()
  let first: string | null = null
  for (const { kind, day, id, online, onBreak, busy } of rows) {
    if (Number(kind) === 0) among.add(day)
    else if (Number(kind) === 1)
      addTo(Number(id), { online: Number(online), onBreak: Number(onBreak), busy: Number(busy) })
    else if (online !== null) first = dayIn(zone, new Date(Number(online)))
  }
  // Before anybody was there, nobody was.
  if (first === null) return byUser
  const turn = pace()
  const from = first > days.from ? first : days.from
  const today = dayIn(zone, new Date(now))
  for (const [one, last] of others(from, today < days.to ? today : days.to, among)) {
    const found = await presenceIn(db, companyId, spanOf(zone, one, last), people, now)
    for (const [id, spans] of found) addTo(id, presenceFigures([spans]))
    await turn()
  }
  return byUser
}

/** Processes the marks of later changes: their days have to be computed anew. */
async function takeMarks(db: Db, companyId: number): Promise<void> {
  const marks = await db.select().from(m).where(eq(m.companyId, companyId)).orderBy(asc(m.id)).limit(1_000)
  if (marks.length === 0) return
  const ids = marks.map(({ id }) => id)
  await reportWriter(db, companyId).write(async tx => {
    await tx
      .delete(d)
      .where(
        and(
          eq(d.companyId, companyId),
          sql`exists (select 1 from ${m} where ${and(oneOf(m.id, ids), lt(m.fromAt, d.toAt), gt(m.toAt, d.fromAt))})`,
        ),
      )
    await tx.delete(m).where(oneOf(m.id, ids))
  })
}

const KEYS = ['companyId', 'day', 'userId', 'online', 'onBreak', 'busy'] as const

async function keepDay(db: Db, companyId: number, zone: string, day: string): Promise<void> {
  const { from, to } = spanOf(zone, day, day)
  const found = await presenceIn(db.aside, companyId, { from, to }, null, to)
  const rows = [...found].map(([userId, spans]) => ({ companyId, day, userId, ...presenceFigures([spans]) }))
  await reportWriter(db, companyId).write(async tx => {
    await tx.delete(p).where(and(eq(p.companyId, companyId), eq(p.day, day)))
    await insertMany(tx, p, KEYS, rows)
    await tx.insert(d).values({ companyId, day, fromAt: from, toAt: to }).onConflictDoNothing()
  })
}

/**
 * Stores past days, latest first; one caller at a time per company (reports/job.ts): a change during the computation is
 * marked and handled by the next round.
 * @returns how many days were stored.
 */
export async function sumPresence(db: Db, companyId: number, at: Date = new Date()): Promise<number> {
  await takeMarks(db, companyId)
  const zone = await timeZoneOf(db, companyId)
  const [begun] = await db
    .select({ at: onlineSpans.startedAt })
    .from(onlineSpans)
    .where(eq(onlineSpans.companyId, companyId))
    .orderBy(asc(onlineSpans.startedAt))
    .limit(1)
  if (!begun) return 0
  const first = dayIn(zone, new Date(begun.at))
  const rows = await db.select({ day: d.day }).from(d).where(eq(d.companyId, companyId))
  const among = new Set(rows.map(({ day }) => day))
  const turn = pace()
  let made = 0
  // The last day that ended so long ago.
  const last = plusDays(dayIn(zone, new Date(at.getTime() - SETTLED_MS)), -1)
  for (let day = last; day >= first && made < MOST_A_TURN; day = plusDays(day, -1)) {
    if (among.has(day)) continue
    await keepDay(db, companyId, zone, day)
    made += 1
    await turn()
  }
  return made
}
