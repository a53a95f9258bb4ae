/** What windows can reach: the gateway behind `app://turno` and the verbs and events of the bridge. */
import { join } from 'node:path'
import {
  app,
  session as electronSession,
  nativeTheme,
  protocol,
  safeStorage,
  shell,
  webContents,
} from 'electron'
import { createAttachmentRoute } from '../attachments/route'
import { createLocalChanges } from '../attention/local-changes'
import { createSoundRoute } from '../attention/sounds'
import { createCalls } from '../copilot/calls'
import { createLocalCopilot } from '../copilot/copilot'
import { createGrounding } from '../copilot/grounding'
import { readCopilotPolicy } from '../copilot/policy'
import { openCopilotSettings } from '../copilot/settings'
import { createSummaries } from '../copilot/summaries'
import { keptData } from '../data/kept'
import { eraseCrashDumps } from '../diagnostics/crash-dumps'
import { createDiagnostics } from '../diagnostics/diagnostics'
import type { Downloads } from '../downloads/downloads'
import type { Environment } from '../environment'
import { createGateway } from '../gateway/gateway'
import { APP_SCHEME } from '../gateway/guard'
import { createSeen } from '../gateway/seen'
import { uiFolder, uiFromDevServer } from '../gateway/ui-files'
import { createVideos } from '../gateway/videos'
import { makeHandlers } from '../ipc/handlers'
import type { Ipc } from '../ipc/ipc'
import type { LocalAnswer } from '../local-answer'
import type { Log } from '../log/log'
import type { Microphone } from '../microphone/microphone'
import type { Network } from '../network/network'
import type { Pairing } from '../pairing/pairing'
import { openStore } from '../settings/open-store'
import type { SettingsStore } from '../settings/settings'
import type { Spelling } from '../spelling/spelling'
import type { SystemShortcut } from '../system/global-shortcut'
import type { Updates } from '../updates/updates'
import type { SecondWindows } from '../windows/second-windows'
import { guardSession, openExternal, openNetworkSettings } from '../windows/security'
import { introducePlayer } from '../windows/video-referrer'
import type { Notifications } from './notifications'
import type { ServerAccess } from './server-access'
import type { Sync } from './sync'

/** Everything Chromium stores but `localstorage`. */
const EMPTIED_STORAGES = [
  'cookies',
  'filesystem',
  'indexdb',
  'shadercache',
  'serviceworkers',
  'cachestorage',
] as const

/** The copilot of this computer, which works only where the server in use has none. */
function openCopilot(deps: {
  env: Environment
  server: ServerAccess
  network: Network
  sync: Sync
  log: Log
}): LocalAnswer {
  const { env, server, sync } = deps
  const { client, session } = server
  const { db, cache, words, scope } = sync.local
  const log = deps.log.child('copilot')
  const copilot = createLocalCopilot({
    settings: openCopilotSettings({
      dataDir: env.dataDir,
      open: openStore,
      keyring: safeStorage,
      policy: readCopilotPolicy(env.configPlaces, log),
      log,
    }),
    calls: createCalls({ db, scope, almostUsed: sync.copilotChanged }),
    grounding: createGrounding({ client, cache, log }),
    summaries: createSummaries({ db, cache, scope }),
    words,
    client,
    cache,
    tell: sync.tell,
    scope,
    user: () => session.state().user,
    fetch: deps.network.fetch,
    log,
  })
  return async (request, path) =>
    client.facts()?.capabilities.copilot === 'equivalent' ? await copilot(request, path) : null
}

