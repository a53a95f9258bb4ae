/**
 * Finds out how the server speaks (electron/main/dialect) and gives everybody else a client that speaks Turno's
 * contract. The embedded workspace is known; a remote server is asked once, at the first call that finds it up.
 */
import { CAPABILITIES, type Capability, probeServer } from '../dialect/capabilities'
import { type Dialect, type DialectUser, turnoDialect } from '../dialect/dialect'
import { familyDialect } from '../dialect/family'
import type { Log } from '../log/log'
import type { ServerAddress } from './address'
import type { FetchLike } from './http'
import type { ServerClient } from './server-client'
import type { Session } from './session'

export interface DialectClient extends ServerClient {
  /** Events of the server's socket in Turno's names. */
  translate: Dialect['translate']
  has(capability: Capability): boolean
}

/** @param raw the client of `createServerClient`, speaking the server's own words. */
export function createDialectClient(deps: {
  raw: ServerClient
  fetch: FetchLike
  address: ServerAddress
  session: Session
  log: Log
}): DialectClient {
  const { raw, address, session, log } = deps
  const user = (): DialectUser | null => {
    const { user: me } = session.state()
    return me?.companyId ? { id: me.id, companyId: me.companyId, profile: me.profile } : null
  }
  let dialect = turnoDialect(new Set(address.embedded ? CAPABILITIES : []))
  let client = dialect.adapt(raw)
  let known = address.embedded
  let asking: Promise<void> | null = null

  const ask = async (): Promise<void> => {
    const { api } = await address.resolve()
    const probe = await probeServer(deps.fetch, api)
    if (!probe.ok) {
      log.warn('server did not say what it is', { reason: probe.reason })
      return
    }
    const { facts } = probe
    dialect = facts.dialect === 'family' ? familyDialect(user) : turnoDialect(facts.capabilities)
    client = dialect.adapt(raw)
    known = true
    log.info('server', {
      version: facts.version,
      dialect: dialect.name,
      abilities: dialect.capabilities.size,
    })
  }

  const settled = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    async fetch(path, init) {
      if (!known) await settled()
      return client.fetch(path, init)
    },
    fetchFromOrigin: (path, init) => client.fetchFromOrigin(path, init),
    translate: (name, payload) => dialect.translate(name, payload),
    has: capability => dialect.capabilities.has(capability),
  }
}
