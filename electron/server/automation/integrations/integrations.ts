/** Integrations of queues: rows, what consoles see of them, and how they are kept (docs/specification.md 3.3, 3.5 and 3.7). */
import { fold, type integrationChange, type QueryOut } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { sealText, unsealText } from '../../platform/auth/seal'
import type { Reader } from '../../platform/db/client'
import { queueOf } from '../../platform/db/company-rows'
import { pageOf } from '../../platform/db/page'
import { queueIntegrations, queues, whatsapps } from '../../platform/db/schema'
import { refuseAddress } from '../../platform/providers/address'
import { localProviders } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { SEALED_FOR } from './secrets'

export type IntegrationRow = typeof queueIntegrations.$inferSelect
type Form = z.output<typeof integrationChange>

/** An integration in the contract's shape. */
export function integrationView(app: Pick<Workspace, 'keys'>, row: IntegrationRow) {
  const { ixcApiKeySecret, companyId: _c, createdAt: _a, updatedAt: _u, ...rest } = row
  return { ...rest, hasIxcApiKey: unsealText(app.keys, SEALED_FOR.ixc, ixcApiKeySecret) !== null }
}
type IntegrationView = ReturnType<typeof integrationView>

/** A page of the company's integrations whose name contains what was typed, by name. */
export async function integrationPage(
  app: Workspace,
  me: Me,
  { searchParam = '', pageNumber }: QueryOut<'integrations.list'>,
) {
  const rows = await app.db
    .select()
    .from(queueIntegrations)
    .where(eq(queueIntegrations.companyId, me.companyId))
    .orderBy(asc(queueIntegrations.name), asc(queueIntegrations.id))
  const found = rows.filter(({ name }) => fold(name).includes(fold(searchParam)))
  const { page, ...rest } = pageOf(found, pageNumber)
  return { queueIntegrations: page.map(row => integrationView(app, row)), ...rest }
}

/** @throws ApiError ERR_NO_INTEGRATION_FOUND */
export async function integrationById(db: Reader, companyId: number, id: number): Promise<IntegrationRow> {
  const [row] = await db
    .select()
    .from(queueIntegrations)
    .where(and(eq(queueIntegrations.id, id), eq(queueIntegrations.companyId, companyId)))
  if (!row) throw new ApiError('ERR_NO_INTEGRATION_FOUND')
  return row
}

/**
 * Adds or changes an integration; without a key the one before stays, unless it would be shown to another address.
 * @param id null adds one.
 * @returns it in the contract's shape.
 * @throws ApiError ERR_NO_INTEGRATION_FOUND, ERR_NO_QUEUE_FOUND, ERR_ADDRESS_NOT_ALLOWED, ERR_VALIDATION (ixcApiKey).
 */
export async function saveIntegration(
  app: Workspace,
  me: Me,
  id: number | null,
  form: Form,
): Promise<IntegrationView> {
  const { companyId } = me
  const { ixcApiKey = '', ...plain } = form
  refuseAddress(plain.ixcBaseUrl, await localProviders(app.db), 'ixcBaseUrl')
  return app.db.company(companyId).write(async tx => {
    const before = id === null ? null : await integrationById(tx, companyId, id)
    if (plain.ixcFallbackQueueId !== before?.ixcFallbackQueueId)
      await queueOf(tx, companyId, plain.ixcFallbackQueueId)
    const stays = before !== null && before.ixcBaseUrl === plain.ixcBaseUrl
    if (!stays && ixcApiKey === '') throw new ApiError('ERR_VALIDATION', { field: 'ixcApiKey' })
    const values = {
      ...plain,
      // Another word for the name (docs/specification.md 3.5): nothing goes by it.
      projectName: plain.name,
      ...(ixcApiKey === '' ? {} : { ixcApiKeySecret: sealText(app.keys, SEALED_FOR.ixc, ixcApiKey) }),
    }
    const [row] = before
      ? await tx
          .update(queueIntegrations)
          .set({ ...values, updatedAt: new Date().toISOString() })
          .where(eq(queueIntegrations.id, before.id))
          .returning()
      : await tx
          .insert(queueIntegrations)
          .values({ ...values, companyId })
          .returning()
    if (!row) throw new ApiError('ERR_INTERNAL')
    const queueIntegration = integrationView(app, row)
    const action = before ? 'update' : 'create'
    app.realtime.toCompany(companyId, 'queueIntegration', { action, queueIntegration })
    return queueIntegration
  })
}

/** @throws ApiError ERR_NO_INTEGRATION_FOUND, ERR_INTEGRATION_IN_USE while a queue or a connection answers with it. */
export async function removeIntegration(app: Workspace, me: Me, id: number): Promise<void> {
  await app.db.company(me.companyId).write(async tx => {
    await integrationById(tx, me.companyId, id)
    for (const table of [queues, whatsapps]) {
      const used = await tx.$count(table, and(eq(table.companyId, me.companyId), eq(table.integrationId, id)))
      if (used > 0) throw new ApiError('ERR_INTEGRATION_IN_USE')
    }
    await tx.delete(queueIntegrations).where(eq(queueIntegrations.id, id))
    app.realtime.toCompany(me.companyId, 'queueIntegration', { action: 'delete', integrationId: id })
  })
}
