/** Invoices: rows, pages, and the job that makes one per company and due date. */
import { amountText, DEFAULT_TIME_ZONE, dayIn, fold, INVOICE_AHEAD_DAYS, isTimeZone, PAGE } from '@contract'
import { and, desc, eq, inArray, isNotNull, like, lt, or, sql } from 'drizzle-orm'
import type { Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { eachRow } from '../db/each-row'
import { contains } from '../db/engine/words'
import { pageOf } from '../db/page'
import { companies, invoices, plans, settings } from '../db/schema'

export type InvoiceRow = typeof invoices.$inferSelect

const DAY_MS = 86_400_000

/** An invoice as sent in answers and events. */
export function invoiceView(row: InvoiceRow, company: { id: number; name: string } | null = null) {
  const { id, detail, status, dueDate, companyId, users, connections, queues, paidAt } = row
  return {
    id,
    detail,
    status,
    dueDate,
    companyId,
    users,
    connections,
    queues,
    paidAt,
    value: row.cents / 100,
    company,
  }
}

/** Tells a company and the platform about an invoice. */
export function announceInvoice(
  app: Workspace,
  action: 'create' | 'update',
  row: InvoiceRow,
  companyName: string,
): void {
  app.realtime.toCompany(row.companyId, 'payment', { action, invoice: invoiceView(row) })
  const whose = { id: row.companyId, name: companyName }
  app.realtime.toPlatform('payment', { action, invoice: invoiceView(row, whose) })
}

/** The text a search looks through: number, words, amount and day as people write them. */
function haystack({ id, detail, cents, dueDate }: InvoiceRow): string {
  const amount = amountText(cents)
  const day = dueDate.split('-').reverse().join('/')
  return fold([id, detail, amount, amount.replace('.', ','), dueDate, day].join(' '))
}

/** A page of one company's invoices, latest due date first. A company has one a period, so all of them are read. */
export async function companyPage(db: Reader, companyId: number, search: string, pageNumber: number) {
  const wanted = fold(search)
  const rows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.companyId, companyId))
    .orderBy(desc(invoices.dueDate), desc(invoices.id))
  const found = wanted === '' ? rows : rows.filter(row => haystack(row).includes(wanted))
  const { page, ...rest } = pageOf(found, pageNumber)
  return { invoices: page.map(row => invoiceView(row)), ...rest }
}

/** A page over all companies, by company name or words of the invoice. */
export async function everyPage(db: Reader, status: 'open' | 'paid', search: string, pageNumber: number) {
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const has = (column: typeof companies.name | typeof invoices.detail) => contains(column, search)
  const where = and(
    eq(invoices.status, status),
    search === '' ? undefined : or(has(companies.name), has(invoices.detail), like(invoices.dueDate, words)),
  )
  const from = (pageNumber - 1) * PAGE.records
  const rows = await db
    .select({ invoice: invoices, company: { id: companies.id, name: companies.name } })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(where)
    .orderBy(desc(invoices.dueDate), desc(invoices.id))
    .limit(PAGE.records + 1)
    .offset(from)
  const [total] = await db
    .select({ count: sql<number>`count(*)` })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(where)
  return {
    invoices: rows.slice(0, PAGE.records).map(({ invoice, company }) => invoiceView(invoice, company)),
    count: total?.count ?? 0,
    hasMore: rows.length > PAGE.records,
  }
}

/** Time zones of the companies that chose one. */
async function zones(db: Reader): Promise<Map<number, string>> {
  const rows = await db
    .select({ companyId: settings.companyId, value: settings.value })
    .from(settings)
    .where(eq(settings.key, 'timezone'))
  return new Map(rows.filter(({ value }) => isTimeZone(value)).map(row => [row.companyId, row.value]))
}

/**
 * Makes one invoice for each active company whose due date is less than 20 days ahead and has none yet, for its present
 * plan. Free plans get none.
 * @returns how many were made.
 */
export async function makeInvoices(app: Workspace, at: Date = new Date()): Promise<number> {
  const before = new Date(at.getTime() + INVOICE_AHEAD_DAYS * DAY_MS).toISOString()
  const due = await app.db
    .select({ id: companies.id, name: companies.name, dueDate: companies.dueDate, plan: plans })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(
      and(
        eq(companies.status, true),
        isNotNull(companies.dueDate),
        lt(companies.dueDate, before),
        sql`${plans.value} > 0`,
      ),
    )
  if (due.length === 0) return 0
  const zoneOf = await zones(app.db)
  const wanted = due.flatMap(({ id, dueDate, plan }) =>
    dueDate === null
      ? []
      : [
          {
            companyId: id,
            dueDate: dayIn(zoneOf.get(id) ?? DEFAULT_TIME_ZONE, new Date(dueDate)),
            detail: plan.name,
            cents: Math.round(plan.value * 100),
            users: plan.users,
            connections: plan.connections,
            queues: plan.queues,
          },
        ],
  )
  const days = [...new Set(wanted.map(one => one.dueDate))]
  const nameOf = new Map(due.map(({ id, name }) => [id, name]))
  const known = new Set(
    (
      await app.db
        .select({ companyId: invoices.companyId, dueDate: invoices.dueDate })
        .from(invoices)
        .where(inArray(invoices.dueDate, days))
    ).map(row => `${row.companyId} ${row.dueDate}`),
  )
  const fresh = wanted.filter(one => !known.has(`${one.companyId} ${one.dueDate}`))
  let made = 0
  const those = fresh.map(values => ({ id: values.companyId, values }))
  await eachRow(app.log, 'an invoice was not made', those, async ({ values }) => {
    made += await app.db.company(values.companyId).write(async tx => {
      const [row] = await tx.insert(invoices).values(values).onConflictDoNothing().returning()
      if (row) announceInvoice(app, 'create', row, nameOf.get(row.companyId) ?? '')
      return row ? 1 : 0
    })
  })
  return made
}
