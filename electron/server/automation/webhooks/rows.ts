/** Webhooks and their log as rows and as consoles see them. */
import type { QueryOut, WebhookDelivery, WebhookDeliveryDetail } from '@contract'
import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import type { InternalTargets } from '../../../outward/addresses'
import { ApiError } from '../../errors'
import { unsealText } from '../../platform/auth/seal'
import type { SessionKeys } from '../../platform/auth/tokens'
import type { Reader } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import { webhookDeliveries, webhooks } from '../../platform/db/schema'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'

export type WebhookRow = typeof webhooks.$inferSelect

export const SECRET_PURPOSE = 'turno webhook secret'

/** Internal addresses that webhooks may call: as the platform's setting says, else as the start options say. */
export const targetsOf = async (app: Workspace): Promise<InternalTargets> =>
  (await localProviders(app.db)) ? 'all' : app.internalTargets()

/** A row without its secret. */
export function webhookView({ secret: _secret, companyId: _company, ...view }: WebhookRow) {
  return view
}

/** The secret that signs the calls; null with another key file: it has to be renewed. */
export const secretOf = (keys: SessionKeys, row: WebhookRow): string | null =>
  unsealText(keys, SECRET_PURPOSE, row.secret)

/** @throws ApiError ERR_NO_WEBHOOK_FOUND */
export async function webhookOf(db: Reader, companyId: number, id: number): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_WEBHOOK_FOUND')
  return row
}

const { payload, answer, detail: _detail, ...logged } = getTableColumns(webhookDeliveries)

/** A page of the log, newest first. */
export async function deliveryPage(
  db: Reader,
  companyId: number,
  { webhookId, status, pageNumber }: QueryOut<'deliveries.list'>,
): Promise<{ records: WebhookDelivery[]; count: number; hasMore: boolean }> {
  const where = and(
    eq(webhookDeliveries.companyId, companyId),
    webhookId === undefined ? undefined : eq(webhookDeliveries.webhookId, webhookId),
    status === undefined ? undefined : eq(webhookDeliveries.status, status),
  )
  const log = db.select(logged).from(webhookDeliveries).where(where).orderBy(desc(webhookDeliveries.id))
  const { page: records, ...rest } = await readPage(pageNumber, log, db.$count(webhookDeliveries, where))
  return { records, ...rest }
}

/** @throws ApiError ERR_NO_DELIVERY_FOUND */
export async function deliveryOf(db: Reader, companyId: number, id: number): Promise<WebhookDeliveryDetail> {
  const [row] = await db
    .select({ ...logged, payload, answer })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_DELIVERY_FOUND')
  return { ...row, payload: row.payload ?? '' }
}

/** Sends the company's administrators a webhook. @returns what they are sent. */
export function announceWebhook(app: Workspace, row: WebhookRow) {
  const webhook = webhookView(row)
  app.realtime.toCompany(row.companyId, 'webhook', { action: 'update', webhook })
  return webhook
}

/** Notifies the administrators of a change of a webhook's log, at most once a second. */
export function announceDeliveries(app: Workspace, companyId: number, webhookId: number): void {
  app.memory.deliveryNews.run(webhookId, () =>
    app.db
      .company(companyId)
      .write(async () => app.realtime.toCompany(companyId, 'webhook', { action: 'deliveries', webhookId })),
  )
}
