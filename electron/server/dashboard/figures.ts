/**
 * The dashboard's figures, computed in SQL over service cycles (ticket_trackings). A cycle belongs to the period in
 * which it began (queuedAt). Times are means in minutes, rounded to two decimals, null when there is nothing to average.
 */
import { type Attendant, clockIn, type DashboardCounters, dayIn } from '@contract'
import { and, asc, count, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Reader } from '../db/client'
import { noCase } from '../db/engine/words'
import {
  companies,
  contacts,
  ticketTrackings as cycles,
  ratings,
  tickets,
  users,
  whatsapps,
} from '../db/schema'
import type { Period } from './range'

const MINUTE = 60_000

/** Whether an instant lies in a period. */
export function within(column: SQLiteColumn, period: Period): SQL | undefined {
  return and(
    period.from === null ? undefined : sql`${gte(column, new Date(period.from).toISOString())}`,
    period.to === null ? undefined : sql`${lt(column, new Date(period.to).toISOString())}`,
  )
}

/** Mean minutes between two columns over the rows that have both. */
const meanMinutes = (from: SQLiteColumn, to: SQLiteColumn): SQL<number | null> =>
  sql<
    number | null
  >`round(avg(case when ${from} is not null and ${to} is not null then (${to} - ${from}) / ${sql.raw(`${MINUTE}.0`)} end), 2)`

export const countIf = (condition: SQL): SQL<number> => sql<number>`count(*) filter (where ${condition})`

/** @param platform whether the totals over all companies are for the caller (super flag); 0 otherwise. */
export async function counters(
  db: Reader,
  companyId: number,
  period: Period,
  platform: boolean,
): Promise<DashboardCounters> {
  const began = and(eq(cycles.companyId, companyId), within(cycles.queuedAt, period))
  const [row] = await db
    .select({
      supportFinished: countIf(isNotNull(cycles.finishedAt)),
      avgSupportTime: meanMinutes(cycles.startedAt, cycles.finishedAt),
      avgWaitTime: meanMinutes(cycles.queuedAt, cycles.startedAt),
    })
    .from(cycles)
    .where(began)
  // Only what is not finished is looked up among the tickets.
  const [now] = await db
    .select({
      supportHappening: countIf(sql`${tickets.status} = 'open'`),
      supportPending: countIf(sql`${tickets.status} = 'pending'`),
    })
    .from(cycles)
    .innerJoin(tickets, eq(tickets.id, cycles.ticketId))
    .where(and(began, isNull(cycles.finishedAt)))
  const leads = await db.$count(
    contacts,
    and(eq(contacts.companyId, companyId), eq(contacts.isGroup, false), within(contacts.createdAt, period)),
  )
  return {
    supportHappening: now?.supportHappening ?? 0,
    supportPending: now?.supportPending ?? 0,
    supportFinished: row?.supportFinished ?? 0,
    leads,
    avgSupportTime: row?.avgSupportTime ?? null,
    avgWaitTime: row?.avgWaitTime ?? null,
    totalWhatsappSessions: platform ? await db.$count(whatsapps, eq(whatsapps.status, 'CONNECTED')) : 0,
    totalCompanies: platform ? await db.$count(companies) : 0,
  }
}

/** Everybody of the company by name, with the mean of the ratings given in the period (1 to 3). */
export async function attendants(db: Reader, companyId: number, period: Period): Promise<Attendant[]> {
  const people = await db
    .select({ id: users.id, name: users.name, online: users.online })
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(asc(noCase(users.name)), asc(users.id))
  const served = await db
    .select({
      userId: cycles.userId,
      tickets: count(),
      avgSupportTime: meanMinutes(cycles.startedAt, cycles.finishedAt),
    })
    .from(cycles)
    .where(and(eq(cycles.companyId, companyId), within(cycles.queuedAt, period), isNotNull(cycles.userId)))
    .groupBy(cycles.userId)
  const rated = await db
    .select({ userId: ratings.userId, rating: sql<number>`round(avg(${ratings.rate}), 2)` })
    .from(ratings)
    .where(
      and(eq(ratings.companyId, companyId), within(ratings.createdAt, period), isNotNull(ratings.userId)),
    )
    .groupBy(ratings.userId)
  return people.map(person => {
    const work = served.find(row => row.userId === person.id)
    return {
      ...person,
      rating: rated.find(row => row.userId === person.id)?.rating ?? null,
      tickets: work?.tickets ?? 0,
      avgSupportTime: work?.avgSupportTime ?? null,
    }
  })
}

/** How many cycles each user served in the period; whoever served none is listed with 0. */
export async function ticketsPerUser(db: Reader, companyId: number, period: Period) {
  const rows = await db
    .select({ nome: users.name, quantidade: count(cycles.id) })
    .from(users)
    .leftJoin(cycles, and(eq(cycles.userId, users.id), within(cycles.queuedAt, period)))
    .where(eq(users.companyId, companyId))
    .groupBy(users.id)
    .orderBy(asc(noCase(users.name)), asc(users.id))
  return rows
}

/** No zone's clock is off by less than this from full hours of UTC. */
const QUARTER_MS = 900_000

/** Cycles counted by what `name` calls the quarter of an hour in which they began. */
async function grouped(
  db: Reader,
  companyId: number,
  period: Period,
  name: (at: Date) => string,
): Promise<Map<string, number>> {
  const key = sql<number>`cast(${cycles.queuedAt} / ${sql.raw(String(QUARTER_MS))} as bigint)`
  const rows = await db
    .select({ key, total: count() })
    .from(cycles)
    .where(and(eq(cycles.companyId, companyId), within(cycles.queuedAt, period)))
    .groupBy(key)
  const sums = new Map<string, number>()
  for (const row of rows) {
    const named = name(new Date(row.key * QUARTER_MS))
    sums.set(named, (sums.get(named) ?? 0) + row.total)
  }
  return sums
}

/** Cycles begun per day (dd/mm/yyyy), or per hour when the range is one day; days and hours without any count 0. */
export async function ticketsPerDay(
  db: Reader,
  companyId: number,
  period: Period,
  days: readonly string[],
  zone: string,
) {
  const single = days.length === 1
  const found = await grouped(db, companyId, period, at =>
    single ? String(clockIn(zone, at).hour) : dayIn(zone, at),
  )
  const sum = [...found.values()].reduce((all, n) => all + n, 0)
  if (single) {
    const data = Array.from({ length: 24 }, (_, hour) => ({
      horario: String(hour),
      total: found.get(String(hour)) ?? 0,
    }))
    return { count: sum, data }
  }
  const data = days.map(day => ({ data: day.split('-').reverse().join('/'), total: found.get(day) ?? 0 }))
  return { count: sum, data }
}
