/** Invoices, checkout and how a platform is paid. */
import { z } from 'zod'
import { invoice, pixCharge } from '../entities'
import { PIX, pixKeyOf, pixText } from '../pix-key'
import { line, pageNumber, rowId, searchParam, token, upTo, words } from '../requests'
import { flag, hasMore, listOf, maybeInstant, maybeText, rowCount, text } from '../scalars'
import { done, endpoint } from './define'

/** Countries of the checkout, as they are sent. */
export const COUNTRIES = ['BR', 'usa'] as const

/** `static`: a code from a Pix key, settled by hand; `apiPix`: a bank; `simulated`: the demo's bank. */
export const PAYMENT_PROVIDERS = ['static', 'apiPix', 'simulated'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

/**
 * Checkout. Card data is not asked for and not read. `price`, `users`, `connections`
 * and `plan` are what the payer saw: the server charges the invoice, and refuses when its amount is another.
 */
export const checkoutForm = z.object({
  invoiceId: rowId,
  firstName: line(100).min(1, 'O nome completo é obrigatório'),
  lastName: line(100).optional(),
  address2: line(200).min(1, 'O Endereço é obrigatório'),
  city: line(100).min(1, 'Cidade é obrigatória'),
  state: line(60).optional(),
  zipcode: line(20).min(1, 'CEP é obrigatório'),
  country: z.enum(COUNTRIES, 'País é obrigatório'),
  plan: words(1_000).optional(),
  /** BRL with a point, as banks write it. */
  price: token(12)
    .regex(/^\d{1,8}(\.\d{1,2})?$/)
    .optional(),
  users: z.number().int().min(0).max(1_000_000).optional(),
  connections: z.number().int().min(0).max(1_000_000).optional(),
})

/** Name or city of a receiver: banks show the Latin letters of it alone. */
const receiver = (most: number) =>
  line(most, 'Too Long!').refine(typed => typed === '' || pixText(typed, most) !== '', 'Invalid receiver')

const https = line(300).regex(/^(https:\/\/[^\s/?#]+[^\s?#]*)?$/i, 'URL inválida')

/**
 * How the platform is paid. Secrets that are left out or empty stay as they are. Name and city are what a payer's bank
 * shows; their lengths are those of the Pix code.
 */
export const paymentSettingsForm = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  pixKey: line(PIX.keyChars).refine(typed => typed === '' || pixKeyOf(typed) !== null, 'Invalid Pix key'),
  merchantName: receiver(PIX.nameChars),
  merchantCity: receiver(PIX.cityChars),
  /** Base address of the API Pix, for example https://pix.example.com/v2. */
  baseUrl: https.optional(),
  tokenUrl: https.optional(),
  clientId: line(300).optional(),
  clientSecret: words(1_000).optional(),
  /** PEM: the client's certificate (chain) and its private key, one after the other. */
  certificate: words(50_000).optional(),
})

const paymentSettings = z.object({
  provider: text,
  pixKey: text,
  merchantName: text,
  merchantCity: text,
  baseUrl: text,
  tokenUrl: text,
  clientId: text,
  hasClientSecret: flag,
  hasCertificate: flag,
  /** Path below the API the bank may tell of payments. */
  webhookPath: text,
  /** The demo's bank can be chosen: this workspace is a demo. */
  hasSimulated: flag,
})

const invoicesPage = z.object({ invoices: listOf('invoices', invoice), count: rowCount, hasMore })

/** What a bank tells of payments (API Pix, webhook). It is taken as a hint: the bank is asked before anything is paid. */
const reported = z.object({
  pix: upTo(200, z.object({ txid: token(35).optional(), valor: token(20).optional() })).optional(),
})
const webhook = (path: string) =>
  endpoint('POST', path, {
    summary: 'The bank tells of payments; each is asked for at the bank before it counts',
    access: 'public',
    params: () => z.object({ key: token(64) }),
    body: reported,
    response: done,
    errors: ['ERR_NOT_FOUND', 'ERR_NO_INVOICE_FOUND'],
  })

export const paymentEndpoints = {
  'invoices.page': endpoint('GET', '/invoices/all', {
    summary: 'Invoices of the own company, the latest due date first, paged',
    access: 'admin',
    unpaid: true,
    query: () => z.object({ searchParam, pageNumber }),
    response: invoicesPage,
  }),
  'invoices.everyCompany': endpoint('GET', '/invoices', {
    summary: 'Invoices of all companies that are open (or paid), the latest due date first, paged',
    access: 'super',
    query: () => z.object({ searchParam, pageNumber, status: z.enum(['open', 'paid']).default('open') }),
    response: invoicesPage,
  }),
  'invoices.settle': endpoint('PUT', '/invoices/:id', {
    summary: 'Mark an invoice paid by hand; the due date moves on once',
    access: 'super',
    body: () => z.object({ id: rowId, status: z.literal('paid') }),
    response: invoice,
    errors: ['ERR_NO_INVOICE_FOUND', 'ERR_INVOICE_PAID'],
  }),
  'subscription.get': endpoint('GET', '/subscription', {
    summary: 'Billing e-mail, trial and due date of the own company, and whom to ask',
    access: 'member',
    unpaid: true,
    response: () =>
      z.object({
        email: maybeText,
        /** End of the trial; null once something was paid. */
        trialExpiration: maybeInstant,
        dueDate: maybeInstant,
        contact: z.object({ name: text, email: maybeText, phone: maybeText }),
      }),
  }),
  'subscription.billing': endpoint('GET', '/subscription/billing', {
    summary: 'Billing data the company gave last, for the checkout',
    access: 'admin',
    unpaid: true,
    response: () =>
      z.object({
        billingName: text,
        addressStreet: text,
        addressCity: text,
        addressState: text,
        addressZipCode: text,
        country: text,
      }),
  }),
  'subscription.pay': endpoint('POST', '/subscription', {
    summary: 'A Pix for an invoice; asked again, the one that can still be paid',
    access: 'admin',
    unpaid: true,
    body: checkoutForm,
    response: pixCharge,
    errors: [
      'ERR_NO_INVOICE_FOUND',
      'ERR_INVOICE_PAID',
      'ERR_PAYMENT_AMOUNT',
      'ERR_PAYMENT_NOT_SET_UP',
      'ERR_PAYMENT_PROVIDER',
    ],
  }),
  'payments.webhook': webhook('/subscription/webhook/:key'),
  /** Banks add /pix to the address they were given. */
  'payments.webhookPix': webhook('/subscription/webhook/:key/pix'),
  'payments.settings': endpoint('GET', '/payment-settings', {
    summary: 'How the platform is paid, without its secrets',
    access: 'super',
    response: paymentSettings,
  }),
  'payments.saveSettings': endpoint('PUT', '/payment-settings', {
    summary: 'Change how the platform is paid',
    access: 'super',
    body: paymentSettingsForm,
    response: paymentSettings,
    errors: ['ERR_PAYMENT_CERTIFICATE'],
  }),
} as const
