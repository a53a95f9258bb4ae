import type { ServersState } from '@contract'
import { onTestFinished } from 'vitest'
import { stopServers, useServers } from '@/stores/servers'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'

/** The rest of a test is about a console on an older server, as main describes one. */
export function onOlderServer(): void {
  const facts = { version: '4.8.5', adapter: 'legacy', capabilities: LEGACY_CAPABILITIES } as const
  const state: ServersState = { current: 'older', locked: false, servers: [], facts, clockOffsetMs: 0 }
  useServers.setState({ state })
  onTestFinished(stopServers)
}
