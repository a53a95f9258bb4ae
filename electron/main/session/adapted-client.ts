/**
 * Finds out which API the server has (electron/main/adapters) and gives everybody else a client of Turno's
 * contract. The embedded workspace is known; a remote server is asked once, at the first call that finds it up.
 */
import { type Capability, capabilitiesOf, DEMO_KEY, type ServerFacts } from '../../../src/contract'
import { type AdapterUser, type ServerAdapter, turnoAdapter } from '../adapters/adapter'
import { probeServer } from '../adapters/capabilities'
import { legacyAdapter } from '../adapters/legacy'
import { observed } from '../adapters/observed'
import type { Log } from '../log/log'
import type { ServerAddress } from './address'
import type { FetchLike } from './http'
import type { ServerClient } from './server-client'
import type { Session } from './session'

export interface AdaptedClient extends ServerClient {
  /** Events of the server's socket in Turno's names. */
  translate: ServerAdapter['translate']
  /** Whether the server can do something by itself. */
  has(capability: Capability): boolean
  /** What the server reported of itself; null until it answered. */
  facts(): ServerFacts | null
  onFacts(listener: (facts: ServerFacts | null) => void): () => void
  /** Resolves when the server was asked what it is, whether it answered or not. Never rejects. */
  settled(): Promise<void>
  /** Forgets what is known: another server is in use now. */
  forget(): void
}

/** The embedded workspace is of this version's own making. */
const embedded = (key: string): ServerFacts => ({
  ...{ version: '', adapter: 'turno' },
  // A demo is nobody else's.
  capabilities: capabilitiesOf('native', key === DEMO_KEY ? { localNetwork: 'missing' } : {}),
})
/** A server that was not asked yet is promised nothing. */
const UNASKED = turnoAdapter(capabilitiesOf('missing'))

/** @param raw the client of `createServerClient`, speaking the server's own words. */
export function createAdaptedClient(deps: {
  raw: ServerClient
  fetch: FetchLike
  address: ServerAddress
  session: Session
  /** Milliseconds the server's clock is ahead of ours; 0 while unknown or nearly equal. */
  aheadMs: () => number
  /** The path windows load a picture by that lies elsewhere; null for one that is never loaded. */
  picture?: (url: string) => string | null
  log: Log
}): AdaptedClient {
  const { address, session, aheadMs, log } = deps
  const listeners = new Set<(facts: ServerFacts | null) => void>()
  const user = (): AdapterUser | null => {
    const { user: me } = session.state()
    return me?.companyId ? { id: me.id, companyId: me.companyId, profile: me.profile } : null
  }
  let facts: ServerFacts | null = null
  let asking: Promise<void> | null = null
  /** Counts servers: an answer of the one before is not about this one. */
  let round = 0

  /** An answer showed that something is not there: the record follows, and windows stop offering it. */
  const lacks = (capability: Capability): void => {
    if (!facts || facts.capabilities[capability] === 'missing') return
    log.warn('server lacks what its version has', { capability })
    facts = { ...facts, capabilities: { ...facts.capabilities, [capability]: 'missing' } }
    for (const listener of listeners) listener(facts)
  }
  const raw = observed(deps.raw, lacks)

  let adapter = UNASKED
  let client = adapter.adapt(raw)

  const know = (found: ServerFacts) => {
    facts = found
    adapter =
      found.adapter === 'legacy'
        ? legacyAdapter(user, deps.picture, aheadMs)
        : turnoAdapter(found.capabilities)
    client = adapter.adapt(raw)
    for (const listener of listeners) listener(facts)
  }

  const ask = async (mine: number): Promise<void> => {
    try {
      const { api } = await address.resolve()
      const probe = await probeServer(deps.fetch, api)
      if (mine !== round) return
      if (!probe.ok) return log.warn('server did not say what it is', { reason: probe.reason })
      know(probe.facts)
      log.info('server', { version: probe.facts.version, adapter: adapter.name })
    } catch (error) {
      if (mine === round) log.warn('server has no address yet', { error })
    }
  }

  const settled = (): Promise<void> => {
    if (!facts && address.embedded) know(embedded(address.key))
    if (facts) return Promise.resolve()
    const mine = round
    asking ??= ask(mine).finally(() => {
      if (mine === round) asking = null
    })
    return asking
  }

  return {
    async fetch(path, init) {
      await settled()
      return client.fetch(path, init)
    },
    fetchFromOrigin: (path, init) => client.fetchFromOrigin(path, init),
    translate: (name, payload) => adapter.translate(name, payload),
    has: capability => (facts ?? adapter).capabilities[capability] === 'native',
    facts: () => facts,
    onFacts(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled,
    forget() {
      round++
      facts = null
      asking = null
      adapter = UNASKED
      client = adapter.adapt(raw)
      for (const listener of listeners) listener(null)
    },
  }
}
