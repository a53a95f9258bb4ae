/**
 * Start at login: off, on, or on with the window left in the tray. Windows and macOS have
 * a call for it; Linux has the autostart folder of the desktop specification.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import type { Preferences } from '../../../src/contract'
import type { Log } from '../log/log'
import { ownAppImage } from '../updates/installed'

export type StartAtLogin = Preferences['startAtLogin']
/** Marks a start at login that the window stays in the tray. */
/** The program starts without showing its window. */
export const MINIMISED_ARGUMENT = '--minimised'

/** Where the desktop looks for programs to start (XDG autostart). */
export const autostartFile = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'turno.desktop')

/** One argument of an Exec line, quoted as the desktop entry specification asks. */
const quoted = (text: string): string =>
  `"${text.replace(/["`$\\]/g, sign => `\\${sign}`).replaceAll('\\', '\\\\')}"`.replaceAll('%', '%%')

/** The entry's text. @param command program and arguments. */
export const desktopEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Turno',
    `Exec=${command.map(quoted).join(' ')}`,
    'Icon=turno',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')

/** Program and arguments that start Turno again, as it was started. */
function ownCommand(app: Pick<App, 'isPackaged' | 'getAppPath'>, env: NodeJS.ProcessEnv): string[] {
  // An AppImage runs from a folder that is gone after the end; the file itself is named in the environment.
  const program = ownAppImage(env, process.execPath) ?? process.execPath
  return app.isPackaged ? [program] : [program, app.getAppPath()]
}

/** Brings the system in line with the choice. @throws nothing: an error is logged, the choice stays visible. */
export function applyStartAtLogin(
  choice: StartAtLogin,
  deps: { app: App; platform: NodeJS.Platform; env: NodeJS.ProcessEnv; log: Log },
): void {
  const { app, env, log } = deps
  const [program = process.execPath, ...args] = ownCommand(app, env)
  if (choice === 'minimised') args.push(MINIMISED_ARGUMENT)
  try {
    if (deps.platform !== 'linux') {
      app.setLoginItemSettings({ openAtLogin: choice !== 'off', path: program, args })
      return
    }
    const file = autostartFile(env)
    if (choice === 'off') rmSync(file, { force: true })
    else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, desktopEntry([program, ...args]), { mode: 0o644 })
    }
  } catch (error) {
    log.error('start at login could not be set', { choice, error })
  }
}

/**
 * Points the desktop's entry to the program that runs now: an update writes an AppImage under the name of its version and
 * deletes the old one (Linux). Whatever else the person changed in the entry stays, and an entry that is gone stays gone.
 */
export function followProgram(
  choice: StartAtLogin,
  deps: { app: App; platform: NodeJS.Platform; env: NodeJS.ProcessEnv; log: Log },
): void {
  if (deps.platform !== 'linux' || choice === 'off') return
  const file = autostartFile(deps.env)
  try {
    const text = readFileSync(file, 'utf8')
    const exec = desktopEntry([
      ...ownCommand(deps.app, deps.env),
      ...(choice === 'minimised' ? [MINIMISED_ARGUMENT] : []),
    ]).match(/^Exec=.*$/m)?.[0]
    if (!exec || text.match(/^Exec=.*$/m)?.[0] === exec) return
    writeFileSync(
      file,
      text.replace(/^Exec=.*$/m, () => exec),
      { mode: 0o644 },
    )
    deps.log.info('start at login follows the program')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    deps.log.error('start at login could not follow the program', { error })
  }
}

/** Whether this start leaves the window in the tray. */
export function startsMinimised(
  choice: StartAtLogin,
  argv: readonly string[],
  app: Pick<App, 'getLoginItemSettings'>,
  platform: NodeJS.Platform,
): boolean {
  if (argv.includes(MINIMISED_ARGUMENT)) return true
  // macOS passes no arguments to login items.
  return platform === 'darwin' && choice === 'minimised' && app.getLoginItemSettings().wasOpenedAtLogin
}
