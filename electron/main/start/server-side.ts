/** Everything towards the server: where it is, who is signed in, how it is called. */
import { join } from 'node:path'
import { net, safeStorage } from 'electron'
import type { ServerConfig } from '../config/config'
import { probeServer } from '../dialect/capabilities'
import type { Environment } from '../environment'
import type { Log } from '../log/log'
import type { Quit } from '../quit'
import { embeddedAddress, remoteAddress, type ServerAddress } from '../session/address'
import { createAuthCalls } from '../session/auth-calls'
import { createDialectClient, type DialectClient } from '../session/dialect-client'
import type { FetchLike } from '../session/http'
import { type Call, requestFetch } from '../session/request-fetch'
import { createServerClient } from '../session/server-client'
import { createSession, type Session } from '../session/session'
import { createVault } from '../session/vault'
import { forkServer } from '../workspace/fork-server'
import { createWorkspace } from '../workspace/workspace'

export interface ServerSide {
  address: ServerAddress
  session: Session
  client: DialectClient
}

/** Chromium's network: the system's proxy and certificates apply. The stand-in has `net.fetch` only. */
export const chromiumFetch: FetchLike = process.versions.electron
  ? requestFetch(options => net.request(options) as unknown as Call)
  : (url, init) => net.fetch(url, init)

function addressOf(env: Environment, config: ServerConfig, quit: Quit, log: Log): ServerAddress {
  if (config.kind === 'remote') {
    return remoteAddress(config, async origin => {
      const found = await probeServer(chromiumFetch, origin)
      return found.ok ? found.facts.api : null
    })
  }
  const workspace = createWorkspace({ fork: port => forkServer(env, port), log: log.child('workspace') })
  workspace.start()
  quit.atEnd('workspace', () => workspace.stop())
  return embeddedAddress(
    () => workspace.port(),
    () => workspace.lastPort(),
  )
}

export function openServerSide(deps: {
  env: Environment
  config: ServerConfig
  quit: Quit
  log: Log
}): ServerSide {
  const { env, log } = deps
  const address = addressOf(env, deps.config, deps.quit, log)
  const session = createSession({
    calls: createAuthCalls(chromiumFetch, address),
    vault: createVault({
      path: join(env.dataDir, 'session.json'),
      keyring: safeStorage,
      platform: process.platform,
      log: log.child('vault'),
    }),
    serverKey: address.key,
    log: log.child('session'),
  })
  deps.quit.atEnd('session', () => session.stop())
  const raw = createServerClient({ fetch: chromiumFetch, address, session, log: log.child('server') })
  const client = createDialectClient({
    raw,
    fetch: chromiumFetch,
    address,
    session,
    log: log.child('server'),
  })
  return { address, session, client }
}
