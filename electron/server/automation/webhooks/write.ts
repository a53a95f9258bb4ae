/** Adds, changes and deletes webhooks. */
import { randomBytes } from 'node:crypto'
import { type BodyOut, WEBHOOK } from '@contract'
import { and, eq, isNull } from 'drizzle-orm'
import { namesForbidden } from '../../../outward/call'
import { ApiError } from '../../errors'
import { sealText } from '../../platform/auth/seal'
import type { Tx } from '../../platform/db/client'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { announceWebhook, SECRET_PURPOSE, targetsOf, type WebhookRow, webhookOf } from './rows'

type Form = BodyOut<'webhooks.create'>

const SECRET_BYTES = 32
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** @throws ApiError ERR_WEBHOOK_ADDRESS */
async function refuseInside(app: Workspace, url: string): Promise<void> {
  if (namesForbidden(url, await targetsOf(app))) throw new ApiError('ERR_WEBHOOK_ADDRESS', { field: 'url' })
}

/**
 * Adds a webhook.
 * @returns it with its secret, which is shown only this once.
 * @throws ApiError ERR_WEBHOOK_ADDRESS, ERR_WEBHOOK_LIMIT.
 */
export async function createWebhook(app: Workspace, companyId: number, form: Form) {
  await refuseInside(app, form.url)
  const secret = newSecret()
  return app.db.company(companyId).write(async tx => {
    if ((await tx.$count(webhooks, eq(webhooks.companyId, companyId))) >= WEBHOOK.most)
      throw new ApiError('ERR_WEBHOOK_LIMIT', { limit: WEBHOOK.most })
    const [made] = await tx
      .insert(webhooks)
      .values({ ...form, companyId, secret: sealText(app.keys, SECRET_PURPOSE, secret) })
      .returning()
    if (!made) throw new ApiError('ERR_INTERNAL')
    return { ...announceWebhook(app, made, 'create'), secret }
  })
}

/** Holds waiting deliveries while a webhook is off, and makes them due at once when it is on again. */
export async function holdDeliveries(tx: Pick<Tx, 'update'>, row: WebhookRow): Promise<void> {
  const waiting = and(eq(webhookDeliveries.webhookId, row.id), eq(webhookDeliveries.status, 'waiting'))
  if (row.active) {
    const held = and(waiting, isNull(webhookDeliveries.nextAt))
    await tx.update(webhookDeliveries).set({ nextAt: new Date().toISOString() }).where(held)
  } else await tx.update(webhookDeliveries).set({ nextAt: null }).where(waiting)
}

/**
 * Changes a webhook. Switching it on again restarts its failing period.
 * @throws ApiError ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_ADDRESS.
 */
export async function updateWebhook(app: Workspace, companyId: number, id: number, form: Form) {
  await refuseInside(app, form.url)
  return app.db.company(companyId).write(async tx => {
    const before = await webhookOf(tx, companyId, id)
    const renewed = form.active && !before.active ? { gaveUp: false, failingSince: null } : {}
    const [changed] = await tx
      .update(webhooks)
      .set({ ...form, ...renewed, updatedAt: new Date().toISOString() })
      .where(eq(webhooks.id, id))
      .returning()
    if (!changed) throw new ApiError('ERR_NO_WEBHOOK_FOUND')
    if (changed.active !== before.active) await holdDeliveries(tx, changed)
    return announceWebhook(app, changed, 'update')
  })
}

/** @throws ApiError ERR_NO_WEBHOOK_FOUND */
export async function renewSecret(app: Workspace, companyId: number, id: number) {
  const secret = newSecret()
  return app.db.company(companyId).write(async tx => {
    const [row] = await tx
      .update(webhooks)
      .set({ secret: sealText(app.keys, SECRET_PURPOSE, secret), updatedAt: new Date().toISOString() })
      .where(and(eq(webhooks.id, id), eq(webhooks.companyId, companyId)))
      .returning()
    if (!row) throw new ApiError('ERR_NO_WEBHOOK_FOUND')
    return { ...announceWebhook(app, row, 'update'), secret }
  })
}

/** @throws ApiError ERR_NO_WEBHOOK_FOUND */
export const removeWebhook = (app: Workspace, companyId: number, id: number): Promise<null> =>
  app.db.company(companyId).write(async tx => {
    const [gone] = await tx
      .delete(webhooks)
      .where(and(eq(webhooks.id, id), eq(webhooks.companyId, companyId)))
      .returning({ id: webhooks.id })
    if (!gone) throw new ApiError('ERR_NO_WEBHOOK_FOUND')
    app.realtime.toCompany(companyId, 'webhook', { action: 'delete', webhookId: id })
    return null
  })
