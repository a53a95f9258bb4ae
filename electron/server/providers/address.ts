/**
 * Where the workspace may go on an administrator's word (AI providers, integrations): https to public servers. Plain http
 * and addresses of this network are the platform's to allow (setting `localProviders`): a server that many companies
 * share must not carry anybody behind its own walls.
 */
import { isIP } from 'node:net'
import { hostOf } from '../../outward/addresses'
import { mayReach } from '../../outward/guarded-request'
import { ApiError } from '../errors'

/**
 * Refuses an address somebody wants kept, as far as it shows by itself; names are looked at again when they are resolved.
 * @param local setting `localProviders`.
 * @throws ApiError ERR_ADDRESS_NOT_ALLOWED naming the field.
 */
export function refuseAddress(text: string, local: boolean, field: string): void {
  const apiError = new ApiError('ERR_ADDRESS_NOT_ALLOWED', { field })
  if (!URL.canParse(text)) throw apiError
  const url = new URL(text)
  const host = hostOf(url)
  const isName = isIP(host) === 0
  const isHere = /(^|\.)localhost$/i.test(host)
  const allowed = isName
    ? url.protocol === 'https:'
      ? local || !isHere
      : local && url.protocol === 'http:'
    : mayReach(host, url.protocol, local)
  if (!allowed || url.username !== '' || url.password !== '') throw apiError
}
