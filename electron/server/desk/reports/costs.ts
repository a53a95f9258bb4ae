/** What messages cost in a period (docs/figures.md), and the tickets they were written in. */
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
  plusDays,
  type QueryOut,
  startOfDay,
} from '@contract'
import { and, eq, gte, isNotNull, isNull, like, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { WRITTEN_BY } from '../../authors'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import {
  campaigns,
  cloudMessages,
  cloudRates,
  messageCosts,
  messages,
  queues,
  reportCycles,
  users,
  whatsapps,
} from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Days, ReportFilter } from './filter'
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
const COLUMNS = {
  ...{ day: s.day, week: s.day, month: s.day, connection: s.whatsappId, queue: s.queueId },
  ...{ user: s.userId, campaign: s.campaignId, category: s.category, author: s.author },
} as const satisfies Record<CostGrouping, SQLiteColumn>

type CostFilter = Omit<ReportFilter, 'tagId'>

type Counted = CountedMessages & { group: string }

async function countedIn(
  db: Reader,
  companyId: number,
  { from, to }: { from: string; to: string },
  { queueIds, userIds, whatsappIds }: CostFilter,
  by: CostGrouping,
): Promise<Counted[]> {
  const group = COLUMNS[by]
  const listed = (column: SQLiteColumn, ids: readonly number[]): SQL | undefined =>
    ids.length > 0 ? oneOf(column, ids) : undefined
  const rows = await db
    .select({
      group,
      ...{ category: s.category, billable: s.billable },
      ...{ messages: total(s.messages), joinable: total(s.joinable), replaceable: total(s.replaceable) },
    })
    .from(s)
    .where(
      and(
        ...[eq(s.companyId, companyId), gte(s.day, from), lte(s.day, to)],
        ...[listed(s.queueId, queueIds), listed(s.userId, userIds), listed(s.whatsappId, whatsappIds)],
      ),
    )
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

type AskedTickets = Pick<QueryOut<'reports.tickets'>, 'cost' | 'costBy' | 'costKey'>

const m = messages
const c = cloudMessages

/** Messages by who wrote them, as `authorOf` tells it. */
const OF_CAMPAIGN = sql`coalesce(${like(m.clientId, `${WRITTEN_BY.campaign}%`)}, false)`
const OF_ASSISTANT = sql`coalesce(${like(m.clientId, `${WRITTEN_BY.assistant}%`)}, false)`
const BY_AUTHOR: Readonly<Record<string, SQL>> = {
  campaign: OF_CAMPAIGN,
  agent: sql`${m.userId} is not null and not ${OF_CAMPAIGN}`,
  assistant: sql`${m.userId} is null and ${OF_ASSISTANT}`,
  automatic: sql`${m.userId} is null and not ${OF_CAMPAIGN} and not ${OF_ASSISTANT}`,
}

const orNone = (column: SQLiteColumn): SQL => sql`coalesce(${column}, 0)`

function inGroup({ costBy: by, costKey: key }: AskedTickets): SQL | undefined {
  if (by === undefined || key === undefined) return undefined
  if (by === 'category') return eq(c.priceCategory, key)
  if (by === 'author') return BY_AUTHOR[key] ?? sql`false`
  const id = Number(key)
  if (!Number.isInteger(id)) return sql`false`
  if (by === 'connection') return eq(c.whatsappId, id)
  if (by === 'campaign')
    return id === 0
      ? not(OF_CAMPAIGN)
      : sql`coalesce(${like(m.clientId, `${WRITTEN_BY.campaign}${id}:%`)}, false)`
  return sql`${orNone(by === 'queue' ? m.queueId : m.userId)} = ${id}`
}

/** The last cycle of each ticket with messages of a figure that were delivered on some days. @param zone of these days. */
export function ofCosts(
  companyId: number,
  days: Days,
  zone: string,
  filter: CostFilter,
  asked: AskedTickets,
): SQL {
  const { from, to } = days
  const { cost = 'charged' } = asked
  const listed = (column: SQLiteColumn, ids: readonly number[]): SQL | undefined =>
    ids.length > 0 ? or(oneOf(column, ids), ids.includes(0) ? isNull(column) : undefined) : undefined
  const where = and(
    eq(c.companyId, companyId),
    isNotNull(c.countedAt),
    from === null ? undefined : gte(c.countedAt, startOfDay(zone, from).toISOString()),
    to === null ? undefined : lt(c.countedAt, startOfDay(zone, plusDays(to, 1)).toISOString()),
    eq(c.billable, cost !== 'free'),
    cost === 'joined' ? eq(c.joinable, true) : undefined,
    cost === 'replaced' ? eq(c.replaceable, true) : undefined,
    listed(m.queueId, filter.queueIds),
    listed(m.userId, filter.userIds),
    listed(c.whatsappId, filter.whatsappIds),
    inGroup(asked),
  )
  return sql`${reportCycles.ticketId} in (
    select ${m.ticketId} from ${c} inner join ${m} on ${m.companyId} = ${c.companyId} and ${m.id} = ${c.messageId}
    where ${where}
  ) and ${reportCycles.id} = (select max(id) from report_cycles as later where later.ticket_id = ${reportCycles.ticketId})`
}
