/** The console window in the life of the app: opened once, revealed by a second start, its end is the app's end. */
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { reportRecoveredSettings } from '../boot-dialogs'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import { setMenu } from '../menu'
import type { SettingsStore } from '../settings/settings'
import { textsFor } from '../texts'
import { type ConsoleWindow, openConsoleWindow } from '../windows/console-window'
import { recoverWindow } from '../windows/recovery'

export function openConsole(deps: {
  env: Environment
  settings: SettingsStore
  ipc: Ipc
  log: Log
}): ConsoleWindow {
  const { settings, ipc, log } = deps
  const texts = () => textsFor(settings.preferences().language)
  setMenu(process.platform)
  const own = openConsoleWindow({
    preload: join(deps.env.root, 'out/preload/console.cjs'),
    // Windows and macOS take the icon from the program itself.
    icon: process.platform === 'linux' ? join(deps.env.resources, 'icons/app.png') : null,
    settings,
    register: window => ipc.register(window.webContents, 'console'),
    log: log.child('window'),
  })
  recoverWindow(own.window, texts, () => app.quit(), log.child('window'))
  app.on('second-instance', () => own.reveal())
  app.on('activate', () => own.reveal())
  app.on('window-all-closed', () => app.quit())
  reportRecoveredSettings(settings.recoveredFrom, dialog, texts(), own.window)
  return own
}
