/** "Testar conexão" of an integration's dialog: one question to the provider. */
import type { BodyOut, ServerErrorCode } from '@contract'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import { unsealText } from '../../platform/auth/seal'
import { refuseAddress } from '../../platform/providers/address'
import { IxcError, ixcClient } from '../../platform/providers/ixc'
import { localProviders } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { keptIntegrations } from './integrations'
import { SEALED_FOR } from './secrets'
import { pace } from './try-prompt'

const CODES: Partial<Record<string, ServerErrorCode>> = {
  key: 'ERR_IXC_KEY',
  address: 'ERR_ADDRESS_NOT_ALLOWED',
}

/**
 * @returns how long the provider took, milliseconds.
 * @throws ApiError ERR_IXC_KEY, ERR_IXC_PROVIDER, ERR_ADDRESS_NOT_ALLOWED, ERR_NO_INTEGRATION_FOUND,
 *   ERR_TOO_MANY_ATTEMPTS.
 */
export async function testIntegration(
  app: Workspace,
  me: Me,
  form: BodyOut<'integrations.test'>,
): Promise<{ ok: boolean; took: number }> {
  await pace(app, me)
  const kept = form.id === undefined ? null : await keptIntegrations.row(app.db, me, form.id)
  // A stored key is only sent to the address it was stored for.
  const own =
    kept?.ixcBaseUrl === form.ixcBaseUrl ? unsealText(app.keys, SEALED_FOR.ixc, kept.ixcApiKeySecret) : null
  const token = form.ixcApiKey || own
  if (!token) throw new ApiError('ERR_IXC_KEY', { field: 'ixcApiKey' })
  const local = await localProviders(app.db)
  refuseAddress(form.ixcBaseUrl, local, 'ixcBaseUrl')
  const client = ixcClient({
    baseUrl: form.ixcBaseUrl,
    token,
    timeoutMs: form.ixcTimeout,
    attempts: 1,
    local,
  })
  const began = performance.now()
  try {
    await client.greet()
  } catch (error) {
    app.log.warn('an integration was tested in vain', { reason: reasonOf(error) })
    throw new ApiError((error instanceof IxcError && CODES[error.fault]) || 'ERR_IXC_PROVIDER')
  }
  return { ok: true, took: Math.round(performance.now() - began) }
}
