/** Whether colleagues of this network are let in, and who is invited (src/contract/local-network.ts). */
import type { LocalNetworkState } from '@contract'
import { call } from '@/api'
import { createDirectory, type Directory } from './directory'

/** One record, as a list of one. */
export const localNetwork: Directory<LocalNetworkState> = createDirectory({
  name: 'local-network',
  key: () => 'local-network',
  read: async () => [await call('localNetwork.get')],
  onEvent: ({ channel }) => (channel === 'localNetwork' ? { stale: true } : null),
})
