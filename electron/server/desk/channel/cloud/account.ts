/** The setup of a Cloud API number; its secrets are sealed (auth/seal.ts). */
import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { sealText, unsealText } from '../../../platform/auth/seal'
import type { SessionKeys } from '../../../platform/auth/tokens'
import type { Db, Reader } from '../../../platform/db/client'
import { prepared } from '../../../platform/db/prepared'
import { cloudAccounts, phoneSyncs } from '../../../platform/db/schema'
import { accountKey } from './account-notices'

/** The purposes the secrets are sealed for: none can take the place of another. */
const SEALED_FOR = {
  accessToken: 'turno cloud access token',
  appSecret: 'turno cloud app secret',
  verifyToken: 'turno cloud verify token',
} as const

export interface CloudAccount {
  whatsappId: number
  companyId: number
  phoneNumberId: string
  businessAccountId: string
  /** "" when there is none, or this key file does not open it. */
  accessToken: string
  appSecret: string
  verifyToken: string
  /** Last part of the address the provider calls. */
  hook: string
  verifiedAt: string | null
  heardAt: string | null
  /** Since when Meta stops paid deliveries because nobody pays; null while it delivers. */
  unpaidAt: string | null
  portfolioId: string
  dailyLimit: number | null
}

type Row = typeof cloudAccounts.$inferSelect

function opened(keys: SessionKeys, row: Row): CloudAccount {
  const { createdAt: _c, updatedAt: _u, dailyLimitAt: _l, ...rest } = row
  const secret = (name: keyof typeof SEALED_FOR): string =>
    unsealText(keys, SEALED_FOR[name], row[name]) ?? ''
  return {
    ...rest,
    accessToken: secret('accessToken'),
    appSecret: secret('appSecret'),
    verifyToken: secret('verifyToken'),
  }
}

/** The setup of a connection; null when it has none yet. */
export async function accountOf(
  db: Reader,
  keys: SessionKeys,
  whatsappId: number,
): Promise<CloudAccount | null> {
  const [row] = await db.select().from(cloudAccounts).where(eq(cloudAccounts.whatsappId, whatsappId))
  return row ? opened(keys, row) : null
}

const accountsAt = prepared(db =>
  db
    .select()
    .from(cloudAccounts)
    .where(
      sql`${cloudAccounts.companyId} = (select company_id from cloud_accounts where hook = ${sql.placeholder('hook')})`,
    )
    .prepare(),
)

/**
 * The set-up whose address was called, and the connections of its company by their phone number id, as one app delivers for all its
 * numbers to one address; and one of each business account by `accountKey`, for what is told of the whole account.
 */
export async function accountByHook(
  db: Reader,
  keys: SessionKeys,
  hook: string,
): Promise<{ account: CloudAccount; connections: Map<string, number> } | null> {
  const rows = await accountsAt(db).all({ hook })
  const row = rows.find(one => one.hook === hook)
  if (!row) return null
  const connections = new Map<string, number>()
  for (const { whatsappId, phoneNumberId, businessAccountId } of rows) {
    if (phoneNumberId !== '') connections.set(phoneNumberId, whatsappId)
    if (businessAccountId !== '') connections.set(accountKey(businessAccountId), whatsappId)
  }
  return { account: opened(keys, row), connections }
}

export interface AccountForm {
  phoneNumberId?: string | undefined
  businessAccountId?: string | undefined
  /** Omitted or "": the stored one stays. */
  accessToken?: string | undefined
  appSecret?: string | undefined
}

/** The setup of a connection, created with its own address and verify token if needed. */
export async function ensureAccount(
  db: Db,
  keys: SessionKeys,
  at: { companyId: number; whatsappId: number },
): Promise<CloudAccount> {
  await db.unordered
    .insert(cloudAccounts)
    .values({
      ...at,
      // In lower case: paths are compared without their case.
      hook: randomBytes(20).toString('hex'),
      verifyToken: sealText(keys, SEALED_FOR.verifyToken, randomBytes(18).toString('base64url')),
    })
    .onConflictDoNothing()
  const account = await accountOf(db, keys, at.whatsappId)
  if (!account) throw new Error('no set-up was kept')
  if (account.verifyToken !== '') return account
  // Sealed under another key file: it has to be entered anew, also on Meta's side.
  const verifyToken = sealText(keys, SEALED_FOR.verifyToken, randomBytes(18).toString('base64url'))
  await db.unordered
    .update(cloudAccounts)
    .set({ verifyToken })
    .where(eq(cloudAccounts.whatsappId, at.whatsappId))
  return (await accountOf(db, keys, at.whatsappId)) ?? account
}

/** Saves a form. Of another number's phone nothing was asked for yet. */
export async function saveAccount(
  db: Db,
  keys: SessionKeys,
  at: { companyId: number; whatsappId: number },
  form: AccountForm,
): Promise<CloudAccount> {
  const before = await ensureAccount(db, keys, at)
  const { businessAccountId = before.businessAccountId } = form
  const sealed = (name: 'accessToken' | 'appSecret') =>
    form[name] ? { [name]: sealText(keys, SEALED_FOR[name], form[name]) } : {}
  const { phoneNumberId = before.phoneNumberId } = form
  if (phoneNumberId !== before.phoneNumberId)
    await db.unordered.delete(phoneSyncs).where(eq(phoneSyncs.whatsappId, at.whatsappId))
  await db.unordered
    .update(cloudAccounts)
    .set({
      phoneNumberId,
      businessAccountId,
      // Another account may be of another portfolio.
      ...(businessAccountId === before.businessAccountId
        ? {}
        : { portfolioId: '', dailyLimit: null, dailyLimitAt: null }),
      ...sealed('accessToken'),
      ...sealed('appSecret'),
      updatedAt: new Date().toISOString(),
    })
    .where(and(eq(cloudAccounts.whatsappId, at.whatsappId), eq(cloudAccounts.companyId, at.companyId)))
  const account = await accountOf(db, keys, at.whatsappId)
  if (!account) throw new Error('no set-up was kept')
  return account
}

/** Notes that the provider showed the verify token, or delivered something. */
export async function noteCall(db: Db, whatsappId: number, what: 'verifiedAt' | 'heardAt'): Promise<void> {
  await db.unordered
    .update(cloudAccounts)
    .set({ [what]: new Date().toISOString() })
    .where(eq(cloudAccounts.whatsappId, whatsappId))
}
