/** When people were present, on a break and busy: the basis of occupancy and people per hour. */
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { jsonOfRows } from '../../platform/db/engine/words'
import { breaks, ticketTrackings as cycles, onlineSpans } from '../../platform/db/schema'
import { common, lengthOf, mergeSpans, type Span, without } from './spans'

/** Presence time, milliseconds. */
interface PresenceFigures {
  online: number
  onBreak: number
  busy: number
}

/** Of one person, within the asked period. */
export interface Presence {
  online: Span[]
  /** Online, and on a break. */
  onBreak: Span[]
  /** Online, not on a break, and with an open ticket: from its first acceptance to the end of the cycle. */
  busy: Span[]
}

/** @returns what lies within the period. */
export function presenceFrom(
  { online, onBreak, held }: { online: readonly Span[]; onBreak: readonly Span[]; held: readonly Span[] },
  period: Span,
): Presence {
  const there = common(mergeSpans(online), [period])
  const resting = common(there, mergeSpans(onBreak))
  return { online: there, onBreak: resting, busy: common(without(there, resting), mergeSpans(held)) }
}

/** @returns milliseconds of several people together. */
export function presenceFigures(people: Iterable<Presence>): PresenceFigures {
  const sum: PresenceFigures = { online: 0, onBreak: 0, busy: 0 }
  for (const one of people) {
    sum.online += lengthOf(one.online)
    sum.onBreak += lengthOf(one.onBreak)
    sum.busy += lengthOf(one.busy)
  }
  return sum
}

/** Each person's spans in one text: the driver is slower with rows than the computation. */
async function byPerson(db: Pick<Reader, 'all'>, spans: SQL): Promise<Map<number, Span[]>> {
  const rows = await db.all<{ user: number; spans: string }>(sql`
    select user_id as "user", ${jsonOfRows([sql`"from"`, sql`"to"`])} as spans from (${spans}) as found group by user_id`)
  return new Map(
    rows.map(row => [
      Number(row.user),
      (JSON.parse(row.spans) as [number, number][]).map(([from, to]) => ({ from, to })),
    ]),
  )
}

/** Whose rows are meant; null: everybody's. */
const whose = (userIds: readonly number[] | null): SQL =>
  userIds ? sql`user_id in (${sql.join(userIds.map(Number), sql`, `)})` : sql`true`

/**
 * When the people of a company were online in a period, and on a break. People who were never online are left out.
 * @param userIds null: everybody.
 * @param now the end of unfinished spans, epoch milliseconds.
 */
export async function onlineIn(
  db: Pick<Reader, 'all'>,
  companyId: number,
  { from, to }: Span,
  userIds: readonly number[] | null = null,
  now: number = Date.now(),
): Promise<Map<number, Pick<Presence, 'online' | 'onBreak'>>> {
  const end = Math.min(to, now)
  if (from >= end || userIds?.length === 0) return new Map()
  // Two separate conditions, each with an index that skips earlier spans; combined they would read everything.
  const asked = (table: SQL) => sql`
    select user_id, started_at as "from", ended_at as "to" from ${table}
    where company_id = ${companyId} and ended_at > ${from} and started_at < ${end} and ${whose(userIds)}
    union all
    select user_id, started_at, ${end} from ${table}
    where company_id = ${companyId} and ended_at is null and started_at < ${end} and ${whose(userIds)}`
  const online = await byPerson(db, asked(sql`${onlineSpans}`))
  if (online.size === 0) return new Map()
  const onBreak = await byPerson(db, asked(sql`${breaks}`))
  const held: readonly Span[] = []
  return new Map(
    [...online].map(([user, spans]) => [
      user,
      presenceFrom({ online: spans, onBreak: onBreak.get(user) ?? [], held }, { from, to: end }),
    ]),
  )
}

/**
 * The same, and when they held open tickets.
 * @param userIds null: everybody.
 * @param now the end of unfinished spans, epoch milliseconds.
 */
export async function presenceIn(
  db: Pick<Reader, 'all'>,
  companyId: number,
  { from, to }: Span,
  userIds: readonly number[] | null = null,
  now: number = Date.now(),
): Promise<Map<number, Presence>> {
  const end = Math.min(to, now)
  const online = await onlineIn(db, companyId, { from, to }, userIds, now)
  if (online.size === 0) return new Map()
  const own = whose(userIds)
  // Overlapping conversations are merged in the database: people hold several at once, and a year has many.
  const held = await byPerson(
    db,
    sql`with cycle as (
      select id, user_id, started_at as a, finished_at as b from ${cycles}
      where company_id = ${companyId} and finished_at > ${from} and started_at < ${end} and ${own}
      union all
      select id, user_id, started_at, ${end} from ${cycles}
      where company_id = ${companyId} and finished_at is null and started_at < ${end} and ${own}
    ), marked as (
      select *, case when a <= max(b) over (partition by user_id order by a, id rows between unbounded preceding and 1 preceding)
        then 0 else 1 end as fresh
      from cycle where user_id is not null
    ), numbered as (
      select *, sum(fresh) over (partition by user_id order by a, id rows unbounded preceding) as island from marked
    )
    select user_id, min(a) as "from", max(b) as "to" from numbered group by user_id, island`,
  )
  return new Map(
    [...online].map(([user, there]): [number, Presence] => [
      user,
      { ...there, busy: common(without(there.online, there.onBreak), mergeSpans(held.get(user) ?? [])) },
    ]),
  )
}
