import type { ServerConfig } from '../config/config'
import { remoteAddress, type ServerAddress } from '../session/address'
import type { FetchLike } from '../session/http'

/**
 * The address of a server that a configuration names, or that somebody chose. Where its API lies is found by the rule of the
 * dialog that takes an address: as given, below `api/`, or above.
 */
export const configuredAddress = (
  config: Extract<ServerConfig, { kind: 'remote' }>,
  fetch: FetchLike,
): ServerAddress =>
  remoteAddress(config, async given => {
    const { probeServer } = await import('../adapters/capabilities')
    const found = await probeServer(fetch, given, { above: true })
    return found.ok ? found.api : null
  })
