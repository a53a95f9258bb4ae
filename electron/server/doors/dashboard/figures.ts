/**
 * The dashboard's figures, from the same sums as reports (docs/figures.md): a cycle belongs to the day it began. Times
 * are means in minutes with two decimals, null when there is nothing to average.
 */
import { type Attendant, type DashboardCounters, type DurationName, FIGURE_CLOCKS, meanRate } from '@contract'
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { cyclesOf, type Days, EVERYTHING } from '../../desk/reports/filter'
import { readTallies, readTotal } from '../../desk/reports/read'
import { figuresOf, newTally, type Tally } from '../../desk/reports/tally'
import type { Reader } from '../../platform/db/client'
import { noCase } from '../../platform/db/engine/words'
import { companies, contacts, reportCycles, tickets, users, whatsapps } from '../../platform/db/schema'
import type { Period } from './range'

const MINUTE = 60_000

/** Whether an instant lies in a period. */
export function within(column: SQLiteColumn, period: Period): SQL | undefined {
  return and(
    period.from === null ? undefined : sql`${gte(column, new Date(period.from).toISOString())}`,
    period.to === null ? undefined : sql`${lt(column, new Date(period.to).toISOString())}`,
  )
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100

/** All time, or opening hours only. */
const meanMinutes = (tally: Tally, name: DurationName): number | null => {
  const { mean } = figuresOf(tally).durations[name][FIGURE_CLOCKS[0]]
  return rounded(mean === null ? null : mean / MINUTE)
}

const countIf = (condition: SQL): SQL<number> => sql<number>`count(*) filter (where ${condition})`

/**
 * @param period the same days, for figures that are not about service.
 * @param platform whether the caller may see totals over all companies (super flag); 0 otherwise.
 */
export async function counters(
  db: Reader,
  companyId: number,
  days: Days,
  period: Period,
  platform: boolean,
): Promise<DashboardCounters> {
  const total = await readTotal(db, companyId, days, EVERYTHING, Date.now())
  // Only unfinished cycles are looked up in tickets.
  const [now] = await db
    .select({
      supportHappening: countIf(sql`${tickets.status} = 'open'`),
      supportPending: countIf(sql`${tickets.status} = 'pending'`),
    })
    .from(reportCycles)
    .innerJoin(tickets, eq(tickets.id, reportCycles.ticketId))
    .where(and(cyclesOf(companyId, days, EVERYTHING), isNull(reportCycles.finishedAt)))
  const leads = await db.$count(
    contacts,
    and(eq(contacts.companyId, companyId), eq(contacts.isGroup, false), within(contacts.createdAt, period)),
  )
  return {
    supportHappening: Number(now?.supportHappening ?? 0),
    supportPending: Number(now?.supportPending ?? 0),
    supportFinished: figuresOf(total).counts.resolved,
    leads,
    avgSupportTime: meanMinutes(total, 'handling'),
    avgWaitTime: meanMinutes(total, 'waiting'),
    totalWhatsappSessions: platform ? await db.$count(whatsapps, eq(whatsapps.status, 'CONNECTED')) : 0,
    totalCompanies: platform ? await db.$count(companies) : 0,
  }
}

/** Everybody of the company by name, with the mean of the ratings of their cycles (1 to 3). */
export async function attendants(db: Reader, companyId: number, days: Days): Promise<Attendant[]> {
  const people = await db
    .select({ id: users.id, name: users.name, online: users.online })
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(asc(noCase(users.name)), asc(users.id))
  const tallies = await readTallies(db, companyId, days, EVERYTHING, 'user', Date.now())
  return people.map(person => {
    const tally = tallies.get(String(person.id)) ?? newTally()
    const { counts } = figuresOf(tally)
    return {
      ...person,
      rating: rounded(meanRate(counts)),
      tickets: counts.arrived,
      avgSupportTime: meanMinutes(tally, 'handling'),
    }
  })
}

/** How many cycles each user served in the period, including users with 0. */
export async function ticketsPerUser(db: Reader, companyId: number, days: Days) {
  return (await attendants(db, companyId, days)).map(({ name, tickets: served }) => ({
    nome: name,
    quantidade: served,
  }))
}

/**
 * Cycles begun per day (dd/mm/yyyy), or per hour when the range is one day; days and hours without any count 0.
 * @param days each of them, in their order.
 */
export async function ticketsPerDay(db: Reader, companyId: number, days: readonly string[]) {
  const range = { from: days[0] ?? null, to: days.at(-1) ?? null }
  const tallies = await readTallies(db, companyId, range, EVERYTHING, 'day', Date.now())
  const arrived = (tally: Tally | undefined): number => (tally ? figuresOf(tally).counts.arrived : 0)
  const sum = [...tallies.values()].reduce((all, tally) => all + arrived(tally), 0)
  if (days.length === 1) {
    const byHour = tallies.get(days[0] ?? '')?.hours ?? []
    const data = Array.from({ length: 24 }, (_, hour) => ({
      horario: String(hour),
      total: byHour.reduce((all, n, ofWeek) => (ofWeek % 24 === hour ? all + n : all), 0),
    }))
    return { count: sum, data }
  }
  const data = days.map(day => ({
    data: day.split('-').reverse().join('/'),
    total: arrived(tallies.get(day)),
  }))
  return { count: sum, data }
}
