import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noticeTexts } from '../../../electron/main/attention/texts'
import type { TrayActions, TrayFacts } from '../../../electron/main/attention/tray-menu'
import { createLog } from '../../../electron/main/log/log'

const desktop = vi.hoisted(() => ({
  missing: false,
  refusing: false,
  shown: [] as string[],
  menus: 0,
  tray: null as unknown as EventEmitter & { gone: boolean },
  theme: null as unknown as EventEmitter,
}))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class Tray extends Emitter {
    gone = false
    constructor(image: { name: string }) {
      super()
      if (desktop.refusing) throw new Error('no StatusNotifierHost')
      desktop.shown.push(image.name)
      desktop.tray = this
    }
    setImage = (image: { name: string }) => void desktop.shown.push(image.name)
    setToolTip = () => undefined
    setContextMenu = () => void desktop.menus++
    isDestroyed = () => this.gone
    destroy() {
      this.gone = true
    }
  }
  const picture = (path: string) => ({
    name: path.split('/').at(-1),
    isEmpty: () => desktop.missing && path.includes('/tray/'),
    resize: () => picture(path),
  })
  desktop.theme = Object.assign(new Emitter(), { shouldUseDarkColorsForSystemIntegratedUI: false })
  return {
    Tray,
    Menu: { buildFromTemplate: (template: unknown) => template },
    nativeImage: { createFromPath: picture },
    nativeTheme: desktop.theme,
  }
})
const { watchInFront } = await import('../../../electron/main/windows/in-front')
const { isDarkBar, openTray } = await import('../../../electron/main/attention/tray')

const facts: TrayFacts = {
  signedIn: true,
  connected: true,
  totals: { pending: 0, mine: 1, unread: 0 },
  paused: false,
  snoozedMinutes: null,
  oldest: null,
  now: 0,
  windowShown: true,
  windowInFront: true,
  privacy: 'all',
}
const actions: TrayActions = {
  pause: () => undefined,
  snooze: () => undefined,
  acceptOldest: () => undefined,
  show: vi.fn(),
  hide: vi.fn(),
  settings: () => undefined,
  quit: () => undefined,
}

const open = (current: () => TrayFacts = () => facts) =>
  openTray({
    resources: '/resources',
    platform: 'linux',
    desktop: 'KDE',
    facts: current,
    actions,
    texts: () => noticeTexts('pt'),
    log: createLog(() => undefined),
  })

describe('the tray icon', () => {
  afterEach(() => {
    Object.assign(desktop, { missing: false, refusing: false, shown: [], menus: 0 })
  })

  it('falls back to the program’s own icon where a picture is missing', () => {
    desktop.missing = true
    expect(open().present).toBe(true)
    expect(desktop.shown).toEqual(['app.png'])
  })

  it('says that there is none where the desktop refuses it, and goes on', () => {
    desktop.refusing = true
    const tray = open()
    expect(tray.present).toBe(false)
    tray.refresh()
    tray.close()
  })

  it('changes its picture with the work, and its menu only when that changed', () => {
    let now = facts
    const tray = open(() => now)
    expect(desktop.shown).toEqual(['idle-on-light.png'])
    expect(desktop.menus).toBe(1)
    tray.refresh()
    expect(desktop.menus).toBe(1)
    now = { ...facts, totals: { pending: 3, mine: 1, unread: 2 } }
    tray.refresh()
    expect(desktop.shown.at(-1)).toBe('unread-on-light.png')
    expect(desktop.menus).toBe(2)
    tray.close()
  })

  it('pressed, puts away the window the person looks at and brings up one that others cover', () => {
    let clock = 10_000
    const window = Object.assign(new EventEmitter(), {
      focused: true,
      minimised: false,
      isDestroyed: () => false,
      isVisible: () => true,
      isMinimized: () => window.minimised,
      isFocused: () => window.focused,
    })
    const shown = watchInFront(window as unknown as BrowserWindow, () => clock)
    const tray = open(() => ({ ...facts, windowShown: shown.onScreen(), windowInFront: shown.inFront() }))
    const done = () => [actions.hide, actions.show].map(one => vi.mocked(one).mock.calls.length)
    const blur = () => {
      window.focused = false
      window.emit('blur')
    }
    desktop.tray.emit('click')
    expect(done()).toEqual([1, 0])
    // Windows: the press on the bar takes the keyboard before the icon hears of it.
    blur()
    clock += 200
    desktop.tray.emit('click')
    expect(done()).toEqual([2, 0])
    // Another program has lain over it for a while.
    clock += 60_000
    desktop.tray.emit('click')
    expect(done()).toEqual([2, 1])
    // Minimised, which Linux calls visible.
    Object.assign(window, { focused: true, minimised: true })
    desktop.tray.emit('click')
    expect(done()).toEqual([2, 2])
    tray.close()
  })

  it('leaves nothing behind', () => {
    const before = desktop.theme.listenerCount('updated')
    const tray = open()
    expect(desktop.theme.listenerCount('updated')).toBe(before + 1)
    tray.close()
    tray.refresh()
    expect(desktop.tray.gone).toBe(true)
    expect(desktop.theme.listenerCount('updated')).toBe(before)
  })
})

it.each([
  ['win32', '', { dark: false, bar: true }, true],
  ['darwin', '', { dark: true, bar: false }, false],
  ['linux', 'ubuntu:GNOME', { dark: false, bar: undefined }, true],
  ['linux', 'Unity', { dark: false, bar: undefined }, true],
  ['linux', 'KDE', { dark: false, bar: undefined }, false],
  ['linux', 'KDE', { dark: true, bar: undefined }, true],
] as const)('lies on a dark bar: %s %s %j', (platform, desktop, { dark, bar }, expected) => {
  // On Linux Electron knows nothing of the bar; asking all the same is a mistake.
  const theme = {
    shouldUseDarkColors: dark,
    get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
      if (bar === undefined) throw new Error('not on this system')
      return bar
    },
  }
  expect(isDarkBar(platform, desktop, theme)).toBe(expected)
})