export function openGateway(deps: {
  env: Environment
  server: ServerAccess
  network: Network
  sync: Sync
  microphone: Microphone
  notifications: Notifications
  log: Log
}): void {
  const { env, server, sync, log } = deps
  const gateway = createGateway({
    ui: env.devServer
      ? uiFromDevServer(env.devServer, deps.network.fetch)
      : uiFolder(join(env.root, 'out/renderer')),
    client: server.client,
    attachments: createAttachmentRoute({
      attachments: sync.local.attachments,
      signedIn: () => sync.local.scope() !== null,
      log: log.child('attachments'),
    }),
    sounds: createSoundRoute(env.resources),
    pictures: server.pictures.answer,
    videos: createVideos({ fetch: deps.network.fetch, log: log.child('videos') }).answer,
    localChanges: createLocalChanges(deps.notifications.localChange, deps.notifications.made),
    asked: sync.listReadings.asked,
    added: sync.local.words.answer,
    seen: createSeen(sync.local.cache),
    local: [openCopilot(deps), sync.reminders, sync.views, sync.macros],
    log: log.child('gateway'),
  })
  protocol.handle(APP_SCHEME, gateway)
  introducePlayer(electronSession.defaultSession)
  guardSession(
    electronSession.defaultSession,
    request => deps.microphone.mayListen(request),
    log.child('security'),
  )
}

export function openBridge(deps: {
  env: Environment
  server: ServerAccess
  network: Network
  sync: Sync
  settings: SettingsStore
  ipc: Ipc
  microphone: Microphone
  second: SecondWindows
  notifications: Notifications
  updates: Updates
  downloads: Downloads
  spelling: Spelling
  pairing: Pairing
  shortcut: SystemShortcut
  log: Log
}): void {
  const { server, sync, settings, ipc, log } = deps
  const { defaultSession } = electronSession
  const copies = () => {
    const folder = server.workspaceFolder()
    return folder === null ? null : join(folder, 'copies')
  }
  ipc.handleAll(
    makeHandlers({
      info: {
        version: app.getVersion(),
        platform: process.platform,
        host: deps.env.host,
        locale: app.getLocale(),
      },
      ...sync,
      session: server.session,
      servers: server.servers,
      settings,
      reload: windowId => webContents.fromId(windowId)?.reload(),
      quit: () => app.quit(),
      network: deps.network,
      keeping: server.keeping,
      recovery: server.recovery,
      openExternal: url => openExternal(url, log),
      openNetworkSettings: () => openNetworkSettings(process.platform),
      microphone: deps.microphone,
      second: deps.second,
      notifications: deps.notifications,
      updates: deps.updates,
      downloads: deps.downloads,
      spelling: deps.spelling,
      pairing: deps.pairing,
      shortcut: deps.shortcut,
      diagnostics: createDiagnostics({
        env: deps.env,
        version: app.getVersion(),
        locale: app.getLocale(),
        server,
        sync,
        updates: deps.updates,
        preferences: settings.preferences,
        kept: () => keptData(sync.local, copies()),
        sandboxed: !app.commandLine.hasSwitch('no-sandbox'),
        crashFolder: app.getPath('crashDumps'),
        log,
      }),
      clearCache: () => defaultSession.clearCache(),
      openPath: path => shell.openPath(path),
      copies,
      log,
    }),
  )
  deps.network.questions.onChange(state => ipc.broadcast('networkAsked', state))
  server.keeping.onChange(state => ipc.broadcast('keepingChanged', state))
  server.servers.onChange(state => {
    ipc.broadcast('serversChanged', state)
    ipc.broadcast('socketChanged', sync.socket.state())
  })
  server.session.onChange(state => ipc.broadcast('sessionChanged', state))
  sync.socket.onChange(state => ipc.broadcast('socketChanged', state))
  settings.onPreferences(value => {
    // Also what a page sees before it has asked for the preferences (prefers-color-scheme).
    nativeTheme.themeSource = value.theme
    ipc.broadcast('preferencesChanged', value)
  })
  server.session.onEnding('data', reason => {
    if (reason === 'signedOut') eraseCrashDumps(app.getPath('crashDumps'))
  })
  server.session.onEnding('storage', async () => {
    // Not the pages' own storage: what of it goes, and what is the person's and stays, the page knows
    // (src/stores/browser-storage.ts).
    await defaultSession.clearStorageData({ storages: [...EMPTIED_STORAGES] })
    await defaultSession.clearCache()
  })
}
