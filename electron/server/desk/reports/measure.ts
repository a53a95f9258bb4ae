/** Measures the service cycles of tickets from their rows. */
import { clockIn, type DeadlineKind, dayIn } from '@contract'
import { asc, eq, sql } from 'drizzle-orm'
import { type Hours, hoursOf } from '../../platform/companies/hours'
import type { Reader, Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { insertMany } from '../../platform/db/insert-many'
import {
  deadlines,
  messages,
  queues,
  ratings,
  reportCycles,
  reportDirty,
  tickets,
  ticketTags,
  ticketTrackings,
  users,
  whatsapps,
} from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import { type CycleMessage, cycleFact } from './cycle-fact'
import { FACT_KEYS, type FactRow, FROM_MESSAGES, rowOf, sameFact } from './facts'

/** Day and hour of the week of an instant, by a company's clock. */
export function placedIn(zone: string, at: string): Pick<FactRow, 'day' | 'hour'> {
  const when = new Date(at)
  const { weekday, hour } = clockIn(zone, when)
  return { day: dayIn(zone, when), hour: ((weekday + 6) % 7) * 24 + hour }
}

type Cycle = typeof ticketTrackings.$inferSelect

/**
 * How many tags of a ticket count. They are in an index (`report_cycles_user`), whose entries PostgreSQL limits to
 * 2,700 bytes.
 */
const MOST_TAGS = 200

async function rowsOf(db: Reader, ids: readonly number[]) {
  const [found, cycles, said, rated, due, tagged] = [
    await db
      .select({ id: tickets.id, isGroup: tickets.isGroup, mergedInto: tickets.mergedInto })
      .from(tickets)
      .where(oneOf(tickets.id, ids)),
    await db
      .select()
      .from(ticketTrackings)
      .where(oneOf(ticketTrackings.ticketId, ids))
      .orderBy(asc(ticketTrackings.ticketId), asc(ticketTrackings.queuedAt), asc(ticketTrackings.id)),
    await db.all<{ ticket: number; at: number; own: number; person: number }>(sql`
      select ${messages.ticketId} as ticket, ${messages.createdAt} as at, ${messages.fromMe} as own,
        case when ${messages.userId} is null then 0 else 1 end as person
      from ${messages} where ${oneOf(messages.ticketId, ids)} order by ${messages.ticketId}, ${messages.seq}`),
    await db.select().from(ratings).where(oneOf(ratings.ticketId, ids)).orderBy(asc(ratings.id)),
    await db
      .select()
      .from(deadlines)
      .where(oneOf(deadlines.ticketId, ids))
      .orderBy(asc(deadlines.dueAt), asc(deadlines.id)),
    await db
      .select({ ticketId: ticketTags.ticketId, tagId: ticketTags.tagId })
      .from(ticketTags)
      .where(oneOf(ticketTags.ticketId, ids))
      .orderBy(asc(ticketTags.tagId)),
  ]
  return { found, cycles, said, rated, due, tagged }
}
type Rows = Awaited<ReturnType<typeof rowsOf>>

function grouped<T>(rows: readonly T[], of: (row: T) => number): (id: number) => readonly T[] {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(of(row))
    if (group) group.push(row)
    else groups.set(of(row), [row])
  }
  return id => groups.get(id) ?? []
}

/** The cycle an event belongs to: the last one that had begun, else the first. */
function cycleAt(cycles: readonly Cycle[], at: string): Cycle | undefined {
  return cycles.findLast(cycle => Date.parse(cycle.queuedAt) <= Date.parse(at)) ?? cycles[0]
}

/** The messages within a cycle. */
function messagesWithin(
  said: readonly Rows['said'][number][],
  cycle: Cycle,
  next: Cycle | undefined,
): CycleMessage[] {
  const from = Date.parse(cycle.queuedAt)
  const ends = cycle.finishedAt === null ? Number.POSITIVE_INFINITY : Date.parse(cycle.finishedAt)
  const until = next ? Math.min(ends, Date.parse(next.queuedAt) - 1) : ends
  return said.flatMap(({ at, own, person }) => {
    const when = Number(at)
    if (when < from || when > until) return []
    const by = Number(own) === 0 ? 'customer' : Number(person) === 1 ? 'person' : 'automatic'
    return [{ at: when, by }]
  })
}

const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at))

