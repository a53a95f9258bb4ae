/** Charges: creating them, polling those that wait, and notifications of banks. */
import {
  amountText,
  CHARGE_GRACE_MS,
  centsOfText,
  type checkoutForm,
  type PaymentProviderName,
} from '@contract'
import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { Me, Workspace } from '../../workspace'
import type { Db, Reader } from '../db/client'
import { billingProfiles, charges, invoices } from '../db/schema'
import type { PaymentProvider } from './provider'
import { providerOf } from './settings'
import { settle } from './settle'

type ChargeRow = typeof charges.$inferSelect

/** A code that expires sooner is not shown again, milliseconds. */
const STILL_MS = 60_000
/** Most charges polled in one round. */
const MOST_A_TURN = 50

const chargeView = (row: ChargeRow, settledBy: 'bank' | 'hand') => ({
  txid: row.txid,
  qrcode: { qrcode: row.code },
  valor: { original: amountText(row.cents) },
  expiresAt: row.expiresAt,
  settledBy,
})

async function keepBilling(db: Db, companyId: number, form: z.output<typeof checkoutForm>): Promise<void> {
  const given = {
    name: [form.firstName, form.lastName].filter(Boolean).join(' '),
    street: form.address2,
    city: form.city,
    state: form.state ?? '',
    zipCode: form.zipcode,
    country: form.country,
  }
  await db
    .company(companyId)
    .insert(billingProfiles)
    .values({ companyId, ...given })
    .onConflictDoUpdate({
      target: billingProfiles.companyId,
      set: { ...given, updatedAt: new Date().toISOString() },
    })
}

/** A charge of the invoice that can still be paid, with its amount and the receiver of the settings. */
async function payable(
  db: Reader,
  invoice: typeof invoices.$inferSelect,
  provider: PaymentProvider,
): Promise<ChargeRow | null> {
  const rows = await db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.invoiceId, invoice.id),
        eq(charges.status, 'active'),
        eq(charges.provider, provider.name),
        eq(charges.receiver, provider.receiver),
        eq(charges.cents, invoice.cents),
      ),
    )
    .orderBy(desc(charges.id))
    .limit(1)
  const [row] = rows
  const ends = row?.expiresAt ? Date.parse(row.expiresAt) : Number.POSITIVE_INFINITY
  return row && ends - Date.now() > STILL_MS ? row : null
}

/**
 * The Pix for an invoice of the caller's company; an earlier one while it can be paid.
 * @throws ApiError ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_PAYMENT_AMOUNT when the payer saw another price,
 *   ERR_PAYMENT_NOT_SET_UP, ERR_PAYMENT_PROVIDER.
 */
export async function chargeInvoice(app: Workspace, me: Me, form: z.output<typeof checkoutForm>) {
  const [invoice] = await app.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, form.invoiceId), eq(invoices.companyId, me.companyId)))
  if (!invoice) throw new ApiError('ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw new ApiError('ERR_INVOICE_PAID')
  if (form.price !== undefined && centsOfText(form.price) !== invoice.cents)
    throw new ApiError('ERR_PAYMENT_AMOUNT')
  const provider = await providerOf(app)
  if (!provider) throw new ApiError('ERR_PAYMENT_NOT_SET_UP')
  await keepBilling(app.db, me.companyId, form)
  const known = await payable(app.db, invoice, provider)
  if (known) return chargeView(known, provider.settledBy)

  await endStatic(app.db, invoice)
  // Stored before the bank is called: no payment can arrive under an unknown txid.
  const [row] = await app.db
    .company(me.companyId)
    .insert(charges)
    .values({
      companyId: me.companyId,
      invoiceId: invoice.id,
      provider: provider.name,
      txid: provider.newTxid(),
      receiver: provider.receiver,
      cents: invoice.cents,
    })
    .returning()
  if (!row) throw new ApiError('ERR_INTERNAL')
  try {
    const { code, expiresAt } = await provider.charge({
      txid: row.txid,
      cents: row.cents,
      description: `${invoice.detail} ${invoice.dueDate}`,
    })
    const [active] = await app.db
      .company(row.companyId)
      .update(charges)
      .set({ code, expiresAt, status: 'active', updatedAt: new Date().toISOString() })
      .where(eq(charges.id, row.id))
      .returning()
    return chargeView(active ?? { ...row, code, expiresAt }, provider.settledBy)
  } catch (error) {
    app.log.warn('no charge', { invoiceId: invoice.id, provider: provider.name, reason: reasonOf(error) })
    await mark(app.db, row, 'ended')
    throw new ApiError('ERR_PAYMENT_PROVIDER')
  }
}

