/** Which server a start begins with. Main reads this before the rest of it (start/line.ts). */
import { DEMO_KEY } from '../../../src/contract'
import { keyOf, type ServerConfig, workspaceAt } from '../config/config'
import { configOf, type KnownServers } from './known'

/** Whether people may choose this server: where nothing was configured, also a lock leaves this computer's own. */
export const mayChoose = (configured: ServerConfig, wanted: ServerConfig): boolean =>
  !configured.locked || (configured.kind === 'none' && wanted.kind === 'embedded')

/**
 * The server to begin with: what was chosen, as long as the configuration is the one it was chosen under and does not
 * lock it; else the configured one.
 * @param demoKept an earlier start wrote the demo: before there was a choice it was what everybody began with.
 */
export function firstServer(configured: ServerConfig, known: KnownServers, demoKept: boolean): ServerConfig {
  const choice = known.choice()
  const unchosen: ServerConfig =
    configured.kind === 'none' && demoKept
      ? { kind: 'embedded', workspace: 'demo', ...(configured.locked ? { locked: true } : {}) }
      : configured
  if (!choice) return unchosen
  // What was chosen before there was a first window was chosen under the embedded workspace.
  const under =
    configured.kind === 'none' && choice.configured === DEMO_KEY ? keyOf(configured) : choice.configured
  if (under !== keyOf(configured)) return unchosen
  const found = known.list().find(server => server.address === choice.key)
  const chosen = workspaceAt(choice.key) ?? (found ? configOf(found) : unchosen)
  return mayChoose(configured, chosen) ? chosen : unchosen
}
