/** Adds, changes and deletes webhooks. */
import { randomBytes } from 'node:crypto'
import { type BodyOut, WEBHOOK } from '@contract'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { namesForbidden } from '../../../outward/call'
import { ApiError } from '../../errors'
import { sealText } from '../../platform/auth/seal'
import type { Tx } from '../../platform/db/client'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import type { Me, Workspace } from '../../workspace'
import { announceWebhook, SECRET_PURPOSE, targetsOf, type WebhookRow, webhookView } from './rows'

type Form = BodyOut<'webhooks.create'>

const SECRET_BYTES = 32
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** Holds waiting deliveries while a webhook is off, and makes them due at once when it is on again. */
export async function holdDeliveries(
  tx: Pick<Tx, 'update'>,
  row: Pick<WebhookRow, 'id' | 'active'>,
): Promise<void> {
  const waiting = and(eq(webhookDeliveries.webhookId, row.id), eq(webhookDeliveries.status, 'waiting'))
  if (row.active) {
    const held = and(waiting, isNull(webhookDeliveries.nextAt))
    await tx.update(webhookDeliveries).set({ nextAt: new Date().toISOString() }).where(held)
  } else await tx.update(webhookDeliveries).set({ nextAt: null }).where(waiting)
}

/** The webhooks of a company by name. Switching one on again restarts its failing period. */
export const keptWebhooks = records({
  table: webhooks,
  order: [asc(webhooks.name)],
  show: webhookView,
  missing: 'ERR_NO_WEBHOOK_FOUND',
  most: { count: WEBHOOK.most, code: 'ERR_WEBHOOK_LIMIT' },
  async check(_tx, _me, { url }: Form & { secret?: string }, _before, app) {
    if (namesForbidden(url, await targetsOf(app))) throw new ApiError('ERR_WEBHOOK_ADDRESS', { field: 'url' })
  },
  columns: ({ secret, ...form }, _me, before, { app }) => ({
    ...form,
    secret: secret === undefined ? (before?.secret ?? '') : sealText(app.keys, SECRET_PURPOSE, secret),
    ...(form.active && before && !before.active ? { gaveUp: false, failingSince: null } : {}),
  }),
  async written(tx, _me, id, { active }, before) {
    if (before && before.active !== active) await holdDeliveries(tx, { id, active })
  },
  announce: { channel: 'webhook', row: 'webhook', gone: 'webhookId' },
})

/** Adds a webhook. @returns it with its secret, which is shown only this once. @throws ApiError ERR_WEBHOOK_ADDRESS, ERR_WEBHOOK_LIMIT */
export async function createWebhook(app: Workspace, me: Me, form: Form) {
  const secret = newSecret()
  return { ...(await keptWebhooks.create(app, me, { ...form, secret })), secret }
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
    return { ...announceWebhook(app, row), secret }
  })
}
