/** Invoices, checkout and the settings of payment (docs/specification.md 2.2 and 2.7). */
import { ApiError } from '../../errors'
import type { HandlersOf } from '../../platform/http/handlers'
import { chargeInvoice, receivePayments } from '../../platform/payments/charges'
import { companyPage, everyPage } from '../../platform/payments/invoices'
import { isWebhookKey, saveSettings, settingsView } from '../../platform/payments/settings'
import { settleByHand } from '../../platform/payments/settle'
import { billingOf, subscriptionOf } from '../../platform/payments/subscription'
import type { Workspace } from '../../workspace'

export const invoiceHandlers: HandlersOf<'invoices'> = {
  'invoices.page': ({ app, me, query }) =>
    companyPage(app.db, me.companyId, query.searchParam ?? '', query.pageNumber),

  'invoices.everyCompany': ({ app, query }) =>
    everyPage(app.db, query.status, query.searchParam ?? '', query.pageNumber),

  'invoices.settle': ({ app, params }) => settleByHand(app, params.id),
}

export const subscriptionHandlers: HandlersOf<'subscription'> = {
  'subscription.get': ({ app, me }) => subscriptionOf(app.db, me.companyId),
  'subscription.billing': ({ app, me }) => billingOf(app.db, me.companyId),
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
