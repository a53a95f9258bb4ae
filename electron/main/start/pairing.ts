/** The component that pairs numbers. */
import { readFile } from 'node:fs/promises'
import { OWN_KEY } from '../../../src/contract'
import { type ComponentList, listOf } from '../pairing/list'
import { createPairing } from '../pairing/pairing'
import { readRegistry } from '../pairing/registry'
import { part } from './parts'

export const pairing = part('pairing', ['env', 'server', 'network', 'ipc', 'log'], (needs, atEnd) => {
  const { env, server, network, ipc } = needs
  const log = needs.log.child('pairing')
  let list: Promise<ComponentList> | null = null
  const read = async (): Promise<ComponentList> =>
    listOf(
      env.pairingList === undefined
        ? (await import('virtual:pairing-list')).default
        : JSON.parse(await readFile(env.pairingList, 'utf8')),
    )
  const component = createPairing({
    list: () => (list ??= read()),
    workspace: () => (server.address.key === OWN_KEY ? server.workspaceFolder() : null),
    registry: readRegistry(env.configPlaces, { variable: env.registry, npm: env.npmRegistry }, log),
    fetch: network.fetch,
    client: server.client,
    log,
  })
  component.onChange(state => ipc.broadcast('pairingChanged', state))
  // Another server is offered other things.
  server.servers.onChange(() => void component.state().then(state => ipc.broadcast('pairingChanged', state)))
  atEnd(() => component.stop())
  return component
})