function factsOf(rows: Rows, zone: string, hours: Hours): FactRow[] {
  const [said, rated, due, tagged] = [
    grouped(rows.said, row => Number(row.ticket)),
    grouped(rows.rated, row => row.ticketId),
    grouped(rows.due, row => row.ticketId),
    grouped(rows.tagged, row => row.ticketId),
  ]
  const cycles = grouped(rows.cycles, row => row.ticketId)
  return rows.found.flatMap(ticket =>
    cycles(ticket.id).map((cycle, at, all): FactRow => {
      const rating = rated(ticket.id).findLast(one => cycleAt(all, one.createdAt) === cycle)
      const own = due(ticket.id).filter(one => cycleAt(all, one.startedAt) === cycle)
      const fact = cycleFact(
        {
          queuedAt: Date.parse(cycle.queuedAt),
          startedAt: ms(cycle.startedAt),
          finishedAt: ms(cycle.finishedAt),
          isAgain: at > 0,
          transfers: cycle.transfers,
          botAt: ms(cycle.botAt),
          handedAt: ms(cycle.handedAt),
          ratingAskedAt: ms(cycle.ratingAskedAt),
          rate: rating?.rate ?? null,
          messages: ticket.isGroup ? null : messagesWithin(said(ticket.id), cycle, all[at + 1]),
          deadlines: own.map(one => ({
            name: one.levelName,
            kind: one.kind,
            dueAt: Date.parse(one.dueAt),
            endedAt: ms(one.endedAt),
          })),
        },
        hours(cycle.queueId),
      )
      return rowOf(
        {
          id: cycle.id,
          companyId: cycle.companyId,
          ticketId: ticket.id,
          queuedAt: cycle.queuedAt,
          finishedAt: cycle.finishedAt,
          ...placedIn(zone, cycle.queuedAt),
          queueId: cycle.queueId ?? 0,
          userId: cycle.userId ?? 0,
          whatsappId: cycle.whatsappId ?? 0,
          tagIds: tagged(ticket.id)
            .slice(0, MOST_TAGS)
            .map(one => one.tagId),
          ratingId: rating?.id ?? null,
          deadlines: own.map((one): [string, DeadlineKind, number, number | null] => [
            one.levelName,
            one.kind,
            Date.parse(one.dueAt),
            ms(one.endedAt ?? cycle.finishedAt),
          ]),
        },
        fact,
      )
    }),
  )
}

type Places = Record<'queueId' | 'userId' | 'whatsappId', ReadonlySet<number>>

async function placesOf(db: Reader, companyId: number): Promise<Places> {
  const ids = async (table: typeof queues | typeof users | typeof whatsapps): Promise<Set<number>> => {
    const rows = await db.select({ id: table.id }).from(table).where(eq(table.companyId, companyId))
    return new Set(rows.map(row => row.id))
  }
  return { queueId: await ids(queues), userId: await ids(users), whatsappId: await ids(whatsapps) }
}

/**
 * The new measurements, together with the known ones: what was deleted since (a queue, a person and their authorship,
 * messages) keeps counting.
 */
function keeping(now: FactRow, known: FactRow, places: Places, isMerged: boolean): FactRow {
  const kept: FactRow = { ...now }
  for (const key of ['queueId', 'userId', 'whatsappId'] as const)
    if (now[key] === 0 && known[key] !== 0 && !places[key].has(known[key])) kept[key] = known[key]
  if (isMerged || known.seen <= now.seen) return kept
  for (const key of FROM_MESSAGES) Object.assign(kept, { [key]: known[key] })
  if (known.finishedAt !== null || now.finishedAt === null) return kept
  // It ended after they were deleted.
  const turns = known.next.length + (known.firstAnswer === null ? 0 : 1)
  return { ...kept, abandoned: known.answered === 1 ? 0 : now.abandoned, oneTouch: turns === 1 ? 1 : 0 }
}

/** Marks days to be summed up anew. */
async function soil(tx: Tx, companyId: number, days: Iterable<string>): Promise<void> {
  const rows = [...new Set(days)].map(start => ({ companyId, span: 'day' as const, start }))
  if (rows.length === 0) return
  await tx
    .insert(reportDirty)
    .values(rows)
    .onConflictDoUpdate({
      target: [reportDirty.companyId, reportDirty.span, reportDirty.start],
      set: { version: sql`${reportDirty.version} + 1` },
    })
}

/** Stores facts, and marks their days if they are in sums or will be. @param known the same cycles as stored. */
export async function keepFacts(
  tx: Tx,
  companyId: number,
  now: readonly FactRow[],
  known: ReadonlyMap<number, FactRow>,
): Promise<void> {
  const days = new Set<string>()
  for (const row of now) {
    const old = known.get(row.id)
    if (old && old.finishedAt !== null) days.add(old.day)
    if (row.finishedAt !== null) days.add(row.day)
  }
  const ids = now.map(row => row.id)
  await tx.delete(reportCycles).where(oneOf(reportCycles.id, ids))
  await insertMany(tx, reportCycles, FACT_KEYS, [...now])
  await soil(tx, companyId, days)
}

/**
 * Measures all cycles of tickets of one company and stores the differences. Idempotent. Also called before tickets or
 * messages are deleted, in that transaction, so that figures outlive them.
 */
export async function measureTickets(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const zone = await timeZoneOf(tx, companyId)
  const rows = await rowsOf(tx, ids)
  const facts = factsOf(rows, zone, await hoursOf(tx, companyId)).filter(row => row.companyId === companyId)
  const stored = await tx.select().from(reportCycles).where(oneOf(reportCycles.ticketId, ids))
  const known = new Map(stored.map(row => [row.id, row]))
  const merged = new Set(rows.found.flatMap(row => (row.mergedInto === null ? [] : [row.id])))
  const places = known.size > 0 ? await placesOf(tx, companyId) : null
  const changed = facts.flatMap(row => {
    const old = known.get(row.id)
    const now = old && places ? keeping(row, old, places, merged.has(row.ticketId ?? 0)) : row
    return old && sameFact(old, now) ? [] : [now]
  })
  if (changed.length > 0) await keepFacts(tx, companyId, changed, known)
}
