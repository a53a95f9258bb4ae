import type { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { attentionTexts } from '../../../electron/main/attention/texts'
import type { TrayActions, TrayFacts } from '../../../electron/main/attention/tray-menu'
import { createLog } from '../../../electron/main/log/log'

const desk = vi.hoisted(() => ({
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
      if (desk.refusing) throw new Error('no StatusNotifierHost')
      desk.shown.push(image.name)
      desk.tray = this
    }
    setImage = (image: { name: string }) => void desk.shown.push(image.name)
    setToolTip = () => undefined
    setContextMenu = () => void desk.menus++
    isDestroyed = () => this.gone
    destroy() {
      this.gone = true
    }
  }
  const picture = (path: string) => ({
    name: path.split('/').at(-1),
    isEmpty: () => desk.missing && path.includes('/tray/'),
    resize: () => picture(path),
  })
  desk.theme = Object.assign(new Emitter(), { shouldUseDarkColorsForSystemIntegratedUI: false })
  return {
    Tray,
    Menu: { buildFromTemplate: (template: unknown) => template },
    nativeImage: { createFromPath: picture },
    nativeTheme: desk.theme,
  }
})
const { openTray } = await import('../../../electron/main/attention/tray')

const facts: TrayFacts = {
  signedIn: true,
  connected: true,
  totals: { pending: 0, mine: 1, unread: 0 },
  paused: false,
  snoozedMinutes: null,
  oldest: null,
  now: 0,
  windowShown: true,
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
    facts: current,
    actions,
    texts: () => attentionTexts('pt'),
    log: createLog(() => undefined),
  })

describe('the tray icon', () => {
  afterEach(() => {
    Object.assign(desk, { missing: false, refusing: false, shown: [], menus: 0 })
  })

  it('falls back to the program’s own icon where a picture is missing', () => {
    desk.missing = true
    expect(open().present).toBe(true)
    expect(desk.shown).toEqual(['app.png'])
  })

  it('says that there is none where the desktop refuses it, and goes on', () => {
    desk.refusing = true
    const tray = open()
    expect(tray.present).toBe(false)
    tray.refresh()
    tray.close()
  })

  it('changes its picture with the work, and its menu only when that changed', () => {
    let now = facts
    const tray = open(() => now)
    expect(desk.shown).toEqual(['idle-on-light.png'])
    expect(desk.menus).toBe(1)
    tray.refresh()
    expect(desk.menus).toBe(1)
    now = { ...facts, totals: { pending: 3, mine: 1, unread: 2 } }
    tray.refresh()
    expect(desk.shown.at(-1)).toBe('unread-on-light.png')
    expect(desk.menus).toBe(2)
    desk.tray.emit('click')
    expect(actions.hide).toHaveBeenCalledTimes(1)
    tray.close()
  })

  it('leaves nothing behind', () => {
    const before = desk.theme.listenerCount('updated')
    const tray = open()
    expect(desk.theme.listenerCount('updated')).toBe(before + 1)
    tray.close()
    tray.refresh()
    expect(desk.tray.gone).toBe(true)
    expect(desk.theme.listenerCount('updated')).toBe(before)
  })
})
