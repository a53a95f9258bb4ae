/** Main of a colleague's console: what start/ puts together, without Electron. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNear, isNearUrl } from '../../../electron/main/network/near'
import { createServerClock } from '../../../electron/main/servers/clock'
import { configuredAddress } from '../../../electron/main/servers/configured-address'
import { openKnownServers } from '../../../electron/main/servers/known'
import { createServers } from '../../../electron/main/servers/servers'
import { createSwitchboard } from '../../../electron/main/servers/switchboard'
import { createAdaptedClient } from '../../../electron/main/session/adapted-client'
import { noAddress } from '../../../electron/main/session/address'
import { createAuthCalls } from '../../../electron/main/session/auth-calls'
import type { FetchLike } from '../../../electron/main/session/http'
import { createServerClient } from '../../../electron/main/session/server-client'
import { createSession } from '../../../electron/main/session/session'
import { openStore } from '../../support/open-store'
import { memoryLog, memoryVault, nodeFetch } from './helpers'

/** Nothing is chosen, nobody is signed in. */
export function colleague() {
  const { log, lines } = memoryLog()
  const folder = mkdtempSync(join(tmpdir(), 'turno-near-'))
  const path = join(folder, 'servers.json')
  const known = openKnownServers(path, openStore, log)
  const near = createNear()
  const fetch: FetchLike = (url, init) => (isNearUrl(url) ? near.fetch(url, init) : nodeFetch(url, init))
  const none = { kind: 'none' } as const
  const switchboard = createSwitchboard(none, config => ({
    address: config.kind === 'remote' ? configuredAddress(config, fetch) : noAddress(),
    close: async () => undefined,
  }))
  const { address } = switchboard
  const session = createSession({
    calls: createAuthCalls(fetch, address),
    vault: memoryVault(),
    serverKey: () => address.key,
    log,
  })
  const raw = createServerClient({ fetch, address, session, log })
  const client = createAdaptedClient({ raw, fetch, address, session, aheadMs: () => 0, log })
  const servers = createServers({
    ...{ configured: none, known, switchboard, client, session, fetch, near, log },
    clock: createServerClock(),
    vaultPath: () => '/nowhere',
    ownKept: () => false,
  })
  return { near, known, servers, session, client, address, lines, folder, path, log }
}
