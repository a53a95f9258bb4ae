/**
 * The start of Turno: the first steps, the line to the server, and then the parts of main in their order (start/rooms.ts).
 * No logic lives here.
 */
import { app, autoUpdater, dialog } from 'electron'
import { onSchemaMismatch } from '../../src/contract'
import { privateFolder } from '../database/private-folder'
import { reportConfigError } from './boot-dialogs'
import { loadConfig } from './config/load'
import { readEnvironment } from './environment'
import { openLog } from './log/log'
import { openNetwork } from './network/network'
import { prepareQuit } from './quit'
import { prepareElectron } from './start/before-ready'
import { line } from './start/line'
import { createRunner } from './start/runner'
import { openTrayHost } from './system/tray-host'
import { languageOf, textsFor } from './texts'

/** @throws whatever a step or the start of a part throws; the entry shows it and ends. */
export async function boot(): Promise<void> {
  const runner = createRunner()
  const { step } = runner

  // One program per data folder, before anything in that folder is opened.
  const env = step('environment', () => readEnvironment(app, process.env, process.versions))
  if (!step('single instance', () => app.requestSingleInstanceLock())) return app.quit()

  step('data folder', () => privateFolder(env.dataDir))
  const log = step('log', () => openLog(env.dataDir, env.fromSource))
  runner.follow(log)
  onSchemaMismatch(mismatch => log.warn('record refused', mismatch))
  process.on('unhandledRejection', error => log.error('unhandled rejection', { error }))
  const quit = prepareQuit(app, autoUpdater, log)

  // Another program is asked, which takes its time: the answer is waited for where it is needed.
  const askedTrayHost = openTrayHost({ platform: process.platform, log })
  const prepared = step('before ready', () => prepareElectron(env, log))
  await step('ready', () => app.whenReady())

  const config = step('configuration', () =>
    reportConfigError(() => loadConfig(env.configPlaces), dialog, textsFor(languageOf(app.getLocale())), log),
  )
  if (!config) return app.exit(1)

  const network = step('network', () => openNetwork(app, log.child('network')))
  const given = { env, config, log, quit, network, askedTrayHost, ...prepared }
  // First of all that takes its time: meanwhile the rest of main is read.
  const first = await runner.start([line], given)
  const { PARTS } = await step('rooms', () => import('./start/rooms'))
  const { server } = await runner.start(PARTS, first)

  runner.report(log)
  // The window opens meanwhile; it shows the start until the state is known.
  await server.session.start()
}
