/** Measures what was written since the last time (report_marks). */
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { insertMany } from '../../platform/db/insert-many'
import {
  reportCycles,
  reportDirty,
  reportMarks,
  reportPresenceDays,
  reportState,
  tickets,
} from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { keepFacts, measureTickets, placedIn } from './measure'

/** Tickets per transaction, and how long one reader may work, milliseconds. */
const BATCH = 60
const LIMIT_MS = 1_000
/** Tickets marked per transaction, and facts moved: other writers wait for one. */
const MARKED = 500
const SLICE = 2_000

/**
 * Writes of this room: in parallel with the company's conversations, one after the other. (A lock part of its own; no
 * connection has this number.)
 */
export const reportWriter = (db: Db, companyId: number) => db.number({ companyId, id: 0 })

const breathe = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Measures marked tickets, newest first, each once. @returns how many marks there were. */
async function take(tx: Tx, companyId: number): Promise<number> {
  const own = eq(reportMarks.companyId, companyId)
  const marked = await tx
    .selectDistinct({ id: reportMarks.ticketId })
    .from(reportMarks)
    .where(own)
    .orderBy(desc(reportMarks.ticketId))
    .limit(BATCH)
  const ids = marked.map(({ id }) => id)
  // Only marks seen before the tickets are read: later ones are measured again.
  const marks = await tx
    .select({ id: reportMarks.id })
    .from(reportMarks)
    .where(and(own, oneOf(reportMarks.ticketId, ids)))
  await measureTickets(tx, companyId, ids)
  await tx.delete(reportMarks).where(
    oneOf(
      reportMarks.id,
      marks.map(mark => mark.id),
    ),
  )
  return marks.length
}

const MARK = ['companyId', 'ticketId'] as const

/**
 * Marks all tickets of a company to be measured anew, in the order of their index: otherwise each slice would search
 * all of them.
 */
async function markAll(db: Db, companyId: number): Promise<void> {
  const { id, createdAt } = tickets
  for (let after = sql`true`; ; ) {
    const rows = await db
      .select({ id, createdAt })
      .from(tickets)
      .where(and(eq(tickets.companyId, companyId), after))
      .orderBy(asc(createdAt), asc(id))
      .limit(MARKED)
    const last = rows.at(-1)
    if (!last) return
    const marks = rows.map(row => ({ companyId, ticketId: row.id }))
    await reportWriter(db, companyId).write(tx => insertMany(tx, reportMarks, MARK, marks))
    after = sql`(${createdAt}, ${id}) > (${sql.param(last.createdAt, createdAt)}, ${last.id})`
    await breathe()
  }
}

/** Moves facts of erased tickets to another time zone; the others are measured anew. */
async function placeAnew(db: Db, companyId: number, zone: string): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(reportCycles)
      .where(
        and(eq(reportCycles.companyId, companyId), isNull(reportCycles.ticketId), gt(reportCycles.id, after)),
      )
      .orderBy(asc(reportCycles.id))
      .limit(SLICE)
    const last = rows.at(-1)
    if (!last) return
    const moved = rows.flatMap(row => {
      const place = placedIn(zone, row.queuedAt)
      return place.day === row.day && place.hour === row.hour ? [] : [{ ...row, ...place }]
    })
    if (moved.length > 0)
      await reportWriter(db, companyId).write(tx =>
        keepFacts(tx, companyId, moved, new Map(rows.map(row => [row.id, row]))),
      )
    after = last.id
    await breathe()
  }
}

/**
 * Marks everything to be measured and summed up anew. Facts of erased tickets stay.
 * @param zone that of the company.
 */
async function anew(db: Db, companyId: number, zone: string): Promise<void> {
  await reportWriter(db, companyId).run(
    sql`delete from ${reportPresenceDays} where ${reportPresenceDays.companyId} = ${companyId}`,
  )
  await placeAnew(db, companyId, zone)
  await markAll(db, companyId)
}

/** Stores the time zone a company's days are counted in. @returns whether it has changed. */
async function isMoved(db: Db, companyId: number, zone: string): Promise<boolean> {
  const [state] = await db.select().from(reportState).where(eq(reportState.companyId, companyId))
  if (state?.zone === zone) return false
  return await reportWriter(db, companyId).write(async tx => {
    const [before] = await tx.select().from(reportState).where(eq(reportState.companyId, companyId))
    await tx
      .insert(reportState)
      .values({ companyId, zone })
      .onConflictDoUpdate({ target: reportState.companyId, set: { zone } })
    return before !== undefined && before.zone !== zone
  })
}

/**
 * Brings a company's facts up to date, latest first, in small transactions.
 * @param limitMs time limit.
 * @returns whether something is left.
 */
export async function catchUp(db: Db, companyId: number, limitMs: number = LIMIT_MS): Promise<boolean> {
  const zone = await timeZoneOf(db, companyId)
  if (await isMoved(db, companyId, zone)) await anew(db, companyId, zone)
  const own = eq(reportMarks.companyId, companyId)
  for (const since = performance.now(); ; ) {
    const [mark] = await db.select({ id: reportMarks.id }).from(reportMarks).where(own).limit(1)
    if (!mark) return false
    if (performance.now() - since > limitMs) return true
    await reportWriter(db, companyId).write(tx => take(tx, companyId))
    await breathe()
  }
}

/**
 * Brings facts up to date before they are read; when nothing can be stored they are read as they are.
 * @returns whether something is left.
 */
export const upToDate = async (
  app: Pick<Workspace, 'db' | 'storage'>,
  companyId: number,
): Promise<boolean> => (app.storage.code() === null ? await catchUp(app.db, companyId) : false)

/** Recomputes every figure and sum of a company. */
export async function rebuild(db: Db, companyId: number): Promise<void> {
  await anew(db, companyId, await timeZoneOf(db, companyId))
  await reportWriter(db, companyId).run(sql`
    insert into ${reportDirty} (company_id, span, start)
    select distinct ${reportCycles.companyId}, 'day', ${reportCycles.day} from ${reportCycles}
    where ${reportCycles.companyId} = ${companyId}
    on conflict (company_id, span, start) do update set version = ${reportDirty.version} + 1`)
}
