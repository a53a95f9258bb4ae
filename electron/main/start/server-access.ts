/** Everything towards the server: where it is, who is signed in, how it is called. */

import { createHash, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { probeServer } from '../adapters/capabilities'
import type { ServerConfig, WorkspaceName } from '../config/config'
import type { Environment } from '../environment'
import { createPictures, type Pictures } from '../gateway/pictures'
import type { Log } from '../log/log'
import type { Network } from '../network/network'
import type { Quit } from '../quit'
import { createServerClock, type ServerClock } from '../servers/clock'
import { openKnownServers } from '../servers/known'
import { createServers, firstServer, type Servers } from '../servers/servers'
import { createSwitchboard, type Line } from '../servers/switchboard'
import { type AdaptedClient, createAdaptedClient } from '../session/adapted-client'
import { embeddedAddress, noAddress, proving, remoteAddress, type ServerAddress } from '../session/address'
import { createAuthCalls } from '../session/auth-calls'
import type { FetchLike } from '../session/http'
import { createServerClient } from '../session/server-client'
import { createSession, type Session } from '../session/session'
import { createVault, type Vault } from '../session/vault'
import { openStore } from '../settings/open-store'
import { forkServer, workspaceFolder } from '../workspace/fork-server'
import { createKeeping, type Keeping } from '../workspace/keeping'
import { createWorkspace } from '../workspace/workspace'

export interface ServerAccess {
  address: ServerAddress
  session: Session
  client: AdaptedClient
  servers: Servers
  clock: ServerClock
  pictures: Pictures
  keeping: Keeping
  /** Folder of the workspace of this computer that is in use; null while another server is. */
  workspaceFolder(): string | null
}

/** The line to one server. Leaving the embedded workspace ends it. */
function openLine(
  env: Environment,
  config: ServerConfig,
  fetch: FetchLike,
  keeping: Keeping,
  log: Log,
): Line {
  if (config.kind === 'none') return { address: noAddress(), close: async () => undefined }
  if (config.kind === 'remote') {
    const address = remoteAddress(config, async origin => {
      const found = await probeServer(fetch, origin)
      return found.ok ? found.api : null
    })
    return { address, close: async () => undefined }
  }
  const key = randomBytes(32).toString('base64url')
  const workspace = createWorkspace({
    fork: (port, restore) => forkServer(env, config.workspace, { port, key, restore }),
    log: log.child('workspace'),
    onRepair: keeping.note,
  })
  keeping.follow(workspace)
  workspace.start()
  const address = embeddedAddress(
    () => workspace.port(),
    () => workspace.lastPort(),
    key,
  )
  return {
    address,
    close() {
      keeping.leave(workspace)
      return workspace.stop()
    },
  }
}

/** Every server's session rests in a file of its own. */
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

export function openServerAccess(deps: {
  env: Environment
  config: ServerConfig
  network: Network
  quit: Quit
  log: Log
}): ServerAccess {
  const { env, config: configured, network, quit, log } = deps
  const clock = createServerClock()
  const keeping = createKeeping(log.child('keeping'))
  const known = openKnownServers(join(env.dataDir, 'servers.json'), openStore, log.child('servers'))
  const holds = (workspace: WorkspaceName): boolean =>
    existsSync(join(workspaceFolder(env.dataDir, workspace), 'workspace.db'))
  const switchboard = createSwitchboard(firstServer(configured, known, holds('demo')), config =>
    openLine(env, config, network.fetch, keeping, log),
  )
  quit.atEnd('workspace', () => switchboard.stop())
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
  quit.atEnd('session', () => session.stop())
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
    workspaceFolder() {
      const config = switchboard.config()
      return config.kind === 'embedded' ? workspaceFolder(env.dataDir, config.workspace) : null
    },
  }
}
