/**
 * Whether anything on this desktop shows tray icons. On Linux an icon is an offer over D-Bus that nobody need take up:
 * GNOME has no host for it, `new Tray` succeeds all the same, and a window that was closed into such a tray is gone for
 * good. Windows and macOS always have a place.
 */
import { execFile } from 'node:child_process'
import type { Log } from '../log/log'

const SERVICE = 'org.kde.StatusNotifierWatcher'
const PATH = '/StatusNotifierWatcher'
const PROPERTY = 'IsStatusNotifierHostRegistered'
/** GLib's tool, systemd's and D-Bus' own: one of them is on every desktop. */
const TOOLS: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    'gdbus',
    ...['call', '--session', '--dest', SERVICE, '--object-path', PATH],
    ...['--method', 'org.freedesktop.DBus.Properties.Get', SERVICE, PROPERTY],
  ],
  ['busctl', '--user', 'get-property', SERVICE, PATH, SERVICE, PROPERTY],
  [
    'dbus-send',
    ...['--session', '--print-reply', `--dest=${SERVICE}`, PATH],
    ...['org.freedesktop.DBus.Properties.Get', `string:${SERVICE}`, `string:${PROPERTY}`],
  ],
]
const ANSWER_MS = 1_000
/** A panel may be switched on or crash while the window is in the tray. */
const LOOK_EVERY_MS = 30_000

/** Runs a program and gives what it printed; null when it is missing, fails or is too slow. */
export type Run = (program: string, args: readonly string[]) => Promise<string | null>

const run: Run = (program, args) =>
  new Promise(resolve => {
    execFile(program, args, { timeout: ANSWER_MS, windowsHide: true }, (error, printed) =>
      resolve(error ? null : printed),
    )
  })

/** What the watcher of the session answers. @returns false also when nobody can be asked: unknown is no host. */
export async function askTrayHost(ask: Run = run): Promise<boolean> {
  for (const [program, ...args] of TOOLS) {
    const printed = await ask(program, args)
    if (printed !== null) return /\btrue\b/.test(printed)
  }
  return false
}

export interface TrayHost {
  /** As far as was last known. */
  answers(): boolean
  /** Asks again. */
  look(): Promise<void>
  onChange(listener: () => void): void
  stop(): void
}

/** The part of a window that matters here. */
export interface Resting {
  on(event: 'hide' | 'show' | 'focus', listener: () => void): unknown
  isDestroyed(): boolean
  isVisible(): boolean
  minimize(): void
}

/** Asks once and resolves; afterwards asks when called. */
export async function openTrayHost(deps: {
  platform: NodeJS.Platform
  ask?: () => Promise<boolean>
  log: Log
}): Promise<TrayHost> {
  const ask = deps.ask ?? (() => askTrayHost())
  const listeners: (() => void)[] = []
  let stopped = false
  let present = true
  const look = async () => {
    if (deps.platform !== 'linux' || stopped) return
    const now = await ask()
    if (now === present || stopped) return
    present = now
    deps.log.info('tray host', { present })
    for (const listener of listeners) listener()
  }
  await look()
  return {
    answers: () => present,
    look,
    onChange: listener => void listeners.push(listener),
    stop() {
      stopped = true
    },
  }
}

/**
 * A window in a tray that goes away comes back to the task bar, without taking the keys from anybody.
 * @returns ends the watching.
 */
export function keepReachable(window: Resting, host: TrayHost): () => void {
  let timer: NodeJS.Timeout | undefined
  const rescue = () => {
    if (!window.isDestroyed() && !window.isVisible() && !host.answers()) window.minimize()
  }
  const look = () => void host.look().then(rescue)
  const end = () => clearInterval(timer)
  window.on('hide', () => {
    end()
    timer = setInterval(look, LOOK_EVERY_MS)
    look()
  })
  window.on('show', end)
  // Who comes back to Turno may have switched the panel's icons on or off meanwhile.
  window.on('focus', () => void host.look())
  return end
}
