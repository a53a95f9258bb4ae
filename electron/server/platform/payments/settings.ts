/** How the platform is paid: one row with sealed secrets, and the resulting provider. */
import { type PaymentProviderName, type paymentSettingsForm, pixKeyOf } from '@contract'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { loadDemo } from '../../demo-port'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { sealText, unsealText } from '../auth/seal'
import type { SessionKeys } from '../auth/tokens'
import type { Reader } from '../db/client'
import { charges, paymentSettings } from '../db/schema'
import { apiPix, bankContext } from './api-pix'
import type { PaymentProvider } from './provider'
import { ensureSettings, SETTINGS_ID, type SettingsRow, settingsRow } from './settings-row'
import { staticPix } from './static-pix'

/** Secrets of the bank, sealed (auth/seal.ts). */
const PURPOSE = 'turno payment settings'

const bankSecrets = z.object({ clientSecret: z.string(), certificate: z.string() })
type BankSecrets = z.output<typeof bankSecrets>
const NO_SECRETS: BankSecrets = { clientSecret: '', certificate: '' }

/** @returns text for the database. */
const seal = (keys: SessionKeys, secrets: BankSecrets): string =>
  sealText(keys, PURPOSE, JSON.stringify(secrets))

/** @returns the secrets; null when there are none, or with another key file: they have to be entered again. */
function unseal(keys: SessionKeys, text: string): BankSecrets | null {
  const plain = unsealText(keys, PURPOSE, text)
  if (plain === null) return null
  try {
    const parsed = bankSecrets.safeParse(JSON.parse(plain))
    return parsed.success ? parsed.data : null
  } catch {
    return null // sealed by us, and yet no JSON: as if none were kept
  }
}

type Form = z.output<typeof paymentSettingsForm>

/** The settings for the super-administrator: which secrets exist, but none of them. */
export async function settingsView(app: Workspace) {
  const row = await app.db.platform.write(ensureSettings)
  const secrets = unseal(app.keys, row.secrets) ?? NO_SECRETS
  const { provider, pixKey, merchantName, merchantCity, baseUrl, tokenUrl, clientId, hasSimulated } = row
  return {
    provider,
    pixKey,
    merchantName,
    merchantCity,
    baseUrl,
    tokenUrl,
    clientId,
    hasSimulated,
    hasClientSecret: secrets.clientSecret !== '',
    hasCertificate: secrets.certificate !== '',
    webhookPath: `/subscription/webhook/${row.webhookKey}`,
  }
}

const missing = (...fields: string[]): ApiError =>
  new ApiError('ERR_VALIDATION', {
    issues: fields.map(path => ({ path, message: 'Required', code: 'custom' })),
  })

/** @throws ApiError when what the chosen provider needs is missing or cannot be used. */
function refuseUnusable(form: Form, secrets: BankSecrets, row: SettingsRow): void {
  if (form.provider === 'simulated') {
    if (!row.hasSimulated) throw new ApiError('ERR_VALIDATION', { field: 'provider' })
    return
  }
  const needed = {
    pixKey: form.pixKey,
    merchantName: form.merchantName,
    merchantCity: form.merchantCity,
    ...(form.provider === 'apiPix'
      ? {
          baseUrl: form.baseUrl,
          tokenUrl: form.tokenUrl,
          clientId: form.clientId,
          clientSecret: secrets.clientSecret,
          certificate: secrets.certificate,
        }
      : {}),
  }
  const empty = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
  if (empty.length > 0) throw missing(...empty)
  if (form.provider !== 'apiPix') return
  try {
    bankContext(secrets.certificate)
  } catch {
    throw new ApiError('ERR_PAYMENT_CERTIFICATE', { field: 'certificate' })
  }
}

/**
 * Changes the settings; secrets that are not given stay.
 * @throws ApiError ERR_VALIDATION naming what is missing, ERR_PAYMENT_CERTIFICATE.
 */
export async function saveSettings(app: Workspace, form: Form): Promise<void> {
  await app.db.platform.write(async tx => {
    const row = await ensureSettings(tx)
    const kept = unseal(app.keys, row.secrets) ?? NO_SECRETS
    const secrets = {
      clientSecret: form.clientSecret || kept.clientSecret,
      certificate: form.certificate || kept.certificate,
    }
    refuseUnusable(form, secrets, row)
    const { provider, merchantName, merchantCity } = form
    await tx
      .update(paymentSettings)
      .set({
        provider,
        pixKey: pixKeyOf(form.pixKey) ?? '',
        merchantName,
        merchantCity,
        baseUrl: form.baseUrl ?? row.baseUrl,
        tokenUrl: form.tokenUrl ?? row.tokenUrl,
        clientId: form.clientId ?? row.clientId,
        secrets: seal(app.keys, secrets),
        updatedAt: new Date().toISOString(),
      })
      .where(eq(paymentSettings.id, SETTINGS_ID))
    app.realtime.toPlatform('platformSettings', { action: 'update', part: 'payments' })
  })
}

/** Whether a request has the key of the webhook's address. */
export async function isWebhookKey(db: Reader, key: string): Promise<boolean> {
  const [row] = await db
    .select({ id: paymentSettings.id })
    .from(paymentSettings)
    .where(eq(paymentSettings.webhookKey, key))
  return row !== undefined
}

const stampOf = ({ updatedAt, secrets }: SettingsRow): string => `${updatedAt} ${secrets}`

async function build(
  app: Workspace,
  name: PaymentProviderName,
  row: SettingsRow,
): Promise<PaymentProvider | null> {
  const pixKey = pixKeyOf(row.pixKey)
  const receiver = [pixKey, row.merchantName, row.merchantCity].join('\n')
  if (name === 'static') return pixKey === null ? null : staticPix({ ...row, pixKey, receiver })
  if (name === 'simulated') {
    if (!row.hasSimulated) return null
    const { createBank } = await loadDemo()
    return createBank(async txid => {
      const [charge] = await app.db.select().from(charges).where(eq(charges.txid, txid))
      return charge?.cents ?? 0
    })
  }
  const secrets = unseal(app.keys, row.secrets)
  if (!secrets || pixKey === null || row.baseUrl === '' || secrets.certificate === '') return null
  const ca = app.bankAuthority
  return apiPix({ ...row, ...secrets, pixKey, receiver, ...(ca ? { ca } : {}) })
}

/**
 * The provider with a name, or the chosen one: earlier charges are polled at the provider that made them.
 * @returns null when it is not set up (or its secrets cannot be read any more).
 */
export async function providerOf(
  app: Workspace,
  name?: PaymentProviderName,
): Promise<PaymentProvider | null> {
  const row = await settingsRow(app.db)
  if (!row) return null
  const wanted = name ?? (row.provider as PaymentProviderName)
  const { paymentProviders } = app.memory
  const before = paymentProviders.get(wanted)
  const stamp = stampOf(row)
  if (before?.stamp === stamp) return before.provider
  const provider = await build(app, wanted, row)
  if (provider) paymentProviders.set(wanted, { stamp, provider })
  return provider
}
