/** What main is made of beyond its first steps, in the order of the start; read while the server of this computer starts. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  session as electronSession,
  globalShortcut,
  Menu,
  nativeTheme,
} from 'electron'
import { OWN_KEY } from '../../../src/contract'
import { askAboutUnsent } from '../boot-dialogs'
import { openIpc } from '../ipc/open'
import { type ComponentList, listOf } from '../pairing/list'
import { createPairing } from '../pairing/pairing'
import { readRegistry } from '../pairing/registry'
import { openStore } from '../settings/open-store'
import { openSettings } from '../settings/settings'
import { pressedMenu } from '../spelling/context-menu'
import { createSpelling, type Speller } from '../spelling/spelling'
import { createSystemShortcut } from '../system/global-shortcut'
import { languageOf, textsFor } from '../texts'
import type { ConsoleWindow } from '../windows/console-window'
import { recoverWindow } from '../windows/recovery'
import { createSecondWindows } from '../windows/second-windows'
import { windows } from './console'
import { downloads } from './downloads'
import { microphone } from './microphone'
import { notifications } from './notifications'
import { part } from './parts'
import { server } from './server-access'
import { bridge, gateway } from './surface'
import { sync } from './sync'
import { updates } from './updates'

/** The keyboard shortcut of the whole system that shows Turno. */
const shortcut = part('shortcut', ['settings', 'consoleHandle', 'log'], (needs, atEnd) => {
  const { settings, consoleHandle, log } = needs
  const chord = createSystemShortcut({
    shortcuts: globalShortcut,
    onPress: consoleHandle.reveal,
    log: log.child('shortcut'),
  })
  const follow = () => chord.follow(settings.preferences().globalShortcut)
  follow()
  settings.onPreferences(follow)
  atEnd(() => chord.stop())
  return chord
})

/** The component that pairs numbers. */
const pairing = part('pairing', ['env', 'server', 'network', 'ipc', 'log'], (needs, atEnd) => {
  const { env, server, network, ipc } = needs
  const log = needs.log.child('pairing')
  let list: Promise<ComponentList> | null = null
  const read = async (): Promise<ComponentList> =>
    listOf(
      env.pairingList === undefined
        ? (await import('virtual:pairing-list')).default
        : JSON.parse(await readFile(env.pairingList, 'utf8')),
    )
  const component = createPairing({
    list: () => (list ??= read()),
    workspace: () => (server.address.key === OWN_KEY ? server.workspaceFolder() : null),
    registry: readRegistry(env.configPlaces, { variable: env.registry, npm: env.npmRegistry }, log),
    fetch: network.fetch,
    client: server.client,
    log,
  })
  component.onChange(state => ipc.broadcast('pairingChanged', state))
  // Another server is offered other things.
  server.servers.onChange(() => void component.state().then(state => ipc.broadcast('pairingChanged', state)))
  atEnd(() => component.stop())
  return component
})

/** Spelling, and the context menu. */
const spelling = part('spelling', ['settings', 'ipc', 'log'], ({ settings, ipc, log }) => {
  const checker = createSpelling({
    speller: electronSession.defaultSession as unknown as Speller,
    preferences: settings.preferences(),
    onChange: state => ipc.broadcast('spellingChanged', state),
    log: log.child('spelling'),
  })
  settings.onPreferences(checker.follow)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_pressed, params) => {
      const items = pressedMenu(
        params,
        {
          correct: word => contents.replaceMisspelling(word),
          learn: checker.learn,
          copy: text => void clipboard.writeText(text),
          copyImage: () => contents.copyImageAt(params.x, params.y),
          // As every download: named, kept out of harm's way, listed (electron/main/downloads).
          saveImage: url => contents.downloadURL(url),
        },
        settings.preferences().language,
      )
      const window = BrowserWindow.fromWebContents(contents)
      if (items.length > 0) Menu.buildFromTemplate(items).popup(window ? { window } : {})
    })
  })
  return checker
})

/** The windows beside the console; they end with the session. */
const second = part('second', ['env', 'server', 'settings', 'ipc', 'line', 'log'], needs => {
  const { env, server, settings, ipc, line } = needs
  const log = needs.log.child('second')
  const windows = createSecondWindows({
    preloadOf: kind => join(env.root, `out/preload/${kind === 'popout' ? 'popout' : 'spy'}.cjs`),
    icon: process.platform === 'linux' ? join(env.resources, 'icons/app.png') : null,
    settings,
    onWall: line.awake.wall,
    user: () => server.session.state().user,
    register(window, kind) {
      ipc.register(window.webContents, kind)
      recoverWindow(
        window,
        () => {
          const texts = textsFor(settings.preferences().language)
          return { ...texts, quit: texts.closeWindow }
        },
        () => window.close(),
        log,
      )
    },
    navigate: (windowId, path) => ipc.sendTo(windowId, 'navigate', { path }),
    log,
  })
  server.session.onEnding('windows', () => windows.closeAll())
  return windows
})

/** The console window for those who begin before it is there: it is brought to the front, or sent to a screen. */
const consoleHandle = part('consoleHandle', ['ipc'], ({ ipc }) => {
  let own: ConsoleWindow | null = null
  return {
    attach(console) {
      own = console
    },
    window: () => own?.window ?? null,
    go(path) {
      if (!own || own.window.isDestroyed()) return
      const { webContents } = own.window
      const sendPath = () => ipc.sendTo(webContents.id, 'navigate', { path })
      // Navigating first: what comes to the front is already the right place.
      if (webContents.isLoading()) webContents.once('did-finish-load', sendPath)
      else sendPath()
      own.reveal()
    },
    reveal: () => own?.reveal(),
  }
})

/** What this computer's person has chosen; some of it holds before any window is there. */
const settings = part('settings', ['env', 'line', 'log'], ({ env, line, log }, atEnd) => {
  const store = openSettings({
    dataDir: env.dataDir,
    language: languageOf(app.getLocale()),
    open: openStore,
    log: log.child('settings'),
  })
  atEnd(() => store.flush())
  nativeTheme.themeSource = store.preferences().theme
  line.awake.allow(store.preferences().stayAwake)
  store.onPreferences(({ stayAwake }) => line.awake.allow(stayAwake))
  return store
})

/** How long the end waits for messages that may still be taken back, milliseconds: else they would wait for the next start. */
const FLUSH_MS = 2_000

const ipc = part('ipc', ['log'], ({ log }) => openIpc(log.child('ipc')))

const trayHost = part('trayHost', ['askedTrayHost'], async ({ askedTrayHost }, atEnd) => {
  const host = await askedTrayHost
  atEnd(() => host.stop())
  return host
})

/** Begins the work with the server once all the rest is there, and is the first to end, with all the rest still there. */
const work = part('work', ['ipc', 'sync', 'settings', 'quit'], ({ ipc, sync, settings, quit }, atEnd) => {
  const { outbox } = sync.local
  atEnd(() => ipc.dispose())
  atEnd(() => outbox.flushHeldMessages(FLUSH_MS), FLUSH_MS + 500)
  quit.askFirst(() => askAboutUnsent(outbox, dialog, textsFor(settings.preferences().language)))
  sync.socket.start()
})

export const PARTS = [
  settings,
  server,
  ipc,
  sync,
  trayHost,
  microphone,
  consoleHandle,
  second,
  notifications,
  updates,
  gateway,
  downloads,
  spelling,
  pairing,
  shortcut,
  bridge,
  windows,
  work,
]