/** Ends an invoice's static codes, which are not polled: another one replaces them. */
async function endStatic(db: Db, { id, companyId }: typeof invoices.$inferSelect): Promise<void> {
  await db
    .company(companyId)
    .update(charges)
    .set({ status: 'ended', updatedAt: new Date().toISOString() })
    .where(and(eq(charges.invoiceId, id), eq(charges.status, 'active'), eq(charges.provider, 'static')))
}

async function mark(
  db: Db,
  { id, companyId }: ChargeRow,
  status: ChargeRow['status'],
  endToEndId?: string | null,
): Promise<void> {
  await db
    .company(companyId)
    .update(charges)
    .set({ status, ...(endToEndId ? { endToEndId } : {}), updatedAt: new Date().toISOString() })
    .where(eq(charges.id, id))
}

/**
 * Asks the bank about one charge and settles its invoice if it was paid with its amount.
 * @throws PaymentError when the bank does not answer, or answers about something else.
 */
async function pollCharge(app: Workspace, provider: PaymentProvider, row: ChargeRow): Promise<void> {
  const found = await provider.look(row.txid, row.createdAt, row.receiver)
  if (found.status === 'paid') {
    if (found.cents !== row.cents) {
      app.log.error('payment of another amount', { txid: row.txid, wanted: row.cents, came: found.cents })
      return mark(app.db, row, 'refused', found.endToEndId)
    }
    const { outcome } = await settle(app, row.invoiceId, {
      chargeId: row.id,
      cents: found.cents,
      endToEndId: found.endToEndId,
    })
    if (outcome === 'twice')
      app.log.error('an invoice was paid twice', { txid: row.txid, invoiceId: row.invoiceId })
    return
  }
  const over = row.expiresAt !== null && Date.now() - Date.parse(row.expiresAt) > CHARGE_GRACE_MS
  if (found.status === 'ended' || over) await mark(app.db, row, 'ended')
}

/**
 * Polls waiting charges, fifty in a round, each in its turn; a failing one is asked about again.
 * @returns how many were asked about.
 */
export async function pollPendingCharges(app: Workspace): Promise<number> {
  const { charges: asked } = app.memory
  const waiting = await app.db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.status, 'active'),
        inArray(charges.provider, ['apiPix', 'simulated']),
        gt(charges.id, asked.after),
      ),
    )
    .orderBy(asc(charges.id))
    .limit(MOST_A_TURN)
  for (const row of waiting) await pollChargeSafely(app, row)
  asked.after = waiting.length < MOST_A_TURN ? 0 : (waiting.at(-1)?.id ?? 0)
  return waiting.length
}

async function pollChargeSafely(app: Workspace, row: ChargeRow): Promise<void> {
  try {
    const provider = await providerOf(app, row.provider as PaymentProviderName)
    if (provider) await pollCharge(app, provider, row)
  } catch (error) {
    app.log.warn('a charge cannot be looked after', { txid: row.txid, reason: reasonOf(error) })
  }
}

/**
 * Handles a bank's notification: each charge is looked up at the bank before anything is paid, so that nobody who finds
 * the address can pay an invoice with a forged request.
 * @returns how many txids were not ours; they are logged.
 */
export async function receivePayments(
  app: Workspace,
  reported: readonly { txid?: string | undefined }[],
): Promise<number> {
  let strange = 0
  for (const txid of new Set(reported.map(one => one.txid ?? ''))) {
    const [row] = await app.db
      .select()
      .from(charges)
      .where(and(eq(charges.txid, txid), eq(charges.provider, 'apiPix')))
    if (!row) {
      strange += 1
      app.log.warn('a payment for an unknown txid', { txid })
      continue
    }
    if (row.status === 'paid' || row.status === 'refused') continue
    await pollChargeSafely(app, row)
  }
  return strange
}
