/** The component that pairs numbers, in the life of the app. */
import { readFile } from 'node:fs/promises'
import { OWN_KEY } from '../../../src/contract'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { Network } from '../network/network'
import { type ComponentList, listOf } from '../pairing/list'
import { createPairing, type Pairing } from '../pairing/pairing'
import { readRegistry } from '../pairing/registry'
import type { Quit } from '../quit'
import type { ServerAccess } from './server-access'

export function openPairing(deps: {
  env: Environment
  server: ServerAccess
  network: Network
  ipc: Ipc
  quit: Quit
  log: Log
}): Pairing {
  const { env, server } = deps
  const log = deps.log.child('pairing')
  let list: Promise<ComponentList> | null = null
  const read = async (): Promise<ComponentList> =>
    listOf(
      env.pairingList === undefined
        ? (await import('virtual:pairing-list')).default
        : JSON.parse(await readFile(env.pairingList, 'utf8')),
    )
  const pairing = createPairing({
    list: () => (list ??= read()),
    workspace: () => (server.address.key === OWN_KEY ? server.workspaceFolder() : null),
    registry: readRegistry(env.configPlaces, { variable: env.registry, npm: env.npmRegistry }, log),
    fetch: deps.network.fetch,
    client: server.client,
    log,
  })
  pairing.onChange(state => deps.ipc.broadcast('pairingChanged', state))
  // Another server is offered other things.
  server.servers.onChange(
    () => void pairing.state().then(state => deps.ipc.broadcast('pairingChanged', state)),
  )
  deps.quit.atEnd('pairing', () => pairing.stop())
  return pairing
}
