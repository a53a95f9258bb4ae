/** The console window: where it opens, when it shows, what it loads. */
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from '../gateway/guard'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import { MIN_SIZE, placeWindow } from './bounds'
import { displaysOf, rememberBounds } from './remember-bounds'

/** Behind the page until it has painted; the palette's `layout` of each mode (src/app/theme/palette.ts). */
export const BACKGROUND = { light: '#f2f4f5', dark: '#101214' } as const
/** On some Wayland desktops `ready-to-show` never comes (design/electron.md section 10). */
const SHOW_ANYWAY_MS = 4_000
const KEY = 'console'

export interface ConsoleWindow {
  readonly window: BrowserWindow
  /** Brings it to the front, opening it again when it was minimised. */
  reveal(): void
}

/** @param preload absolute path of out/preload/console.cjs. */
export function openConsoleWindow(deps: {
  preload: string
  icon: string | null
  settings: SettingsStore
  register: (window: BrowserWindow) => void
  log: Log
  path?: string
  /** The window waits in the tray until it is asked for. */
  hidden?: boolean
}): ConsoleWindow {
  const { settings, log } = deps
  const place = placeWindow(settings.bounds(KEY), displaysOf(screen))
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
      preload: deps.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
    },
  })
  deps.register(window)
  // A lone Alt must not open a menu under the agent's typing.
  if (process.platform !== 'darwin') window.setMenu(null)
  rememberBounds(window, KEY, settings, screen)

  let shown = false
  const show = (why: string) => {
    if (shown || window.isDestroyed()) return
    shown = true
    clearTimeout(anyway)
    if (place.maximized) window.maximize()
    window.show()
    log.info('window shown', { why })
  }
  const anyway = deps.hidden ? undefined : setTimeout(() => show('fallback'), SHOW_ANYWAY_MS)
  if (!deps.hidden) window.once('ready-to-show', () => show('painted'))
  window.on('closed', () => clearTimeout(anyway))
  window
    .loadURL(`${APP_ORIGIN}${deps.path ?? '/'}`)
    .catch(error => log.error('the console did not load', { error }))

  return {
    window,
    reveal() {
      if (window.isDestroyed()) return
      if (window.isMinimized()) window.restore()
      if (!shown && place.maximized) window.maximize()
      shown = true
      window.show()
      window.focus()
    },
  }
}
