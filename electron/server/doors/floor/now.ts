/** What happens in a company now: queues, who holds what since when, today, the last hour. */
import { dayIn, FLOOR_STEP_MS, FLOOR_TREND_MS } from '@contract'
import { and, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { upToDate } from '../../desk/reports/catch-up'
import { readTotal } from '../../desk/reports/read'
import { filterFor } from '../../desk/reports/report'
import { figuresOf } from '../../desk/reports/tally'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { contacts, ticketTrackings as cycles, messages, tickets } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { onFloor, queueCounts } from './counts'

/** Conversations listed for a person; the rest is a number. */
const MOST_NAMED = 3

const iso = (at: number): string => new Date(at).toISOString()

/** Which tickets count. */
interface Whose {
  companyId: number
  /** null: those of all queues, and of none. */
  queueIds: readonly number[] | null
}

const within = ({ queueIds }: Whose, queue: SQLiteColumn): SQL | undefined =>
  queueIds ? oneOf(queue, queueIds) : undefined

/**
 * How many tickets each person holds and since when, in one statement. Sorted by +user_id: to use that column's index,
 * SQLite would read every ticket anybody ever had.
 */
async function peopleNow(db: Reader, whose: Whose) {
  const held = and(
    eq(tickets.companyId, whose.companyId),
    eq(tickets.status, 'open'),
    isNotNull(tickets.userId),
    within(whose, tickets.queueId),
    onFloor(),
  )
  const rows = await db.all<{
    userId: number
    ticketId: number
    name: string
    since: number | null
    open: number
  }>(sql`
    with held as (
      select +${tickets.userId} as person, ${tickets.id} as ticket, ${tickets.contactId} as contact,
        (select max(coalesce(${cycles.startedAt}, ${cycles.queuedAt})) from ${cycles}
          where ${cycles.ticketId} = ${tickets.id} and ${cycles.finishedAt} is null) as since
      from ${tickets} where ${held}
    ), ranked as (
      select held.*, count(*) over (partition by person) as open,
        row_number() over (partition by person order by since, ticket) as place
      from held
    )
    select person as "userId", ticket as "ticketId", ${contacts.name} as name, since, open
    from ranked join ${contacts} on ${contacts.id} = contact
    where place <= ${sql.raw(String(MOST_NAMED))} order by person, place`)
  const people = new Map<
    number,
    { open: number; longest: { ticketId: number; name: string; since: string | null }[] }
  >()
  for (const { userId, ticketId, name, since, open } of rows) {
    const one = people.get(Number(userId)) ?? { open: Number(open), longest: [] }
    one.longest.push({
      ticketId: Number(ticketId),
      name,
      since: since === null ? null : iso(Number(since)),
    })
    people.set(Number(userId), one)
  }
  return [...people].map(([userId, one]) => ({ userId, ...one }))
}

/**
 * What began and what was answered in the last hour, in fixed steps of the clock, so that a bar does not change
 * afterwards.
 */
async function lastHour(db: Reader, whose: Whose, now: number) {
  const from = (Math.floor(now / FLOOR_STEP_MS) + 1) * FLOOR_STEP_MS - FLOOR_TREND_MS
  const step = (at: SQLiteColumn): SQL<number> =>
    sql<number>`cast((${at} - ${sql.raw(String(from))}) / ${sql.raw(String(FLOOR_STEP_MS))} as bigint)`
  const n = sql<number>`count(*)`
  const began = step(cycles.queuedAt)
  const arrived = await db
    .select({ step: began, n })
    .from(cycles)
    .where(
      and(
        eq(cycles.companyId, whose.companyId),
        gte(cycles.queuedAt, iso(from)),
        within(whose, cycles.queueId),
      ),
    )
    .groupBy(began)
  const written = step(messages.createdAt)
  const answers = await db
    .select({ step: written, n })
    .from(tickets)
    .innerJoin(messages, eq(messages.ticketId, tickets.id))
    .where(
      and(
        eq(tickets.companyId, whose.companyId),
        // Every message also updates its ticket.
        gte(tickets.updatedAt, iso(from)),
        gte(messages.createdAt, iso(from)),
        isNotNull(messages.userId),
        within(whose, tickets.queueId),
      ),
    )
    .groupBy(written)
  const of = (rows: readonly { step: number; n: number }[], at: number): number =>
    rows.find(row => row.step === at)?.n ?? 0
  return Array.from({ length: FLOOR_TREND_MS / FLOOR_STEP_MS }, (_, at) => ({
    from: iso(from + at * FLOOR_STEP_MS),
    arrived: of(arrived, at),
    answers: of(answers, at),
  }))
}

/** Figures of the present day, from the engine of the reports. */
async function today(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Pick<Me, 'companyId' | 'super' | 'profile' | 'queueIds'>,
  now: number,
) {
  const { companyId } = me
  const day = dayIn(await timeZoneOf(app.db, companyId), new Date(now))
  const counting = await upToDate(app, companyId)
  const total = await readTotal(app.db.aside, companyId, { from: day, to: day }, filterFor(me, {}), now)
  return { day, counting, figures: figuresOf(total) }
}

/** The live floor for a person: the whole company, or a supervisor's own queues. @param now epoch milliseconds. */
export async function floorNow(
  app: Pick<Workspace, 'db' | 'storage'>,
  me: Pick<Me, 'companyId' | 'super' | 'profile' | 'queueIds'>,
  now: number,
) {
  const db = app.db.aside
  const whose: Whose = {
    companyId: me.companyId,
    queueIds: me.super || me.profile === 'admin' ? null : me.queueIds,
  }
  const counted = await queueCounts(
    db,
    and(eq(tickets.companyId, whose.companyId), within(whose, tickets.queueId)),
    now,
  )
  return {
    at: iso(now),
    queues: counted.map(({ companyId: _, since, ...count }) => ({
      ...count,
      since: since === null ? null : iso(Number(since)),
    })),
    people: await peopleNow(db, whose),
    today: await today(app, me, now),
    steps: await lastHour(db, whose, now),
  }
}
