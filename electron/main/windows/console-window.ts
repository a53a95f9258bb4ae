/** The console window: one, at the place it was left. */
import { type BrowserWindow, screen } from 'electron'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import { placeWindow } from './bounds'
import { type OpenWindow, openWindow } from './open-window'
import { displaysOf } from './remember-bounds'

const KEY = 'console'

export type ConsoleWindow = OpenWindow

/** @param preload absolute path of out/preload/console.cjs. */
export const openConsoleWindow = (deps: {
  preload: string
  icon: string | null
  settings: SettingsStore
  register: (window: BrowserWindow) => void
  log: Log
  path?: string
  /** The window waits in the tray until it is asked for. */
  hidden?: boolean
}): ConsoleWindow =>
  openWindow({
    ...deps,
    key: KEY,
    place: placeWindow(deps.settings.bounds(KEY), displaysOf(screen)),
    spellcheck: true,
    path: deps.path ?? '/',
  })
