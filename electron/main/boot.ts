/**
 * The start of Turno, stage by stage. No logic lives here: each line hands what exists so far to the module that owns
 * the next matter; the order is the documentation.
 */
import { join } from 'node:path'
import {
  app,
  dialog,
  session as electronSession,
  ipcMain,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  utilityProcess,
  webContents,
} from 'electron'
import ElectronStore from 'electron-store'
import { onRefusal } from '../../src/contract'
import { createAttachmentRoute } from './attachments/route'
import { reportConfigError, reportRecoveredSettings } from './boot-dialogs'
import { loadConfig } from './config/load'
import { createConnection } from './connection/connection'
import { createFeed } from './connection/feed'
import { readEnvironment } from './environment'
import { createGateway } from './gateway/gateway'
import { APP_SCHEME } from './gateway/guard'
import { uiFolder, uiFromDevServer } from './gateway/ui-files'
import { makeHandlers } from './ipc/handlers'
import { createIpc, type IpcPort } from './ipc/ipc'
import { openLocalStore } from './local-store'
import { openLog } from './log/log'
import { setMenu } from './menu'
import { watchPower } from './power'
import { prepareQuit } from './quit'
import { embeddedAddress, remoteAddress } from './session/address'
import { createAuthCalls } from './session/auth-calls'
import type { FetchLike } from './session/http'
import { createServerClient } from './session/server-client'
import { createSession } from './session/session'
import { createVault } from './session/vault'
import { openSettings } from './settings/settings'
import { createStages } from './stages'
import { languageOf, textsFor } from './texts'
import { openConsoleWindow } from './windows/console-window'
import { recoverWindow } from './windows/recovery'
import { guardApp, guardSession, openExternal } from './windows/security'
import { createWorkspace } from './workspace/workspace'

const fetchFromServer: FetchLike = (url, init) => net.fetch(url, init)

export async function boot(): Promise<void> {
  const stages = createStages()
  const { run, runAsync } = stages

  // One program per data folder, before anything in that folder is opened.
  const env = run('environment', () => readEnvironment(app, process.env, process.versions))
  if (!run('single instance', () => app.requestSingleInstanceLock())) return app.quit()

  const log = run('log', () => openLog(env.dataDir, env.fromSource))
  onRefusal(refusal => log.warn('record refused', refusal))
  process.on('unhandledRejection', error => log.error('unhandled rejection', { error }))
  const quit = prepareQuit(app, log)

  run('before ready', () => {
    app.enableSandbox()
    protocol.registerSchemesAsPrivileged([
      {
        scheme: APP_SCHEME,
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ])
    guardApp(log.child('security'))
  })
  await runAsync('ready', () => app.whenReady())

  const language = languageOf(app.getLocale())
  const config = run('config', () =>
    reportConfigError(() => loadConfig(env.configPlaces), dialog, textsFor(language), log),
  )
  if (!config) return app.exit(1)

  const settings = run('settings', () =>
    openSettings({
      dataDir: env.dataDir,
      language,
      open: o => new ElectronStore(o),
      log: log.child('settings'),
    }),
  )
  quit.atEnd('settings', () => settings.flush())
  const texts = () => textsFor(settings.preferences().language)
  nativeTheme.themeSource = settings.preferences().theme

  const workspace = run('workspace', () =>
    createWorkspace({
      fork: port =>
        utilityProcess.fork(
          join(env.root, 'out/server/index.js'),
          ['--data', join(env.dataDir, 'workspace'), '--port', String(port)],
          {
            serviceName: 'Turno workspace',
            stdio: env.fromSource ? 'inherit' : 'ignore',
          },
        ),
      log: log.child('workspace'),
    }),
  )
  const address =
    config.kind === 'remote'
      ? remoteAddress(config)
      : embeddedAddress(
          () => workspace.port(),
          () => workspace.lastPort(),
        )
  if (address.embedded) workspace.start()
  quit.atEnd('workspace', () => workspace.stop())

  const session = run('sign-in state', () =>
    createSession({
      calls: createAuthCalls(fetchFromServer, address),
      vault: createVault({
        path: join(env.dataDir, 'session.json'),
        keyring: safeStorage,
        platform: process.platform,
        log: log.child('vault'),
      }),
      serverKey: address.key,
      log: log.child('session'),
    }),
  )
  quit.atEnd('session', () => session.stop())
  const client = createServerClient({ fetch: fetchFromServer, address, session, log: log.child('server') })

  const local = await runAsync('local store', () =>
    openLocalStore({ dataDir: env.dataDir, serverKey: address.key, session, log: log.child('local') }),
  )
  quit.atEnd('local store', () => local.close())

  const ipc = run('ipc', () => createIpc(ipcMain as unknown as IpcPort, log.child('ipc')))
  const power = run('power', () => watchPower(log.child('power')))
  quit.atEnd('power', () => power.stop())

  const feed = createFeed(events => ipc.broadcast('feed', { events }))
  const connection = run('connection', () =>
    createConnection({
      address,
      session,
      feed,
      log: log.child('connection'),
      idleSeconds: power.idleSeconds,
      isOnline: power.isOnline,
    }),
  )
  quit.atEnd('connection', () => connection.stop())
  power.onReturn(() => void connection.check())
  ipc.onGone(windowId => connection.dropWindow(windowId))

  run('gateway', () => {
    const gateway = createGateway({
      ui: env.devServer
        ? uiFromDevServer(env.devServer, fetchFromServer)
        : uiFolder(join(env.root, 'out/renderer')),
      client,
      attachments: createAttachmentRoute({
        attachments: local.attachments,
        signedIn: () => local.scope() !== null,
        log: log.child('attachments'),
      }),
      log: log.child('gateway'),
    })
    protocol.handle(APP_SCHEME, gateway)
    guardSession(electronSession.defaultSession, log.child('security'))
  })

  run('handlers', () => {
    ipc.handleAll(
      makeHandlers({
        info: {
          version: app.getVersion(),
          platform: process.platform,
          host: env.host,
          locale: app.getLocale(),
        },
        session,
        connection,
        feed,
        settings,
        local,
        reload: windowId => webContents.fromId(windowId)?.reload(),
        openExternal: url => openExternal(url, log),
        log,
      }),
    )
    session.onChange(state => ipc.broadcast('sessionChanged', state))
    connection.onChange(state => ipc.broadcast('connectionChanged', state))
    settings.onPreferences(value => {
      nativeTheme.themeSource = value.theme
      ipc.broadcast('preferencesChanged', value)
    })
    session.onEnding('socket', () => connection.leave())
    session.onEnding('storage', () => electronSession.defaultSession.clearStorageData())
    quit.atEnd('ipc', () => ipc.dispose())
  })

  run('windows', () => {
    setMenu(process.platform)
    const console_ = openConsoleWindow({
      preload: join(env.root, 'out/preload/console.cjs'),
      icon: null,
      settings,
      register: window => ipc.register(window.webContents, 'console'),
      log: log.child('window'),
    })
    recoverWindow(console_.window, texts, () => app.quit(), log.child('window'))
    app.on('second-instance', () => console_.reveal())
    app.on('activate', () => console_.reveal())
    app.on('window-all-closed', () => app.quit())
    reportRecoveredSettings(settings.recoveredFrom, dialog, texts(), console_.window)
  })

  connection.start()
  stages.report(log)
  await session.start()
}
