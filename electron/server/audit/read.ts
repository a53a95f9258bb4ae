/** Reading the audit log: filtered pages, and all of it as CSV. */
import { type AuditEntry, fold, PAGE, plusDays, type QueryOut, startOfDay } from '@contract'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { csvLines } from '../contacts/export-csv'
import type { Reader } from '../db/client'
import { auditEntries } from '../db/schema'
import { containing } from '../db/search'

type Filters = Omit<QueryOut<'audit.list'>, 'pageNumber'>

const columns = {
  id: auditEntries.id,
  userId: auditEntries.userId,
  userName: auditEntries.userName,
  action: auditEntries.action,
  subject: auditEntries.subject,
  subjectId: auditEntries.subjectId,
  subjectName: auditEntries.subjectName,
  changes: auditEntries.changes,
  program: auditEntries.program,
  address: auditEntries.address,
  createdAt: auditEntries.createdAt,
}

/** @param zone the company's time zone: days of the filters are its own. */
function wanted(companyId: number, filters: Filters, zone: string): SQL | undefined {
  const { searchParam, userId, subject, action, dateStart, dateEnd } = filters
  return and(
    eq(auditEntries.companyId, companyId),
    searchParam ? sql`${auditEntries.search} like ${containing(fold(searchParam))} escape '\\'` : undefined,
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
  companyId: number,
  query: QueryOut<'audit.list'>,
  zone: string,
): Promise<{ records: AuditEntry[]; count: number; hasMore: boolean }> {
  const where = wanted(companyId, query, zone)
  const from = (query.pageNumber - 1) * PAGE.records
  const records = await db
    .select(columns)
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(PAGE.records)
    .offset(from)
  const count = await db.$count(auditEntries, where)
  return { records, count, hasMore: count > from + records.length }
}

/** Rows turned into text between two turns of the event loop. */
const SLICE = 500
const HEADERS = ['when', 'who', 'action', 'subject', 'id', 'name', 'changes', 'program', 'address']

/** The filtered log as CSV that a spreadsheet opens without running anything. */
export async function auditCsv(
  db: Reader,
  companyId: number,
  filters: Filters,
  zone: string,
): Promise<string> {
  const where = wanted(companyId, filters, zone)
  const parts = [csvLines([HEADERS])]
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await db
      .select(columns)
      .from(auditEntries)
      .where(and(where, lt(auditEntries.id, before)))
      .orderBy(desc(auditEntries.id))
      .limit(SLICE)
    const last = rows.at(-1)
    if (!last) return `\uFEFF${parts.join('\r\n')}\r\n`
    before = last.id
    parts.push(
      csvLines(
        rows.map(row => [
          row.createdAt,
          row.userName,
          row.action,
          row.subject,
          row.subjectId,
          row.subjectName,
          row.changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join('; '),
          row.program,
          row.address,
        ]),
      ),
    )
    await new Promise(resolve => setImmediate(resolve))
  }
}
