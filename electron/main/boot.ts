/**
 * The start of Turno, stage by stage. No logic lives here: each stage hands what exists so far to the room that does
 * the next matter; the order is the documentation.
 */
import { app, autoUpdater, dialog, nativeTheme } from 'electron'
import { onSchemaMismatch } from '../../src/contract'
import { privateFolder } from '../database/private-folder'
import { askAboutUnsent, reportConfigError } from './boot-dialogs'
import { loadConfig } from './config/load'
import { readEnvironment } from './environment'
import { openLog } from './log/log'
import { openNetwork } from './network/network'
import { prepareQuit } from './quit'
import { openStore } from './settings/open-store'
import { createStages } from './stages'
import { prepareElectron } from './start/before-ready'
import { openFirstLine } from './start/line'
import { openTrayHost } from './system/tray-host'
import { languageOf, textsFor } from './texts'

/** How long the end of the program waits for what leaves in the next moment, milliseconds. */
const LEAVES_MS = 2_000

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

  const network = run('network', () => openNetwork(app, log.child('network')))
  // First of all that takes its time: meanwhile the rest of main is read.
  const line = run('server line', () => openFirstLine({ env, config, network, quit, log }))
  const rooms = await runAsync('rooms', () => import('./start/rooms'))

  const settings = run('settings', () =>
    rooms.openSettings({
      dataDir: env.dataDir,
      language,
      open: openStore,
      log: log.child('settings'),
    }),
  )
  quit.atEnd('settings', () => settings.flush())
  nativeTheme.themeSource = settings.preferences().theme
  run('awake', () => rooms.followStayAwake(line.awake, settings))

  const server = run('server access', () => rooms.openServerAccess({ env, config, network, line, quit, log }))
  const ipc = run('ipc', () => rooms.openIpc(log.child('ipc')))
  const sync = await runAsync('sync', () => rooms.openSync({ env, server, network, ipc, quit, log }))

  const trayHost = await runAsync('tray host', () => asked)
  quit.atEnd('tray host', () => trayHost.stop())

  const microphone = run('microphone', () =>
    rooms.openMicrophone({ env, server, sync, ipc, settings, quit, log }),
  )
  const consoleHandle = run('console handle', () => rooms.openConsoleHandle(ipc))
  const second = run('second windows', () =>
    rooms.openSecondWindows({ env, server, settings, ipc, awake: line.awake, log }),
  )
  const notifications = run('notifications', () =>
    rooms.openNotifications({
      ...{ env, server, sync, settings, ipc, consoleHandle, second, trayHost, quit, log },
    }),
  )
  const updates = await runAsync('updates', () =>
    rooms.openUpdates({ env, network, sync, microphone, ipc, quit, log }),
  )
  run('gateway', () => rooms.openGateway({ env, server, network, sync, microphone, notifications, log }))
  const downloads = run('downloads', () => rooms.openDownloads({ server, settings, ipc, log }))
  const spelling = run('spelling', () => rooms.openSpelling({ settings, ipc, log }))
  const pairing = run('pairing', () => rooms.openPairing({ env, server, network, ipc, quit, log }))
  const shortcut = run('shortcut', () =>
    rooms.openShortcut({ settings, reveal: consoleHandle.reveal, quit, log }),
  )
  run('bridge', () =>
    rooms.openBridge({
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
      pairing,
      shortcut,
      log,
    }),
  )
  second.attach(
    run('windows', () =>
      rooms.openConsole({
        trayHost,
        env,
        settings,
        ipc,
        consoleHandle,
        notifications,
        links,
        graphics,
        updates,
        quit,
        log,
      }),
    ),
  )
  quit.atEnd('ipc', () => ipc.dispose())
  // First of all, with everything else still there: what a person may take back for a moment would wait for the next start.
  const { outbox } = sync.local
  quit.atEnd('outbox', () => outbox.flushHeldMessages(LEAVES_MS))
  quit.askFirst(() => askAboutUnsent(outbox, dialog, textsFor(settings.preferences().language)))

  sync.socket.start()
  stages.report(log)
  // The window opens meanwhile; it shows the start until the state is known.
  await server.session.start()
}
