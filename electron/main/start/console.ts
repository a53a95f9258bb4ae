/**
 * The console window: opened once, at the place an address names; revealed by a second start;
 * closing it ends the app or leaves it in the tray.
 */
import { join } from 'node:path'
import { app, dialog, Menu, powerMonitor } from 'electron'
import { offerRestart, reportRecoveredSettings } from '../boot-dialogs'
import { registerScheme } from '../deep-links/deep-links'
import type { Log } from '../log/log'
import { applicationMenu, dockMenu, jumpList, type MenuActions } from '../menu/template'
import { type MenuTexts, menuTexts } from '../menu/texts'
import {
  applyStartAtLogin,
  followProgram,
  MINIMISED_ARGUMENT,
  startsMinimised,
} from '../system/start-at-login'
import { keepReachable } from '../system/tray-host'
import { textsFor } from '../texts'
import { closeToTray, staysOpen } from '../windows/close-to-tray'
import { openConsoleWindow } from '../windows/console-window'
import { followFrameEscape } from '../windows/frame-escape'
import { recoverWindow } from '../windows/recovery'
import { endWithMachine, endWithSession } from '../windows/session-end'
import { part } from './parts'

/** Puts the menus where each system has them; they follow the language. */
function setMenus(platform: NodeJS.Platform, actions: MenuActions, texts: MenuTexts, log: Log): void {
  const template = applicationMenu(platform, actions, texts)
  Menu.setApplicationMenu(template ? Menu.buildFromTemplate(template) : null)
  if (platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(actions, texts)))
  if (platform === 'win32') {
    const refused = app.setJumpList(jumpList(process.execPath, texts))
    if (refused !== 'ok') log.warn('the task bar list was refused', { refused })
  }
}

export const windows = part(
  'windows',
  [
    ...(['env', 'settings', 'ipc', 'consoleHandle', 'second', 'notifications', 'trayHost'] as const),
    ...(['links', 'graphics', 'updates', 'quit', 'log'] as const),
  ],
  (needs, atEnd) => {
    const { env, settings, ipc, consoleHandle, notifications, links, updates, quit } = needs
    const { platform } = process
    const log = needs.log.child('window')
    const chosen = () => settings.preferences()
    const texts = () => textsFor(chosen().language)
    const hidden = startsMinimised(chosen().startAtLogin, process.argv, app, platform)
    const own = openConsoleWindow({
      preload: join(env.root, 'out/preload/console.cjs'),
      // Windows and macOS take the icon from the program itself.
      icon: platform === 'linux' ? join(env.resources, 'icons/app.png') : null,
      settings,
      register: window => ipc.register(window.webContents, 'console'),
      path: links.takeFirst() ?? '/',
      hidden,
      log,
    })
    needs.graphics.onGivenUp(() => void offerRestart(own.window, dialog, texts(), app))
    const quitAtOnce = (): void => {
      quit.askNobody()
      app.quit()
    }
    const end = { save: () => settings.flush(), quit: quitAtOnce, holdInstall: updates.hold }
    endWithSession(own.window, end)
    endWithMachine({ platform, monitor: powerMonitor, signals: process }, end)
    recoverWindow(own.window, texts, () => app.quit(), log)
    const { webContents } = own.window
    followFrameEscape(webContents, () => ipc.sendTo(webContents.id, 'frameEscaped', {}))
    consoleHandle.attach(own)
    needs.second.attach(own)
    notifications.attach(own)
    links.follow(consoleHandle.go)
    // A start into the tray of a desktop without one would be lost: the task bar then.
    if (hidden && !notifications.hasTray()) own.window.minimize()
    atEnd(keepReachable(own.window, needs.trayHost))
    closeToTray(own.window, {
      stays: () =>
        !quit.isQuitting() &&
        staysOpen(chosen().closeToTray, { platform, tray: notifications.hasTray(), host: env.host }),
      onStay() {
        if (settings.firstTime('tray')) notifications.explainTray()
      },
      mayEnd: quit.mayEnd,
    })

    const menus = () =>
      setMenus(
        platform,
        { go: consoleHandle.go, reload: () => own.window.webContents.reload() },
        menuTexts(chosen().language),
        log,
      )
    menus()
    registerScheme(app, log)
    let { startAtLogin, language } = chosen()
    // A run from source is not installed.
    if (app.isPackaged) followProgram(startAtLogin, { app, platform, env: process.env, log })
    // An AppImage is replaced at the end of the program, under the name of its version.
    updates.onMoved(file =>
      followProgram(chosen().startAtLogin, { app, platform, env: { ...process.env, APPIMAGE: file }, log }),
    )
    settings.onPreferences(next => {
      if (next.language !== language) menus()
      if (next.startAtLogin !== startAtLogin)
        applyStartAtLogin(next.startAtLogin, { app, platform, env: process.env, log })
      ;({ startAtLogin, language } = next)
    })

    // A start that asks for no window brings none to the front.
    app.on('second-instance', (_event, args) => {
      if (!args.includes(MINIMISED_ARGUMENT)) own.reveal()
    })
    app.on('activate', () => own.reveal())
    app.on('window-all-closed', () => {
      // An end of our own would run before the updater has handed the new version over.
      if (!quit.isUpdating()) app.quit()
    })
    reportRecoveredSettings(settings.recoveredFrom, dialog, texts(), own.window)
    return own
  },
)
