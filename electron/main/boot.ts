/**
 * The start of Turno, stage by stage. No logic lives here: each stage hands what exists so far to the room that owns
 * the next matter; the order is the documentation.
 */
import { app, autoUpdater, dialog, nativeTheme } from 'electron'
import { onSchemaMismatch } from '../../src/contract'
import { privateFolder } from '../database/private-folder'
import { reportConfigError } from './boot-dialogs'
import { loadConfig } from './config/load'
import { readEnvironment } from './environment'
import { openIpc } from './ipc/open'
import { openLog } from './log/log'
import { openNetwork } from './network/network'
import { prepareQuit } from './quit'
import { openStore } from './settings/open-store'
import { openSettings } from './settings/settings'
import { createStages } from './stages'
import { prepareElectron } from './start/before-ready'
import { openConsole } from './start/console'
import { openConsoleHandle } from './start/console-handle'
import { openDownloads } from './start/downloads'
import { openMicrophone } from './start/microphone'
import { openNotifications } from './start/notifications'
import { openSecondWindows } from './start/second-windows'
import { openServerAccess } from './start/server-access'
import { openShortcut } from './start/shortcut'
import { openSpelling } from './start/spelling'
import { openBridge, openGateway } from './start/surface'
import { openSync } from './start/sync'
import { openUpdates } from './start/updates'
import { openTrayHost } from './system/tray-host'
import { languageOf, textsFor } from './texts'

/** @throws whatever a stage throws; the entry shows it and ends. */
export async function boot(): Promise<void> {
  const stages = createStages()
  const { run, runAsync } = stages

  // One program per data folder, before anything in that folder is opened.
  const env = run('environment', () => readEnvironment(app, process.env, process.versions))
  if (!run('single instance', () => app.requestSingleInstanceLock())) return app.quit()

  run('data folder', () => privateFolder(env.dataDir))
  const log = run('log', () => openLog(env.dataDir, env.fromSource))
  stages.follow(log)
  onSchemaMismatch(mismatch => log.warn('record refused', mismatch))
  process.on('unhandledRejection', error => log.error('unhandled rejection', { error }))
  const quit = prepareQuit(app, autoUpdater, log)

  // Another program is asked, which takes its time: the answer is waited for where it is needed.
  const asked = openTrayHost({ platform: process.platform, log })
  const { links, graphics } = run('before ready', () => prepareElectron(env, log))
  await runAsync('ready', () => app.whenReady())

  const language = languageOf(app.getLocale())
  const config = run('configuration', () =>
    reportConfigError(() => loadConfig(env.configPlaces), dialog, textsFor(language), log),
  )
  if (!config) return app.exit(1)

  const settings = run('settings', () =>
    openSettings({
      dataDir: env.dataDir,
      language,
      open: openStore,
      log: log.child('settings'),
    }),
  )
  quit.atEnd('settings', () => settings.flush())
  nativeTheme.themeSource = settings.preferences().theme

  const network = run('network', () => openNetwork(app, log.child('network')))
  const server = run('server access', () => openServerAccess({ env, config, network, quit, log }))
  const ipc = run('ipc', () => openIpc(log.child('ipc')))
  const sync = await runAsync('sync', () => openSync({ env, server, ipc, quit, log }))

  const trayHost = await runAsync('tray host', () => asked)
  quit.atEnd('tray host', () => trayHost.stop())

  const microphone = run('microphone', () => openMicrophone({ env, server, sync, ipc, settings, quit, log }))
  const consoleHandle = run('console handle', () => openConsoleHandle(ipc))
  const notifications = run('notifications', () =>
    openNotifications({ env, server, sync, settings, ipc, consoleHandle, trayHost, quit, log }),
  )
  const updates = await runAsync('updates', () =>
    openUpdates({ env, network, sync, microphone, ipc, quit, log }),
  )
  run('gateway', () => openGateway({ env, server, network, sync, microphone, notifications, log }))
  const second = run('second windows', () => openSecondWindows({ env, server, settings, ipc, log }))
  const downloads = run('downloads', () => openDownloads({ server, settings, ipc, log }))
  const spelling = run('spelling', () => openSpelling({ settings, ipc, log }))
  const shortcut = run('shortcut', () => openShortcut({ settings, reveal: consoleHandle.reveal, quit, log }))
  run('bridge', () =>
    openBridge({
      env,
      server,
      network,
      sync,
      settings,
      ipc,
      microphone,
      second,
      notifications,
      updates,
      downloads,
      spelling,
      shortcut,
      log,
    }),
  )
  second.attach(
    run('windows', () =>
      openConsole({ trayHost, env, settings, ipc, consoleHandle, notifications, links, graphics, quit, log }),
    ),
  )
  quit.atEnd('ipc', () => ipc.dispose())

  sync.connection.start()
  stages.report(log)
  // The window opens meanwhile; it shows the start until the state is known.
  await server.session.start()
}
