/**
 * How every window a person sees is made: where it opens, what its page may not do, when it shows. What kind of window it
 * is, and what belongs to it, is the caller's matter.
 */
import { BrowserWindow, nativeImage, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from '../gateway/guard'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import { type Area, MIN_SIZE, rescued } from './bounds'
import { followPageIcon } from './page-icon'
import { displaysOf, rememberBounds } from './remember-bounds'
import { followZoomKeys } from './zoom'

/** Behind the page until it has painted; the palette's `layout` of each mode (src/app/theme/palette.ts). */
const BACKGROUND = { light: '#f2f4f5', dark: '#101214' } as const
/** On some Wayland desktops `ready-to-show` never comes. */
const SHOW_ANYWAY_MS = 4_000

export interface WindowOptions {
  /** Under which its place is remembered. */
  key: string
  place: Area & { maximized: boolean }
  /** Absolute path. */
  preload: string
  icon: string | null
  spellcheck: boolean
  /** Path and query of its page. */
  path: string
  /** It waits in the tray until it is asked for. */
  hidden?: boolean
  settings: SettingsStore
  /** Makes it known to the bridge, before its page is loaded. */
  register: (window: BrowserWindow) => void
  log: Log
}

export interface OpenWindow {
  readonly window: BrowserWindow
  /** Brings it to the front, opening it again when it was minimised. */
  reveal(): void
}

/** In front of everything, with the keyboard; only ever after a person asked for it. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  // The system moves visible windows when a display goes; one that was hidden or minimised stays where nobody sees it.
  const place = rescued(window.getNormalBounds(), displaysOf(screen))
  if (place) window.setBounds(place)
  window.show()
  window.focus()
}

export function openWindow(options: WindowOptions): OpenWindow {
  const { key, place, settings, log } = options
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
    ...(options.icon ? { icon: options.icon } : {}),
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: options.spellcheck,
    },
  })
  options.register(window)
  // A lone Alt must not open a menu under the agent's typing.
  if (process.platform !== 'darwin') {
    window.setMenu(null)
    followZoomKeys(window.webContents)
  }
  rememberBounds(window, key, settings, screen)
  // macOS knows no icon of a window.
  if (process.platform !== 'darwin')
    followPageIcon(window, address => nativeImage.createFromDataURL(address), options.icon, log)

  let shown = false
  const show = (why: string) => {
    if (shown || window.isDestroyed()) return
    shown = true
    clearTimeout(anyway)
    if (place.maximized) window.maximize()
    window.show()
    log.info('window shown', { kind: key, why })
  }
  const anyway = options.hidden ? undefined : setTimeout(() => show('fallback'), SHOW_ANYWAY_MS)
  if (!options.hidden) window.once('ready-to-show', () => show('painted'))
  window.on('closed', () => clearTimeout(anyway))
  window
    .loadURL(`${APP_ORIGIN}${options.path}`)
    .catch(error => log.error('a page did not load', { kind: key, error }))

  return {
    window,
    reveal() {
      if (window.isDestroyed()) return
      if (!shown && place.maximized) window.maximize()
      shown = true
      bringToFront(window)
    },
  }
}
