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
import { createGateway } from '../gateway/gateway'
import { APP_SCHEME } from '../gateway/guard'
import { createSeen } from '../gateway/seen'
import { uiFolder, uiFromDevServer } from '../gateway/ui-files'
import { createVideos } from '../gateway/videos'
import { makeHandlers } from '../ipc/handlers'
import type { LocalAnswer } from '../local-answer'
import type { Log } from '../log/log'
import { openStore } from '../settings/open-store'
import { guardSession, openExternal, openNetworkSettings } from '../windows/security'
import { introducePlayer } from '../windows/video-referrer'
import { type Parts, part } from './parts'

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
function openCopilot(
  { env, server, network, sync }: Pick<Parts, 'env' | 'server' | 'network' | 'sync'>,
  log: Log,
): LocalAnswer {
  const { client, session } = server
  const { db, cache, words, scope } = sync.local
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
    fetch: network.fetch,
    log,
  })
  return async (request, path) =>
    client.facts()?.capabilities.copilot === 'equivalent' ? await copilot(request, path) : null
}

export const gateway = part(
  'gateway',
  ['env', 'server', 'network', 'sync', 'microphone', 'notifications', 'log'],
  needs => {
    const { env, server, network, sync, microphone, notifications, log } = needs
    const answer = createGateway({
      ui: env.devServer
        ? uiFromDevServer(env.devServer, network.fetch)
        : uiFolder(join(env.root, 'out/renderer')),
      client: server.client,
      attachments: createAttachmentRoute({
        attachments: sync.local.attachments,
        signedIn: () => sync.local.scope() !== null,
        log: log.child('attachments'),
      }),
      sounds: createSoundRoute(env.resources),
      pictures: server.pictures.answer,
      videos: createVideos({ fetch: network.fetch, log: log.child('videos') }).answer,
      localChanges: createLocalChanges(notifications.localChange, notifications.made),
      asked: sync.listReadings.asked,
      added: sync.local.words.answer,
      seen: createSeen(sync.local.cache),
      local: [openCopilot(needs, log.child('copilot')), sync.reminders, sync.views, sync.macros],
      log: log.child('gateway'),
    })
    protocol.handle(APP_SCHEME, answer)
    introducePlayer(electronSession.defaultSession)
    guardSession(
      electronSession.defaultSession,
      request => microphone.mayListen(request),
      log.child('security'),
    )
  },
)

export const bridge = part(
  'bridge',
  [
    ...([
      'env',
      'server',
      'network',
      'sync',
      'settings',
      'ipc',
      'microphone',
      'second',
      'notifications',
    ] as const),
    ...(['updates', 'downloads', 'spelling', 'pairing', 'shortcut', 'log'] as const),
  ],
  needs => {
    const { env, server, network, sync, settings, ipc, updates, log } = needs
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
          host: env.host,
          locale: app.getLocale(),
        },
        ...needs,
        ...sync,
        session: server.session,
        servers: server.servers,
        keeping: server.keeping,
        recovery: server.recovery,
        reload: windowId => webContents.fromId(windowId)?.reload(),
        quit: () => app.quit(),
        openExternal: url => openExternal(url, log),
        openNetworkSettings: () => openNetworkSettings(process.platform),
        diagnostics: createDiagnostics({
          env,
          version: app.getVersion(),
          locale: app.getLocale(),
          server,
          sync,
          updates,
          preferences: settings.preferences,
          kept: () => keptData(sync.local, copies()),
          sandboxed: !app.commandLine.hasSwitch('no-sandbox'),
          crashFolder: app.getPath('crashDumps'),
          log,
        }),
        clearCache: () => defaultSession.clearCache(),
        openPath: path => shell.openPath(path),
        copies,
      }),
    )
    network.questions.onChange(state => ipc.broadcast('networkAsked', state))
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
  },
)
