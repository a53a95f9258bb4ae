/** The only place where an invoice becomes paid: once, for its own amount, and the due date moves on with it. */
import { meantDay, nextDueDate } from '@contract'
import { and, eq, ne } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { timeZoneOf } from '../../settings'
import type { Workspace } from '../../workspace'
import { announceCompany } from '../companies/announce'
import type { Tx } from '../db/client'
import { charges, companies, invoices } from '../db/schema'
import { announceInvoice, type InvoiceRow, invoiceView } from './invoices'

/** Noon of a day: no time zone moves it to another day. */
const noonOf = (day: string): string => `${day}T15:00:00.000Z`

/** A payment a bank received: charge, amount, and the payment's id. */
export interface Payment {
  chargeId: number
  /** Whole centavos. */
  cents: number
  endToEndId: string | null
}

/** `settled` now; `known`: this payment was reported before; `twice`: the invoice was paid by another payment. */
export type Settled = { outcome: 'settled'; invoice: InvoiceRow } | { outcome: 'known' | 'twice' }

async function takePayment(tx: Tx, payment: Payment, now: string): Promise<boolean> {
  const taken = await tx
    .update(charges)
    .set({ status: 'paid', endToEndId: payment.endToEndId, updatedAt: now })
    .where(and(eq(charges.id, payment.chargeId), ne(charges.status, 'paid')))
    .returning({ id: charges.id })
  return taken.length > 0
}

/**
 * Marks an invoice paid and moves the company's due date by its recurrence, in one transaction; tells the company and
 * the platform. Repeated calls move the due date once.
 * @param payment null when a person settles by hand.
 * @throws ApiError ERR_NO_INVOICE_FOUND, ERR_PAYMENT_AMOUNT when another amount arrived.
 */
export async function settle(app: Workspace, invoiceId: number, payment: Payment | null): Promise<Settled> {
  const now = new Date().toISOString()
  const done = await app.db.platform.write(async tx => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
    if (!invoice) throw new ApiError('ERR_NO_INVOICE_FOUND')
    if (payment && payment.cents !== invoice.cents) throw new ApiError('ERR_PAYMENT_AMOUNT')
    if (payment && !(await takePayment(tx, payment, now))) return 'known' as const
    if (invoice.status === 'paid') return 'twice' as const
    const [paid] = await tx
      .update(invoices)
      .set({ status: 'paid', paidAt: now, updatedAt: now })
      .where(eq(invoices.id, invoiceId))
      .returning()
    const [company] = await tx.select().from(companies).where(eq(companies.id, invoice.companyId))
    if (!paid || !company) throw new ApiError('ERR_NO_COMPANY_FOUND')
    const zone = await timeZoneOf(tx, company.id)
    const from = company.dueDate ?? noonOf(paid.dueDate)
    const dueDay = meantDay(new Date(from), company.dueDay, zone)
    const dueDate = nextDueDate(from, company.recurrence, new Date(), zone, dueDay)
    await tx.update(companies).set({ dueDate, dueDay, updatedAt: now }).where(eq(companies.id, company.id))
    // Told first: then the company can already use what it could not before.
    await announceCompany(app, tx, company.id, 'update')
    const renewed = { id: company.id, dueDate }
    app.realtime.toCompany(renewed.id, 'payment', {
      action: 'CONCLUIDA',
      company: renewed,
      invoiceId: paid.id,
    })
    announceInvoice(app, 'update', paid, company.name)
    return paid
  })
  if (typeof done === 'string') return { outcome: done }
  app.log.info('invoice paid', { invoiceId: done.id, companyId: done.companyId })
  return { outcome: 'settled', invoice: done }
}

/** Marks an invoice paid because a person says so. @throws ApiError ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID */
export async function settleByHand(app: Workspace, invoiceId: number) {
  const settled = await settle(app, invoiceId, null)
  if (settled.outcome !== 'settled') throw new ApiError('ERR_INVOICE_PAID')
  const [company] = await app.db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(eq(companies.id, settled.invoice.companyId))
  return invoiceView(settled.invoice, company ?? null)
}
