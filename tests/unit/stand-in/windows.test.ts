/** The windows of the stand-in answer as Electron's do on each system (native_window_views.cc, native_window_mac.mm). */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BrowserWindow } from '../../../scripts/stand-in/host/browser-window'
import { becomeReady } from '../../../scripts/stand-in/host/ready'
import { Tray, trayList } from '../../../scripts/stand-in/host/tray'

becomeReady()
const on = (platform: NodeJS.Platform) => vi.stubGlobal('process', { ...process, platform })
afterEach(() => vi.unstubAllGlobals())

describe('a minimised window', () => {
  it.each([
    ['win32', false],
    ['darwin', false],
    ['linux', true],
  ] as const)('on %s is visible: %s', (platform, visible) => {
    on(platform)
    const window = new BrowserWindow({})
    expect(window.isVisible()).toBe(true)
    window.minimize()
    expect([window.isMinimized(), window.isVisible()]).toEqual([true, visible])
    // What is not visible takes no focus; it has to be restored first.
    window.focus()
    expect(window.isFocused()).toBe(visible)
    window.restore()
    expect(window.isVisible()).toBe(true)
    window.destroy()
  })
})

it.each([
  ['win32', false],
  ['linux', true],
] as const)('on %s a window keeps the keyboard while the tray is pressed: %s', (platform, kept) => {
  on(platform)
  const window = new BrowserWindow({})
  window.focus()
  const tray = new Tray('icon.png')
  let focused: boolean | null = null
  tray.on('click', () => {
    focused = window.isFocused()
  })
  trayList()[0]?.press('click')
  expect(focused).toBe(kept)
  tray.destroy()
  window.destroy()
})
