import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Log } from '../../../electron/main/log/log'
import type { SettingsStore } from '../../../electron/main/settings/settings'
import { openWindow } from '../../../electron/main/windows/open-window'

const { made } = vi.hoisted(() => ({ made: [] as { options: Record<string, unknown>; calls: string[] }[] }))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class BrowserWindow extends Emitter {
    readonly calls: string[] = []
    readonly webContents = new Emitter()
    constructor(readonly options: Record<string, unknown>) {
      super()
      made.push(this)
    }
    loadURL = async (url: string) => void this.calls.push(`load ${url}`)
    show = () => void this.calls.push('show')
    focus = () => void this.calls.push('focus')
    maximize = () => void this.calls.push('maximize')
    setMenu() {}
    stands = { x: 10, y: 20, width: 1_200, height: 800 }
    getNormalBounds = () => this.stands
    setBounds = (box: { x: number; y: number }) => void this.calls.push(`move ${box.x} ${box.y}`)
    isMinimized = () => false
    isDestroyed = () => false
  }
  return { BrowserWindow, nativeTheme: { shouldUseDarkColors: true }, screen: {} }
})
const displays = [{ id: '1', workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }]
vi.mock('../../../electron/main/windows/remember-bounds', () => ({
  rememberBounds() {},
  displaysOf: () => displays,
}))

const log = { info() {}, warn() {}, error() {} } as unknown as Log
const open = (more: { hidden?: boolean; maximized?: boolean } = {}) => {
  const opened = openWindow({
    key: 'console',
    place: { x: 10, y: 20, width: 1_200, height: 800, maximized: more.maximized ?? false },
    preload: '/preload.cjs',
    icon: null,
    spellcheck: false,
    path: '/',
    hidden: more.hidden ?? false,
    settings: {} as SettingsStore,
    register: () => {},
    log,
  })
  const { calls, options } = made.at(-1) as (typeof made)[number]
  return { ...opened, calls, options, painted: () => (opened.window as EventEmitter).emit('ready-to-show') }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows a window when its page has painted, once, over the ground of the theme until then', () => {
  const { calls, options, painted } = open({ maximized: true })
  expect(options).toMatchObject({ show: false, x: 10, y: 20, width: 1_200, height: 800 })
  expect(options.backgroundColor).toBe('#101214')
  expect(calls).toEqual(['load app://turno/'])
  painted()
  vi.runAllTimers()
  expect(calls).toEqual(['load app://turno/', 'maximize', 'show'])
})

it('shows it although nothing tells that it has painted, as on some desktops', () => {
  const { calls } = open()
  vi.runAllTimers()
  expect(calls).toEqual(['load app://turno/', 'show'])
})

it('leaves a window that waits in the tray there until it is asked for', () => {
  const { calls, painted, reveal } = open({ hidden: true })
  painted()
  vi.runAllTimers()
  expect(calls).toEqual(['load app://turno/'])
  reveal()
  expect(calls).toEqual(['load app://turno/', 'show', 'focus'])
})

it('brings a hidden window back from a display that is gone', () => {
  const { calls, window, reveal } = open({ hidden: true })
  Object.assign(window, { stands: { x: 2_500, y: 100, width: 1_200, height: 800 } })
  reveal()
  expect(calls).toEqual(['load app://turno/', 'move 360 120', 'show', 'focus'])
})
