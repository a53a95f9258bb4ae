/**
 * Where the workspace may connect on an administrator's request (AI providers, integrations): https to public servers.
 * Plain http and local addresses have to be allowed by the platform (setting `localProviders`): on a shared server
 * nobody may reach the operator's internal network.
 */
import { mayBeKept } from '../../../outward/guarded-request'
import { ApiError } from '../../errors'

/**
 * Refuses a forbidden address as far as its text shows; names are checked again when they are resolved.
 * @param local setting `localProviders`.
 * @throws ApiError ERR_ADDRESS_NOT_ALLOWED naming the field.
 */
export function refuseAddress(text: string, local: boolean, field: string): void {
  if (!mayBeKept(text, local)) throw new ApiError('ERR_ADDRESS_NOT_ALLOWED', { field })
}
