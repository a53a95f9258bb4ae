/**
 * The line to the server in use. The embedded workspace takes longest of all that a start waits for: it is begun before the
 * rest of main is read (boot.ts), so what is named here is named early.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, powerMonitor, powerSaveBlocker } from 'electron'
import { reportOlderWorkspace } from '../boot-dialogs'
import type { ServerConfig, WorkspaceName } from '../config/config'
import type { Environment } from '../environment'
import type { Log } from '../log/log'
import { configuredAddress } from '../servers/configured-address'
import { firstServer } from '../servers/first-server'
import { openKnownServers } from '../servers/known'
import { createSwitchboard, type Line } from '../servers/switchboard'
import { embeddedAddress, noAddress } from '../session/address'
import type { FetchLike } from '../session/http'
import { openStore } from '../settings/open-store'
import { createStayAwake } from '../system/stay-awake'
import { languageOf, textsFor } from '../texts'
import { forkServer, workspaceFolder } from '../workspace/fork-server'
import { createKeeping } from '../workspace/keeping'
import { createRecovery } from '../workspace/recovery'
import { createWorkspace } from '../workspace/workspace'
import { type FirstLine, part } from './parts'

/** How long the end of a workspace is waited for, milliseconds. */
const STOPPED_MS = 5_000

/** The line to one server. Leaving the embedded workspace ends it. */
function openLine(
  env: Environment,
  config: ServerConfig,
  fetch: FetchLike,
  { keeping, recovery, awake }: Pick<FirstLine, 'keeping' | 'recovery' | 'awake'>,
  log: Log,
): Line {
  if (config.kind === 'none') return { address: noAddress(), close: async () => undefined }
  if (config.kind === 'remote') {
    const address = configuredAddress(config, fetch)
    return { address, close: async () => undefined }
  }
  const key = randomBytes(32).toString('base64url')
  const workspace = createWorkspace({
    fork: (port, restore) => forkServer(env, config.workspace, { port, key, restore }),
    log: log.child('workspace'),
    onRepair: keeping.note,
    onOlder: () =>
      reportOlderWorkspace(
        workspaceFolder(env.dataDir, config.workspace),
        dialog,
        textsFor(languageOf(app.getLocale())),
      ),
    onNeeded: awake.need,
  })
  keeping.follow(workspace)
  if (config.workspace === 'own') recovery.follow(workspace)
  powerMonitor.on('suspend', workspace.sleeps)
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
      recovery.leave(workspace)
      awake.need(false)
      powerMonitor.off('suspend', workspace.sleeps)
      return workspace.stop()
    },
  }
}

/** Puts the server in use that a start begins with; a workspace of this computer is started. */
export const line = part('line', ['env', 'config', 'network', 'log'], (needs, atEnd) => {
  const { env, config: configured, network, log } = needs
  const keeping = createKeeping(log.child('keeping'))
  const recovery = createRecovery()
  const awake = createStayAwake(powerSaveBlocker, log.child('awake'))
  atEnd(() => awake.stop())
  const known = openKnownServers(join(env.dataDir, 'servers.json'), openStore, log.child('servers'))
  const holds = (workspace: WorkspaceName): boolean =>
    existsSync(join(workspaceFolder(env.dataDir, workspace), 'workspace.db'))
  const switchboard = createSwitchboard(firstServer(configured, known, holds('demo')), config =>
    openLine(env, config, network.fetch, { keeping, recovery, awake }, log),
  )
  // It ends a workspace by force after four seconds.
  atEnd(() => switchboard.stop(), STOPPED_MS)
  return { switchboard, known, keeping, recovery, awake, holds }
})
