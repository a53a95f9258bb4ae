/** Invoices, their charges, and how the platform is paid. Amounts are whole centavos. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, partOf, stamps, yesNo } from './columns'
import { companies, companyId } from './schema-organisation'

export const invoices = sqliteTable(
  'invoices',
  {
    id: countedKey('id'),
    companyId: companyId(),
    detail: text('detail').notNull(),
    cents: integer('cents').notNull(),
    /** YYYY-MM-DD in the company's time zone. */
    dueDate: text('due_date').notNull(),
    status: text('status', { enum: ['open', 'paid'] })
      .notNull()
      .default('open'),
    /** What the plan included when the invoice was made. */
    users: integer('users').notNull().default(0),
    connections: integer('connections').notNull().default(0),
    queues: integer('queues').notNull().default(0),
    paidAt: instant('paid_at'),
    ...stamps(),
  },
  t => [
    uniqueIndex('invoices_company_due').on(t.companyId, t.dueDate),
    index('invoices_status_due').on(t.status, t.dueDate),
  ],
)

export const charges = sqliteTable(
  'charges',
  {
    id: countedKey('id'),
    companyId: companyId(),
    invoiceId: partOf('invoice_id', () => invoices.id),
    /** A name of PAYMENT_PROVIDERS. */
    provider: text('provider').notNull(),
    txid: text('txid').notNull().unique(),
    cents: integer('cents').notNull(),
    /** Key, name and city of the receiver; '' for charges of older versions. */
    receiver: text('receiver').notNull().default(''),
    /** Pix copy-and-paste code; '' until the bank returned one. */
    code: text('code').notNull().default(''),
    /** `new` requested, `active` payable, `paid`, `ended` without a payment, `refused` by a check. */
    status: text('status', { enum: ['new', 'active', 'paid', 'ended', 'refused'] })
      .notNull()
      .default('new'),
    expiresAt: instant('expires_at'),
    /** The payment's id at the central bank. */
    endToEndId: text('end_to_end_id'),
    ...stamps(),
  },
  t => [index('charges_status').on(t.status, t.provider), index('charges_invoice').on(t.invoiceId)],
)

/** What a company entered in its last checkout. */
export const billingProfiles = sqliteTable('billing_profiles', {
  companyId: integer('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  street: text('street').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull().default(''),
  zipCode: text('zip_code').notNull(),
  country: text('country').notNull(),
  ...stamps(),
})

/** One row: how the platform is paid. */
export const paymentSettings = sqliteTable('payment_settings', {
  id: integer('id').primaryKey(),
  provider: text('provider').notNull().default('static'),
  pixKey: text('pix_key').notNull().default(''),
  merchantName: text('merchant_name').notNull().default(''),
  merchantCity: text('merchant_city').notNull().default(''),
  baseUrl: text('base_url').notNull().default(''),
  tokenUrl: text('token_url').notNull().default(''),
  clientId: text('client_id').notNull().default(''),
  /** Sealed (payments/seal.ts): client secret and certificate. */
  secrets: text('secrets').notNull().default(''),
  /** Part of the address to which the bank reports payments. */
  webhookKey: text('webhook_key').notNull(),
  /** Whether the demo's bank may be chosen. */
  hasSimulated: yesNo('has_simulated').notNull().default(false),
  ...stamps(),
})
