/** Everything towards the server: where it is, who is signed in, how it is called. */

import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { isRefused } from '../adapters/capabilities'
import type { Environment } from '../environment'
import { createPictures } from '../gateway/pictures'
import type { Log } from '../log/log'
import { createServerClock } from '../servers/clock'
import { createServers } from '../servers/servers'
import { createAdaptedClient } from '../session/adapted-client'
import { proving } from '../session/address'
import { createAuthCalls } from '../session/auth-calls'
import { createServerClient } from '../session/server-client'
import { createSession } from '../session/session'
import { createVault, type Vault } from '../session/vault'
import { workspaceFolder } from '../workspace/fork-server'
import { part } from './parts'

/** Every server's session is stored in a file of its own. */
function openVaults(
  env: Environment,
  key: () => string,
  log: Log,
): { vault: Vault; path(key: string): string } {
  const path = (of: string): string =>
    join(
      env.dataDir,
      of === 'embedded'
        ? 'session.json'
        : `session-${createHash('sha256').update(of).digest('hex').slice(0, 16)}.json`,
    )
  const open = new Map<string, Vault>()
  const current = (): Vault => {
    const file = path(key())
    const known = open.get(file)
    if (known) return known
    const { platform } = process
    const vault = createVault({ path: file, keyring: safeStorage, platform, log: log.child('vault') })
    open.set(file, vault)
    return vault
  }
  const vault: Vault = {
    load: () => current().load(),
    save: value => current().save(value),
    erase: () => current().erase(),
    allowPlain: allow => current().allowPlain(allow),
  }
  return { vault, path }
}

export const server = part('server', ['env', 'config', 'network', 'line', 'log'], (needs, atEnd) => {
  const { env, config: configured, network, line, log } = needs
  const { keeping, recovery, known, switchboard, holds } = line
  const clock = createServerClock()
  const { address } = switchboard
  const reach = proving(network.fetch, address)
  const fetch = clock.listening(reach)
  const vaults = openVaults(env, () => address.key, log)
  const session = createSession({
    calls: createAuthCalls(fetch, address),
    vault: vaults.vault,
    serverKey: () => address.key,
    log: log.child('session'),
  })
  atEnd(() => session.stop())
  const raw = createServerClient({ fetch, address, session, log: log.child('server') })
  const pictures = createPictures({
    // Other hosts learn nothing of the session, so the plain way out is taken.
    fetch: network.fetch,
    server: () => {
      const config = switchboard.config()
      return config.kind === 'remote' ? config.origin : null
    },
    addressesOf: async hostname => {
      try {
        return (await lookup(hostname, { all: true })).map(({ address: found }) => found)
      } catch {
        // A name only the proxy knows.
        return []
      }
    },
    log: log.child('pictures'),
  })
  session.onEnding('storage', () => pictures.forget())
  const client = createAdaptedClient({
    picture: pictures.pathOf,
    raw,
    fetch: reach,
    address,
    session,
    aheadMs: clock.offsetMs,
    log: log.child('server'),
  })
  const servers = createServers({
    configured,
    known,
    switchboard,
    client,
    session,
    clock,
    fetch: network.fetch,
    near: network.near,
    vaultPath: vaults.path,
    ownKept: () => holds('own'),
    log: log.child('servers'),
  })
  if (switchboard.config().kind !== 'none') void client.settled()
  return {
    address,
    session,
    client,
    servers,
    clock,
    pictures,
    keeping,
    recovery,
    refusesTls: () => isRefused(network.fetch, async () => (await address.resolve()).api),
    workspaceFolder() {
      const config = switchboard.config()
      return config.kind === 'embedded' ? workspaceFolder(env.dataDir, config.workspace) : null
    },
  }
})
