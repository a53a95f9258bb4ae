/**
 * Where the workspace may go on an administrator's word (AI providers, integrations): https to public servers. Plain http
 * and addresses of this network are the platform's to allow (setting `localProviders`): a server that many companies
 * share must not carry anybody behind its own walls.
 */
import { mayBeKept } from '../../../outward/guarded-request'
import { ApiError } from '../../errors'

/**
 * Refuses an address somebody wants kept, as far as it shows by itself; names are looked at again when they are resolved.
 * @param local setting `localProviders`.
 * @throws ApiError ERR_ADDRESS_NOT_ALLOWED naming the field.
 */
export function refuseAddress(text: string, local: boolean, field: string): void {
  if (!mayBeKept(text, local)) throw new ApiError('ERR_ADDRESS_NOT_ALLOWED', { field })
}
