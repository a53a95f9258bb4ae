/** The tickets behind what messages cost: those of the latest messages first, a few days at a time, for a year has millions. */
import { plusDays, type QueryOut, startOfDay } from '@contract'
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, like, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { WRITTEN_BY } from '../../authors'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { cloudMessages, messageCosts, messages, reportCycles } from '../../platform/db/schema'
import { COST_COLUMNS, type CostFilter, costsIn } from './costs'

type Asked = Pick<QueryOut<'reports.tickets'>, 'cost' | 'costBy' | 'costKey'>

interface Period {
  from: string
  to: string
}

const m = messages
const c = cloudMessages
const s = messageCosts

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

function inGroup({ costBy: by, costKey: key }: Asked): SQL | undefined {
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

/** Sums of the same group. */
function summedIn({ costBy: by, costKey: key }: Asked): SQL | undefined {
  if (by === undefined || key === undefined) return undefined
  const value = by === 'category' || by === 'author' ? key : Number(key)
  return typeof value === 'number' && !Number.isInteger(value)
    ? sql`false`
    : sql`${COST_COLUMNS[by]} = ${value}`
}

export interface CostsBehind {
  /** Each ticket's last cycle, where its last message of the figure was delivered on these days. */
  cycles: (days: Period) => SQL
  /** Whether there are any, as far as sums tell it: most days have none of what is rare. */
  hasAny: (db: Reader, days: Period) => Promise<boolean>
  /** The days between the first and the last of them; null: there are none. */
  span: (db: Reader) => Promise<Period | null>
}

/**
 * @param asked which messages. @param period all days that are asked for.
 * @param zone the clock of these days. @param filter of the messages: another colleague may have the ticket by now.
 */
export function costsBehind(
  companyId: number,
  asked: Asked,
  { period, zone, filter }: { period: Period; zone: string; filter: CostFilter },
): CostsBehind {
  const { cost = 'charged' } = asked
  const listed = (column: SQLiteColumn, ids: readonly number[]): SQL | undefined =>
    ids.length > 0 ? or(oneOf(column, ids), ids.includes(0) ? isNull(column) : undefined) : undefined
  const begin = (day: string): string => startOfDay(zone, day).toISOString()
  const delivered = ({ from, to }: Period): SQL => sql`
    from ${c} inner join ${m} on ${m.companyId} = ${c.companyId} and ${m.id} = ${c.messageId}
    where ${and(
      eq(c.companyId, companyId),
      isNotNull(c.countedAt),
      gte(c.countedAt, begin(from)),
      lt(c.countedAt, begin(plusDays(to, 1))),
      eq(c.billable, cost !== 'free'),
      cost === 'joined' ? eq(c.joinable, true) : undefined,
      cost === 'replaced' ? eq(c.replaceable, true) : undefined,
      listed(m.queueId, filter.queueIds),
      listed(m.userId, filter.userIds),
      listed(c.whatsappId, filter.whatsappIds),
      inGroup(asked),
    )}`
  /** The first day of some with such messages, in an order, as sums tell it. */
  const dayOf = async (db: Reader, days: Period, order: typeof asc): Promise<string | null> => {
    const where = and(
      costsIn(companyId, days, filter),
      eq(s.billable, cost !== 'free'),
      cost === 'joined' ? gt(s.joinable, 0) : undefined,
      cost === 'replaced' ? gt(s.replaceable, 0) : undefined,
      summedIn(asked),
    )
    const [row] = await db.select({ day: s.day }).from(s).where(where).orderBy(order(s.day)).limit(1)
    return row?.day ?? null
  }
  const ticket = reportCycles.ticketId
  return {
    cycles(days) {
      const later =
        days.to < period.to
          ? sql`and not exists (
              select 1 ${delivered({ from: plusDays(days.to, 1), to: period.to })} and ${m.ticketId} = ${ticket})`
          : sql``
      return sql`${ticket} in (select ${m.ticketId} ${delivered(days)}) ${later}
        and ${reportCycles.id} = (select max(id) from report_cycles as later where later.ticket_id = ${ticket})`
    },
    hasAny: async (db, { from, to }) =>
      // A zone that was changed meanwhile moves messages to a neighbouring day, and sums stay.
      (await dayOf(db, { from: plusDays(from, -1), to: plusDays(to, 1) }, asc)) !== null,
    async span(db) {
      const [first, last] = [await dayOf(db, period, asc), await dayOf(db, period, desc)]
      if (first === null || last === null) return null
      const [before, after] = [plusDays(first, -1), plusDays(last, 1)]
      return {
        from: before > period.from ? before : period.from,
        to: after < period.to ? after : period.to,
      }
    },
  }
}
