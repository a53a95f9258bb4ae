/**
 * Windows beside the console: a spied ticket, the wall, a ticket popped out. They load the console's own build through
 * another page, live on the one session and the one socket of main, and end with the session or with the console
 * (issue 4 "The second monitor"; design/electron.md section 7).
 */
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { holds, type User } from '../../../src/contract'
import { MainError } from '../errors'
import { APP_ORIGIN } from '../gateway/guard'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import { MIN_SIZE } from './bounds'
import { BACKGROUND, type ConsoleWindow } from './console-window'
import { createWindowRegistry } from './registry'
import { displaysOf, rememberBounds } from './remember-bounds'
import { placeSecond, type SecondKind } from './second-bounds'

/** On some Wayland desktops `ready-to-show` never comes (design/electron.md section 10). */
const SHOW_ANYWAY_MS = 4_000

export interface SecondWindows {
  /** @throws MainError ERR_NO_PERMISSION for who may not spy; the ticket itself is judged by the server. */
  spy(ticketId: number): void
  /** @throws MainError ERR_NO_PERMISSION for who may not spy. */
  wall(): void
  /** @throws MainError ERR_NO_PERMISSION when nobody is signed in. */
  popOut(uuid: string): void
  showTicket(uuid: string): void
  /** Closes the window of that page, if it is one of these. */
  close(windowId: number): void
  closeAll(): void
  /** Says which window is the console: tickets are shown there, and its end is theirs. */
  attach(console: ConsoleWindow): void
}

export function createSecondWindows(deps: {
  preloadOf: (kind: SecondKind) => string
  icon: string | null
  settings: SettingsStore
  user: () => User | null
  register: (window: BrowserWindow, kind: SecondKind) => void
  /** Asks a page of the console to show a route. */
  navigate: (windowId: number, path: string) => void
  log: Log
}): SecondWindows {
  const { settings, log } = deps
  const windows = createWindowRegistry<BrowserWindow>()
  let main: ConsoleWindow | null = null

  const open = (kind: SecondKind, query: Record<string, string>): BrowserWindow => {
    const newest = windows.list(`${kind}:`).at(-1)
    const place = placeSecond(kind, settings.bounds(kind), displaysOf(screen), newest?.getBounds() ?? null)
    const window = new BrowserWindow({
      x: place.x,
      y: place.y,
      width: place.width,
      height: place.height,
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      show: false,
      title: 'Turno',
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      ...(deps.icon ? { icon: deps.icon } : {}),
      webPreferences: {
        preload: deps.preloadOf(kind),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: kind === 'popout',
      },
    })
    deps.register(window, kind)
    if (process.platform !== 'darwin') window.setMenu(null)
    rememberBounds(window, kind, settings, screen)
    let shown = false
    const show = () => {
      if (shown || window.isDestroyed()) return
      shown = true
      clearTimeout(anyway)
      if (place.maximized) window.maximize()
      window.show()
    }
    const anyway = setTimeout(show, SHOW_ANYWAY_MS)
    window.once('ready-to-show', show)
    window.on('closed', () => clearTimeout(anyway))
    window
      .loadURL(`${APP_ORIGIN}/second.html?${new URLSearchParams(query)}`)
      .catch(error => log.error('a second window did not load', { kind, error }))
    log.info('second window opened', { kind })
    return window
  }

  const reveal = (window: BrowserWindow) => {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  const mustSpy = () => {
    const user = deps.user()
    if (!user || !holds(user, 'tickets:spy'))
      throw new MainError('ERR_NO_PERMISSION', 'This user may not look on')
  }

  return {
    spy(ticketId) {
      mustSpy()
      windows.show(`spy:${ticketId}`, () => open('spy', { view: 'spy', ticket: String(ticketId) }), reveal)
    },
    wall() {
      mustSpy()
      windows.show('wall:', () => open('wall', { view: 'wall' }), reveal)
    },
    popOut(uuid) {
      if (!deps.user()) throw new MainError('ERR_NO_PERMISSION', 'Nobody is signed in')
      windows.show(`popout:${uuid}`, () => open('popout', { view: 'popout', ticket: uuid }), reveal)
    },
    showTicket(uuid) {
      if (!main || main.window.isDestroyed()) return
      deps.navigate(main.window.webContents.id, `/tickets/${encodeURIComponent(uuid)}`)
      main.reveal()
    },
    close(windowId) {
      for (const window of windows.list()) if (window.webContents.id === windowId) window.close()
    },
    closeAll: () => windows.closeAll(),
    attach(console) {
      main = console
      console.window.on('closed', () => windows.closeAll())
    },
  }
}
