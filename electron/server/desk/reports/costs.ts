/** What messages cost in a period (docs/figures.md). */
import {
  type CloudRates,
  type CostFigures,
  type CostGrouping,
  type CostReport,
  type CostRow,
  type CountedMessages,
  costFigures,
  costLines,
  isTime,
} from '@contract'
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { campaigns, cloudRates, messageCosts, queues, users, whatsapps } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { ReportFilter } from './filter'
import { keyOfDay } from './read'
import { before, keysWithin, periodOf } from './report'

const s = messageCosts

/** A sum as a number: it is text on one engine. */
const total = (column: SQLiteColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)

/** @returns what a company says a message costs; null where it has said nothing. */
async function ratesOf(db: Reader, companyId: number): Promise<CloudRates | null> {
  const [row] = await db.select().from(cloudRates).where(eq(cloudRates.companyId, companyId))
  if (!row) return null
  const { currency, amounts } = row
  const of = (category: string): number | null => amounts[category] ?? null
  return {
    currency,
    service: of('service'),
    utility: of('utility'),
    marketing: of('marketing'),
    authentication: of('authentication'),
  }
}

/** What sums are grouped by in the database. */
export const COST_COLUMNS = {
  ...{ day: s.day, week: s.day, month: s.day, connection: s.whatsappId, queue: s.queueId },
  ...{ user: s.userId, campaign: s.campaignId, category: s.category, author: s.author },
} as const satisfies Record<CostGrouping, SQLiteColumn>

export type CostFilter = Omit<ReportFilter, 'tagId'>

/** Sums of a company's messages in a period, as far as a filter lets them through. */
export function costsIn(
  companyId: number,
  { from, to }: { from: string; to: string },
  { queueIds, userIds, whatsappIds }: CostFilter,
): SQL | undefined {
  const listed = (column: SQLiteColumn, ids: readonly number[]): SQL | undefined =>
    ids.length > 0 ? oneOf(column, ids) : undefined
  return and(
    ...[eq(s.companyId, companyId), gte(s.day, from), lte(s.day, to)],
    ...[listed(s.queueId, queueIds), listed(s.userId, userIds), listed(s.whatsappId, whatsappIds)],
  )
}

type Counted = CountedMessages & { group: string }

async function countedIn(
  db: Reader,
  companyId: number,
  days: { from: string; to: string },
  filter: CostFilter,
  by: CostGrouping,
): Promise<Counted[]> {
  const group = COST_COLUMNS[by]
  const rows = await db
    .select({
      group,
      ...{ category: s.category, billable: s.billable },
      ...{ messages: total(s.messages), joinable: total(s.joinable), replaceable: total(s.replaceable) },
    })
    .from(s)
    .where(costsIn(companyId, days, filter))
    .groupBy(group, s.category, s.billable)
  return rows.map(({ group: key, ...row }) => ({ ...row, group: String(key) }))
}

/** What the rows of a group are called; what was deleted, and what is known by a word, has no name. */
async function namesOf(db: Reader, companyId: number, by: CostGrouping): Promise<Map<string, string>> {
  const tables = { connection: whatsapps, queue: queues, user: users, campaign: campaigns }
  if (by !== 'connection' && by !== 'queue' && by !== 'user' && by !== 'campaign') return new Map()
  const table = tables[by]
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(eq(table.companyId, companyId))
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}

interface CostsAsked {
  companyId: number
  from: string
  to: string
  filter: CostFilter
  by: CostGrouping
  compare?: boolean | undefined
}

/**
 * What messages cost in a period, as a whole and by group.
 * @throws ApiError ERR_VALIDATION where the period is none.
 */
export async function costReportOf(
  db: Reader,
  { companyId, from, to, filter, by, compare = false }: CostsAsked,
): Promise<CostReport> {
  const period = periodOf({ from, to })
  const read = (days: { from: string; to: string }) => countedIn(db, companyId, days, filter, by)
  const rates = await ratesOf(db, companyId)
  const { lines, total: whole } = costLines(await read(period), rates, ({ group }) =>
    isTime(by) ? keyOfDay(by, group) : group,
  )
  const names = await namesOf(db, companyId, by)
  const rowOf = ({ key, ...figures }: { key: string } & CostFigures): CostRow => ({
    key,
    name: names.get(key) ?? '',
    figures,
  })
  const byKey = new Map(lines.map(line => [line.key, line]))
  const rows = isTime(by)
    ? keysWithin(by, period).map(key => rowOf(byKey.get(key) ?? { key, ...costFigures([], rates) }))
    : lines.map(rowOf)
  return {
    zone: await timeZoneOf(db, companyId),
    numbers: await db.$count(
      whatsapps,
      and(eq(whatsapps.companyId, companyId), eq(whatsapps.provider, 'cloud')),
    ),
    rates,
    rows,
    total: whole,
    previous: compare ? costFigures(await read(before(period)), rates) : null,
  }
}
