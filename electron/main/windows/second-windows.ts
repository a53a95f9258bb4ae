/**
 * Windows beside the console: a spied ticket, the wall, a ticket popped out. They load the console's own build through
 * another page, live on the one session and the one socket of main, and end with the session or with the console.
 */
import { type BrowserWindow, screen } from 'electron'
import { holds, type User } from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { SettingsStore } from '../settings/settings'
import type { ConsoleWindow } from './console-window'
import { followSight } from './in-sight'
import { bringToFront, openWindow } from './open-window'
import { createWindowRegistry } from './registry'
import { displaysOf } from './remember-bounds'
import { placeSecond, type SecondKind } from './second-bounds'

export interface SecondWindows {
  /** @throws MainError ERR_NO_PERMISSION for who may not spy; the ticket itself is checked by the server. */
  spy(ticketId: number): void
  /** @param page shown first; as it was left unless given. @throws MainError ERR_NO_PERMISSION for who may not spy. */
  wall(page?: 'floor'): void
  /** @throws MainError ERR_NO_PERMISSION when nobody is signed in. */
  popOut(uuid: string): void
  showTicket(uuid: string): void
  /** Closes the window of that page, if it is one of these. */
  close(windowId: number): void
  closeAll(): void
  /** Sets which window is the console: tickets are shown there, and its end is theirs. */
  attach(console: ConsoleWindow): void
}

export function createSecondWindows(deps: {
  preloadOf: (kind: SecondKind) => string
  icon: string | null
  settings: SettingsStore
  user: () => User | null
  register: (window: BrowserWindow, kind: SecondKind) => void
  /** Hears whether the wall can be seen. */
  onWall: (seen: boolean) => void
  /** Asks a page to show a route. */
  navigate: (windowId: number, path: string) => void
  log: Log
}): SecondWindows {
  const { settings, log } = deps
  const windows = createWindowRegistry<BrowserWindow>()
  let main: ConsoleWindow | null = null

  const open = (kind: SecondKind, query: Record<string, string>): BrowserWindow => {
    const newest = windows.list(`${kind}:`).at(-1)
    const place = placeSecond(kind, settings.bounds(kind), displaysOf(screen), newest?.getBounds() ?? null)
    log.info('second window opened', { kind })
    return openWindow({
      key: kind,
      place,
      preload: deps.preloadOf(kind),
      icon: deps.icon,
      spellcheck: kind === 'popout',
      path: `/second.html?${new URLSearchParams(query)}`,
      settings,
      register: window => deps.register(window, kind),
      log,
    }).window
  }

  const mustSpy = () => {
    const user = deps.user()
    if (!user || !holds(user, 'tickets:spy'))
      throw new MainError('ERR_NO_PERMISSION', 'This user may not look on')
  }

  return {
    spy(ticketId) {
      mustSpy()
      windows.show(
        `spy:${ticketId}`,
        () => open('spy', { view: 'spy', ticket: String(ticketId) }),
        bringToFront,
      )
    },
    wall(page) {
      mustSpy()
      windows.show(
        'wall:',
        () => {
          const window = open('wall', { view: 'wall', ...(page ? { page } : {}) })
          followSight(window, deps.onWall)
          return window
        },
        window => {
          if (page) deps.navigate(window.webContents.id, `/${page}`)
          bringToFront(window)
        },
      )
    },
    popOut(uuid) {
      if (!deps.user()) throw new MainError('ERR_NO_PERMISSION', 'Nobody is signed in')
      windows.show(`popout:${uuid}`, () => open('popout', { view: 'popout', ticket: uuid }), bringToFront)
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
