/** Reading an audit log, a company's or the platform's: filtered pages, and all of it as CSV. */
import { type AuditEntry, fold, plusDays, type QueryOut, startOfDay } from '@contract'
import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { jsonListContains, jsonListHas, oneOf } from '../db/engine/words'
import { readPage } from '../db/page'
import { auditEntries } from '../db/schema'
import { containing } from '../db/search'
import { csvLines } from '../http/csv'

type Filters = Omit<QueryOut<'audit.platform'>, 'pageNumber'>
/** Whose log is read: a company's by its id, or the platform's. */
export type LogOf = number | 'platform'
type Meant = NonNullable<Filters['meanings']>[number]

const columns = {
  id: auditEntries.id,
  userId: auditEntries.userId,
  userName: auditEntries.userName,
  byPlatform: auditEntries.byPlatform,
  companyName: auditEntries.aboutCompanyName,
  action: auditEntries.action,
  subject: auditEntries.subject,
  subjectId: auditEntries.subjectId,
  subjectName: auditEntries.subjectName,
  changes: auditEntries.changes,
  program: auditEntries.program,
  address: auditEntries.address,
  createdAt: auditEntries.createdAt,
}

/**
 * Whether an entry contains a search word: in its names and fields, in a value, or in what the reader's language calls
 * them.
 */
function shows([word, ...keys]: Meant): SQL | undefined {
  const { search, action, subject, changes } = auditEntries
  return or(
    sql`${search} like ${containing(word)} escape '\\'`,
    jsonListContains(changes, ['from', 'to'], word),
    ...(keys.length === 0
      ? []
      : [
          oneOf(action, keys),
          oneOf(subject, keys),
          oneOf(auditEntries.subjectName, keys),
          jsonListHas(changes, ['field', 'from', 'to'], keys),
        ]),
  )
}

/** @param zone the time zone of the reader's company, for the days of the filters. */
function wanted(log: LogOf, filters: Filters, zone: string): SQL | undefined {
  const { searchParam, meanings, userId, subject, action, dateStart, dateEnd, companyId } = filters
  return and(
    log === 'platform' ? isNull(auditEntries.companyId) : eq(auditEntries.companyId, log),
    companyId ? eq(auditEntries.aboutCompanyId, companyId) : undefined,
    ...(meanings ?? []).map(shows),
    searchParam && !meanings
      ? sql`${auditEntries.search} like ${containing(fold(searchParam))} escape '\\'`
      : undefined,
    userId ? eq(auditEntries.userId, userId) : undefined,
    subject ? eq(auditEntries.subject, subject) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    dateStart ? gte(auditEntries.createdAt, startOfDay(zone, dateStart).toISOString()) : undefined,
    dateEnd ? lt(auditEntries.createdAt, startOfDay(zone, plusDays(dateEnd, 1)).toISOString()) : undefined,
  )
}

/** One page, newest first. */
export async function auditPage(
  db: Reader,
  log: LogOf,
  query: QueryOut<'audit.platform'>,
  zone: string,
): Promise<{ records: AuditEntry[]; count: number; hasMore: boolean }> {
  const where = wanted(log, query, zone)
  const entries = db.select(columns).from(auditEntries).where(where).orderBy(desc(auditEntries.id))
  const { page: records, ...rest } = await readPage(query.pageNumber, entries, db.$count(auditEntries, where))
  return { records, ...rest }
}

/** Rows turned into text between two turns of the event loop. */
const SLICE = 500
const HEADERS = ['when', 'who', 'action', 'subject', 'id', 'name', 'changes', 'program', 'address']

/** The filtered log, newest first, in slices; between two of them others have their turn. */
async function* slices(db: Reader, log: LogOf, filters: Filters, zone: string): AsyncGenerator<AuditEntry[]> {
  const where = wanted(log, filters, zone)
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await db
      .select(columns)
      .from(auditEntries)
      .where(and(where, lt(auditEntries.id, before)))
      .orderBy(desc(auditEntries.id))
      .limit(SLICE)
    const last = rows.at(-1)
    if (!last) return
    before = last.id
    yield rows
    await new Promise(resolve => setImmediate(resolve))
  }
}

/** The filtered log as CSV that a spreadsheet opens without running anything, in the server's own words. */
export async function auditCsv(db: Reader, log: LogOf, filters: Filters, zone: string): Promise<string> {
  const ofPlatform = log === 'platform'
  const parts = [csvLines([ofPlatform ? [...HEADERS, 'company'] : HEADERS])]
  for await (const rows of slices(db, log, filters, zone))
    parts.push(
      csvLines(
        rows.map(row => [
          row.createdAt,
          row.userName || 'Turno',
          row.action,
          row.subject,
          row.subjectId,
          row.subjectName,
          row.changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join('; '),
          row.program,
          row.address,
          ...(ofPlatform ? [row.companyName] : []),
        ]),
      ),
    )
  return `\uFEFF${parts.join('\r\n')}\r\n`
}

/** The filtered log as JSON text, a list of entries: for a console, which knows its reader's words. */
export async function auditJson(db: Reader, log: LogOf, filters: Filters, zone: string): Promise<string> {
  const parts: string[] = []
  for await (const rows of slices(db, log, filters, zone))
    parts.push(rows.map(row => JSON.stringify(row)).join(','))
  return `[${parts.join(',')}]`
}
