/** The platform's mail server: one row with a sealed password, and how mails are therefore sent. */
import { join } from 'node:path'
import type { BodyOut, MAIL_DELIVERIES, MailSecurity } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { sealText, unsealText } from '../auth/seal'
import { kindOf } from '../companies/found'
import type { Db, Reader } from '../db/client'
import { mailSettings } from '../db/schema'

export type Delivery = (typeof MAIL_DELIVERIES)[number]

/** The one row's id. */
const ONLY = 1
const PURPOSE = 'turno mail settings'
const EMPTY: typeof mailSettings.$inferSelect = {
  id: ONLY,
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  secret: '',
  fromName: '',
  fromAddress: '',
  failedAt: null,
  failure: '',
  updatedAt: '',
}

async function rowOf(db: Reader): Promise<typeof mailSettings.$inferSelect> {
  const [row] = await db.select().from(mailSettings).where(eq(mailSettings.id, ONLY))
  return row ?? EMPTY
}

/** Where a demo keeps its mails. */
export const mailFolder = (app: Pick<Workspace, 'folder'>): string => join(app.folder, 'mails')

/** How mails are sent now: by the mail server; in a demo without one into a folder; otherwise not at all. */
export async function deliveryOf(db: Reader): Promise<Delivery> {
  const { host } = await rowOf(db)
  if (host !== '') return 'smtp'
  return (await kindOf(db)) === 'demo' ? 'folder' : 'none'
}

/** The mail server with its password, for sending. */
export async function mailServer(app: Workspace) {
  const row = await rowOf(app.db)
  const { host, port, user, fromName, fromAddress } = row
  const security = row.security as MailSecurity
  const password = row.secret === '' ? '' : (unsealText(app.keys, PURPOSE, row.secret) ?? '')
  return { host, port, security, user, password, fromName, fromAddress }
}

/** The settings for the super-administrator: whether there is a password, never which. */
export async function settingsView(app: Workspace) {
  const row = await rowOf(app.db)
  const { host, port, security, user, fromName, fromAddress, failedAt, failure } = row
  const delivery = await deliveryOf(app.db)
  return {
    host,
    port,
    security: security as MailSecurity,
    user,
    fromName,
    fromAddress,
    hasPassword: row.secret !== '' && unsealText(app.keys, PURPOSE, row.secret) !== null,
    delivery,
    folder: delivery === 'folder' ? mailFolder(app) : null,
    failure: failedAt === null ? null : { at: failedAt, reason: failure },
  }
}

/**
 * Changes the settings; an omitted password stays. A stored password belongs to its server and is not sent to another
 * one.
 * @throws ApiError ERR_VALIDATION when a server has no sender address.
 */
export async function saveSettings(app: Workspace, form: BodyOut<'mail.saveSettings'>): Promise<void> {
  if (form.host !== '' && form.fromAddress === '')
    throw new ApiError('ERR_VALIDATION', {
      issues: [{ path: 'fromAddress', message: 'Required', code: 'custom' }],
    })
  const { password = '', forgetPassword = false, ...values } = form
  await app.db.platform.write(async tx => {
    const before = await rowOf(tx)
    const keeps = !forgetPassword && form.host.toLowerCase() === before.host.toLowerCase()
    const secret = password === '' ? (keeps ? before.secret : '') : sealText(app.keys, PURPOSE, password)
    const set = { ...values, secret, failedAt: null, failure: '', updatedAt: new Date().toISOString() }
    await tx
      .insert(mailSettings)
      .values({ id: ONLY, ...set })
      .onConflictDoUpdate({ target: mailSettings.id, set })
    app.realtime.toPlatform('platformSettings', { action: 'update', part: 'mail' })
  })
}

/** Stores why the last mail failed; null: it succeeded. */
export async function noteOutcome(db: Db, failure: string | null): Promise<void> {
  const failedAt = failure === null ? null : new Date().toISOString()
  await db.platform
    .update(mailSettings)
    .set({ failedAt, failure: failure ?? '' })
    .where(eq(mailSettings.id, ONLY))
}
