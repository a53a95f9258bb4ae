/** Invoices, checkout and the settings of payment (docs/specification.md 2.2 and 2.7). */
import { and, asc, eq } from 'drizzle-orm'
import { billingProfiles, companies, invoices, users } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { chargeInvoice, receivePayments } from '../payments/charges'
import { companyPage, everyPage, invoiceView } from '../payments/invoices'
import { isWebhookKey, saveSettings, settingsView } from '../payments/settings'
import { settle } from '../payments/settle'
import type { Workspace } from '../workspace'

export const invoiceHandlers: HandlersOf<'invoices'> = {
  'invoices.page': ({ app, me, query }) =>
    companyPage(app.db, me.companyId, query.searchParam ?? '', query.pageNumber),

  'invoices.everyCompany': ({ app, query }) =>
    everyPage(app.db, query.status, query.searchParam ?? '', query.pageNumber),

  'invoices.settle': async ({ app, params }) => {
    const settled = await settle(app, params.id, null)
    if (settled.outcome !== 'settled') throw new ApiError('ERR_INVOICE_PAID')
    const paid = settled.invoice
    const [company] = await app.db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(eq(companies.id, paid.companyId))
    return invoiceView(paid, company ?? null)
  },
}

export const subscriptionHandlers: HandlersOf<'subscription'> = {
  'subscription.get': async ({ app, me }) => {
    const [company] = await app.db.select().from(companies).where(eq(companies.id, me.companyId))
    if (!company) throw new ApiError('ERR_NO_COMPANY_FOUND')
    const [paid] = await app.db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.companyId, me.companyId), eq(invoices.status, 'paid')))
      .limit(1)
    // Whom to ask: the company of the platform's super-administrator.
    const [platform] = await app.db
      .select({ name: companies.name, email: companies.email, phone: companies.phone })
      .from(users)
      .innerJoin(companies, eq(companies.id, users.companyId))
      .where(eq(users.super, true))
      .orderBy(asc(users.id))
      .limit(1)
    return {
      email: company.email,
      dueDate: company.dueDate,
      trialExpiration: paid ? null : company.dueDate,
      contact: platform ?? { name: '', email: null, phone: null },
    }
  },

  'subscription.billing': async ({ app, me }) => {
    const [row] = await app.db
      .select()
      .from(billingProfiles)
      .where(eq(billingProfiles.companyId, me.companyId))
    return {
      billingName: row?.name ?? '',
      addressStreet: row?.street ?? '',
      addressCity: row?.city ?? '',
      addressState: row?.state ?? '',
      addressZipCode: row?.zipCode ?? '',
      country: row?.country ?? '',
    }
  },

  'subscription.pay': ({ app, me, body }) => chargeInvoice(app, me, body),
}

async function reported(
  app: Workspace,
  key: string,
  pix: readonly { txid?: string | undefined }[] = [],
): Promise<null> {
  if (!(await isWebhookKey(app.db, key))) throw new ApiError('ERR_NOT_FOUND')
  if ((await receivePayments(app, pix)) > 0) throw new ApiError('ERR_NO_INVOICE_FOUND')
  return null
}

export const paymentHandlers: HandlersOf<'payments'> = {
  'payments.webhook': ({ app, params, body }) => reported(app, params.key, body.pix),
  'payments.webhookPix': ({ app, params, body }) => reported(app, params.key, body.pix),
  'payments.settings': ({ app }) => settingsView(app),
  'payments.saveSettings': async ({ app, body }) => {
    await saveSettings(app, body)
    return settingsView(app)
  },
}
