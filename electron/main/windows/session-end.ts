/**
 * The end of the system's session: shutdown, restart, sign-out of the person. The system ends the program moments later and
 * asks nobody, so what is unsaved is written at once, in the very event, and then Turno ends as it always does, but for one
 * thing: a new version that lies ready is not put in, because its installer would be killed half-way. On macOS the system's own
 * updater has it since it was fetched, and puts it in by itself.
 */
import type { BrowserWindow, PowerMonitor } from 'electron'

/** Another program may still refuse the end; after this long without it, it was refused. */
const ASKED_MS = 10 * 60_000

export interface SystemEnd {
  /** Writes synchronously. */
  save: () => void
  quit: () => void
  /** Nothing is installed at the end of the program: for so many ms, or for good. */
  holdInstall: (ms?: number) => void
}

export function endWithSession(window: Pick<BrowserWindow, 'on'>, end: SystemEnd): void {
  window.on('query-session-end', () => end.holdInstall(ASKED_MS))
  window.on('session-end', () => endNow(end))
}

/**
 * The same on macOS and Linux: the power monitor reports a shutdown; whoever signs out of a Linux desktop, or stops the
 * machine without one, sends SIGTERM.
 */
export function endWithMachine(
  deps: { platform: NodeJS.Platform; monitor: Pick<PowerMonitor, 'on'>; signals: Pick<NodeJS.Process, 'on'> },
  end: SystemEnd,
): void {
  if (deps.platform === 'win32') return
  deps.monitor.on('shutdown', () => endNow(end))
  deps.signals.on('SIGTERM', () => endNow(end))
}

function endNow({ holdInstall, save, quit }: SystemEnd): void {
  holdInstall()
  save()
  quit()
}
