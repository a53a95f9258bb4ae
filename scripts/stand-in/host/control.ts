import { timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Display } from 'electron'
import { type WebSocket, WebSocketServer } from 'ws'
import { app, atExit } from './app'
import { autoUpdater } from './auto-updater'
import type { BrowserWindowHost } from './browser-window'
import { bus, history, say } from './bus'
import { answerDialog, openDialogs } from './dialog'
import { makeEvent } from './event'
import { ipcMain } from './ipc-main'
import { describeMenu, MenuHost, pressItem, shownPopup } from './menu'
import { activate, notificationByNumber, notificationList, notificationPolicy } from './notification'
import { pendingPages } from './openers'
import { printed } from './pdf'
import { keyring } from './safe-storage'
import { clipboard } from './shell'
import * as around from './surroundings'
import { nativeTheme, powerMonitor, screen } from './surroundings'
import { trayList } from './tray'
import { utilityList } from './utility-process'
import { focusedWindow, focusOn, windowManager, windows } from './window-manager'

let collect: (() => void) | null = null

/** A full collection without a flag at the start: the flag is set for the new context alone. */
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

const listenersOf = (emitter: unknown): number => {
  const host = emitter as EventEmitter
  return host.eventNames().reduce((sum, name) => sum + host.listenerCount(name), 0)
}

/** What main holds after a collection: heap in bytes, timers that keep it alive, listeners of Electron's emitters. */
function resources() {
  collectGarbage()
  collectGarbage()
  const emitters = [app, process, ipcMain, powerMonitor, nativeTheme, screen]
  const pages = [...windows.values()].flatMap(window => [window, window.webContents])
  return {
    heapBytes: process.memoryUsage().heapUsed,
    timers: process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length,
    listeners: [...emitters, ...pages].reduce((sum, emitter) => sum + listenersOf(emitter), 0),
    windows: windows.size,
  }
}

function windowById(id: number): BrowserWindowHost {
  const window = windows.get(id)
  if (!window) throw new Error(`no window ${id}`)
  return window
}

function tray() {
  const [first] = trayList()
  if (!first) throw new Error('main made no tray')
  return first
}

const windowOr = (id?: number) => (id === undefined ? focusedWindow() : windowById(id))

/** What a test may ask or do; names and arguments as in tests/e2e/fixtures/control.ts. */
const verbs = {
  pages: () => pendingPages(),
  pageClosed: (id: number) => windowManager.pageClosed(id),
  windows: () => [...windows.values()].map(window => window.snapshot()),
  closeWindow: (id: number) => windowById(id).close(),
  focusWindow: (id: number | null) => focusOn(id === null ? null : windowById(id)),
  minimizeWindow: (id: number) => windowById(id).minimize(),
  restoreWindow: (id: number) => windowById(id).restore(),
  maximizeWindow: (id: number) => windowById(id).maximize(),
  moveWindow: (id: number, bounds: Partial<Electron.Rectangle>) => windowById(id).setBounds(bounds),
  crashWindow: (id: number) => windowById(id).webContents.crash('crashed'),
  hangWindow: (id: number, hung: boolean) => void windowById(id).emit(hung ? 'unresponsive' : 'responsive'),
  history: (kind?: string) => history(kind),
  app: () => app.snapshot(),
  tray: () => trayList()[0]?.snapshot() ?? null,
  pressTray: (kind = 'click') => tray().press(kind),
  chooseTray: (where: string | string[]) => tray().choose(where),
  menu: () => {
    const menu = MenuHost.getApplicationMenu()
    return menu ? describeMenu(menu) : null
  },
  pressMenu: (where: string | string[], id?: number) =>
    pressItem(MenuHost.getApplicationMenu(), where, windowOr(id)),
  popup: () => {
    const menu = shownPopup()
    return menu ? describeMenu(menu) : null
  },
  pressPopup: (where: string | string[], id?: number) => pressItem(shownPopup(), where, windowOr(id)),
  notifications: () => notificationList().map(one => one.snapshot()),
  clickNotification: (number: number) => notificationByNumber(number).click(),
  actNotification: (number: number, index: number) => notificationByNumber(number).act(index),
  replyNotification: (number: number, text: string) => notificationByNumber(number).reply(text),
  dismissNotification: (number: number, reason = 'userCanceled') =>
    notificationByNumber(number).dismiss(reason),
  setNotificationPolicy: (policy: Partial<typeof notificationPolicy>) =>
    void Object.assign(notificationPolicy, policy),
  activateToast: (details: unknown) => activate(details),
  dialogs: () => openDialogs(),
  answerDialog: (kind: string, answer: unknown) => answerDialog(kind, answer),
  printed: (id: number, base64: string | null) => printed(id, base64),
  power: (name: string) => around.powerEvent(name),
  setIdle: (seconds: number) => {
    around.powerMonitor.idleSeconds = seconds
  },
  setOnline: (online: boolean) => around.setOnline(online),
  setSystemDark: (dark: boolean) => around.theme.setSystemDark(dark),
  setMedia: (status: Record<string, string>) => void Object.assign(around.media, status),
  setDisplays: (displays: (Electron.Rectangle & { id: number; scaleFactor?: number })[]) =>
    around.setDisplays(
      displays.map(({ id, scaleFactor, ...bounds }): Display => around.makeDisplay(id, bounds, scaleFactor)),
    ),
  setKeyring: (change: Partial<typeof keyring>) => void Object.assign(keyring, change),
  secondInstance: (argv: string[], cwd = process.cwd()) =>
    void app.emit('second-instance', makeEvent(), [process.execPath, ...argv], cwd, null),
  openUrl: (url: string) => void app.emit('open-url', makeEvent(), url),
  activate: () => void app.emit('activate', makeEvent(), windows.size > 0),
  shortcuts: () => around.shortcutList(),
  pressShortcut: (accelerator: string) => around.pressShortcut(accelerator),
  readClipboard: () => clipboard.readText(),
  writeClipboard: (text: string) => clipboard.writeText(text),
  resources: () => resources(),
  utilities: () => utilityList().map(one => one.snapshot()),
  quit: () => app.quit(),
  quitAndInstall: () => autoUpdater.quitAndInstall(),
}

/** The verbs of the control channel, for the typed client of the fixtures. */
export type ControlVerbs = typeof verbs

function authorised(header: string | undefined, secret: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${secret}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function answer(socket: WebSocket, text: string): Promise<void> {
  const { id, verb, args } = JSON.parse(text) as { id: number; verb: string; args: unknown[] }
  try {
    const run = Object.hasOwn(verbs, verb)
      ? (verbs as Record<string, (...a: unknown[]) => unknown>)[verb]
      : null
    if (!run) throw new Error(`no control verb ${verb}`)
    socket.send(JSON.stringify({ id, value: (await run(...args)) ?? null }))
  } catch (error) {
    socket.send(JSON.stringify({ id, error: error instanceof Error ? error.message : String(error) }))
  }
}

/**
 * Opens the control channel on a loopback port of its own and prints its address. Whoever knows the secret
 * (TURNO_STAND_IN_CONTROL, sent as a bearer token) may play the person and the desktop.
 */
export async function startControl(secret: string): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.origin !== undefined || !authorised(request.headers.authorization, secret)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, client => {
      client.on('message', data => void answer(client, String(data)))
      client.on('error', error => say(`control channel: ${error.message}`))
    })
  })
  bus.on('happening', happening => {
    const text = JSON.stringify({ event: 'happening', data: happening })
    for (const client of sockets.clients) client.send(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  say(`control ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  atExit.push(() => server.close())
}
