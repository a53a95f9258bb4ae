/** Deliveries a person asks for. */
import type { WebhookDeliveryDetail } from '@contract'
import { ApiError } from '../../errors'
import { webhookDeliveries } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { attemptNow } from './attempt'
import { deliveryOf, webhookOf } from './rows'

/** Tries a delivery again now. @returns its result. @throws ApiError ERR_NO_DELIVERY_FOUND */
export async function resend(app: Workspace, companyId: number, id: number): Promise<WebhookDeliveryDetail> {
  await deliveryOf(app.db, companyId, id)
  await attemptNow(app, companyId, id)
  return deliveryOf(app.db, companyId, id)
}

/** Calls a webhook as a test. @returns the result. @throws ApiError ERR_NO_WEBHOOK_FOUND */
export async function testWebhook(
  app: Workspace,
  companyId: number,
  id: number,
): Promise<WebhookDeliveryDetail> {
  const { id: webhookId } = await webhookOf(app.db, companyId, id)
  // Without a due time: this call makes the only try.
  const [made] = await app.db
    .company(companyId)
    .insert(webhookDeliveries)
    .values({ companyId, webhookId, event: 'ping' })
    .returning({ id: webhookDeliveries.id })
  if (!made) throw new ApiError('ERR_INTERNAL')
  return resend(app, companyId, made.id)
}
