/** The tray icon: it comes with the console window, and its menu shows what waits. */
import { app } from 'electron'
import type { TFunction } from 'i18next'
import type { AttentionPreferences } from '../../../src/contract'
import type { Attention } from '../attention/attention'
import { openTray, type TrayIcon } from '../attention/tray'
import type { Log } from '../log/log'
import type { Session } from '../session/session'
import type { ServerSocket } from '../socket/socket'
import type { TrayHost } from '../system/tray-host'
import type { ConsoleWindow } from '../windows/console-window'
import { watchInFront } from '../windows/in-front'

/** The age of the oldest in the menu grows by itself. */
const REFRESH_EVERY_MS = 30_000

export interface TraySurface {
  /** Whether there is an icon to come back from. */
  present(): boolean
  refresh(): void
  /** Brings the icon up for this window. */
  attach(console: ConsoleWindow): void
  stop(): void
}

export function openTraySurface(deps: {
  resources: string
  host: TrayHost
  attention: Attention
  session: Session
  socket: ServerSocket
  choices: () => AttentionPreferences
  texts: () => TFunction
  pause: (paused: boolean) => void
  acceptOldest: () => void
  go: (path: string) => void
  log: Log
}): TraySurface {
  const { attention, session, socket, go } = deps
  let tray: TrayIcon | null = null
  const refresh = () => tray?.refresh()
  const age = setInterval(refresh, REFRESH_EVERY_MS)

  const snoozedMinutes = (): number | null => {
    const until = attention.snoozedUntil()
    return until === null ? null : Math.max(1, Math.ceil((until - Date.now()) / 60_000))
  }

  return {
    // An icon that nobody shows is no way back.
    present: () => (tray?.present ?? false) && deps.host.answers(),
    refresh,
    attach(console) {
      const { window } = console
      const shown = watchInFront(window)
      tray = openTray({
        resources: deps.resources,
        platform: process.platform,
        desktop: process.env.XDG_CURRENT_DESKTOP ?? '',
        texts: deps.texts,
        log: deps.log,
        facts: () => ({
          signedIn: session.state().status === 'signedIn',
          connected: socket.state().status === 'connected',
          totals: attention.totals(),
          paused: attention.paused(),
          snoozedMinutes: snoozedMinutes(),
          oldest: attention.oldest(),
          now: Date.now(),
          windowShown: shown.onScreen(),
          windowInFront: shown.inFront(),
          privacy: deps.choices().privacy,
        }),
        actions: {
          pause: deps.pause,
          snooze: attention.snooze,
          acceptOldest: deps.acceptOldest,
          show: () => console.reveal(),
          hide: () => window.hide(),
          settings: () => go('/settings'),
          quit: () => app.quit(),
        },
      })
      for (const event of ['show', 'hide', 'minimize', 'restore'] as const)
        window.on(event as 'show', refresh)
    },
    stop() {
      clearInterval(age)
      tray?.close()
    },
  }
}
