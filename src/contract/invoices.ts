/** What an invoice is called and when it is over. Pure; server and console ask these. */
import { isDay } from './requests'
import { dayIn } from './time-zone'

/** `paid` is 'Pago', `overdue` 'Vencido', `open` 'Em Aberto'. */
export type InvoiceState = 'paid' | 'overdue' | 'open'

/** An invoice is made when its due date is less than this far ahead. */
export const INVOICE_AHEAD_DAYS = 20
/** How often the workspace looks for due dates that want an invoice. */
export const INVOICE_TICK_MS = 60_000
/** How often a bank is asked about charges that wait for their payment. */
export const CHARGE_TICK_MS = 5_000
/** How long a bank's charge can be paid; the specification does not say. */
export const CHARGE_LIFE_S = 3_600
/** A charge is asked about this long after its end: it may have been paid in its last second. */
export const CHARGE_GRACE_MS = 60 * 60_000
/** From the paid screen to /. */
export const PAID_REDIRECT_MS = 4_000

/**
 * The calendar day of a due date.
 * @param dueDate a day (YYYY-MM-DD) or an instant; legacy servers send both.
 * @param zone IANA name the instant is read in.
 * @returns YYYY-MM-DD, or null when the text is no date.
 */
export function invoiceDay(dueDate: string, zone: string): string | null {
  if (dueDate.length === 10) return isDay(dueDate) ? dueDate : null
  const at = new Date(dueDate)
  return Number.isNaN(at.getTime()) ? null : dayIn(zone, at)
}

/**
 * The displayed status of an invoice: paid is paid; a due date before today is overdue; anything else is open.
 * @param now milliseconds.
 */
export function invoiceState(
  invoice: { status: string; dueDate: string },
  zone: string,
  now: number = Date.now(),
): InvoiceState {
  if (invoice.status === 'paid') return 'paid'
  const day = invoiceDay(invoice.dueDate, zone)
  return day !== null && day < dayIn(zone, new Date(now)) ? 'overdue' : 'open'
}

/** An amount in BRL as whole centavos: money is compared in these, never in fractions. */
export const centsOf = (value: number): number => Math.round(value * 100)

/**
 * Reads an amount of the bank ("197.90").
 * @returns centavos, or null for what is no amount.
 */
export function centsOfText(text: string): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** Centavos as a bank writes them: "197.90". */
export const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
