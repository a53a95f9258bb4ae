/** Integrations of queues: rows, what consoles see of them, and how they are kept. */
import type { integrationChange } from '@contract'
import { asc } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { sealText, unsealText } from '../../platform/auth/seal'
import { queueOf } from '../../platform/db/company-rows'
import { queueIntegrations } from '../../platform/db/schema'
import { refuseAddress } from '../../platform/providers/address'
import type { Caller } from '../../platform/records/definition'
import { records } from '../../platform/records/records'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'
import { refuseInUse } from './in-use'
import { SEALED_FOR } from './secrets'

type IntegrationRow = typeof queueIntegrations.$inferSelect

/** An integration in the contract's shape. */
function integrationView(app: Pick<Workspace, 'keys'>, row: IntegrationRow) {
  const { ixcApiKeySecret, companyId: _c, createdAt: _a, updatedAt: _u, ...rest } = row
  return { ...rest, hasIxcApiKey: unsealText(app.keys, SEALED_FOR.ixc, ixcApiKeySecret) !== null }
}

/** The company's integrations by name. Without a new key the stored one stays, unless the address changes. */
export const keptIntegrations = records({
  table: queueIntegrations,
  order: [asc(queueIntegrations.name)],
  show: (row, app) => integrationView(app, row),
  search: ({ name }) => name,
  listed: 'queueIntegrations',
  missing: 'ERR_NO_INTEGRATION_FOUND',
  async check(tx, { companyId }: Caller, form: z.output<typeof integrationChange>, before) {
    refuseAddress(form.ixcBaseUrl, await localProviders(tx), 'ixcBaseUrl')
    if (form.ixcFallbackQueueId !== before?.ixcFallbackQueueId)
      await queueOf(tx, companyId, form.ixcFallbackQueueId)
    if (before?.ixcBaseUrl !== form.ixcBaseUrl && !form.ixcApiKey)
      throw new ApiError('ERR_VALIDATION', { field: 'ixcApiKey' })
  },
  columns: ({ ixcApiKey, ...plain }, _who, before, { app }) => ({
    ...plain,
    // Another word for the name; nothing depends on it.
    projectName: plain.name,
    ixcApiKeySecret: ixcApiKey
      ? sealText(app.keys, SEALED_FOR.ixc, ixcApiKey)
      : (before?.ixcApiKeySecret ?? ''),
  }),
  leaving: (tx, { companyId }, { id }) =>
    refuseInUse(tx, companyId, 'integrationId', id, 'ERR_INTEGRATION_IN_USE'),
  announce: { channel: 'queueIntegration', row: 'queueIntegration', gone: 'integrationId' },
})
