import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { askTrayHost, keepReachable, openTrayHost } from '../../../electron/main/system/tray-host'
import { staysOpen } from '../../../electron/main/windows/close-to-tray'
import { isQuitKey } from '../../../electron/main/windows/quit-key'

const log = createLog(() => undefined)

class Window extends EventEmitter {
  visible = true
  minimised = 0
  isDestroyed = () => false
  isVisible = () => this.visible
  minimize() {
    this.minimised++
  }
  hide() {
    this.visible = false
    this.emit('hide')
  }
}

afterEach(() => vi.useRealTimers())

describe('a place for the tray icon', () => {
  it.each([
    ['GLib', 'gdbus', '(<true>,)\n', true],
    ['GLib, without a host', 'gdbus', '(<false>,)\n', false],
    ['systemd', 'busctl', 'b true\n', true],
    ['D-Bus', 'dbus-send', 'method return time=1\n   variant       boolean true\n', true],
  ])('is what the watcher says to %s', async (_what, tool, printed, answers) => {
    const asked: string[] = []
    const answer = await askTrayHost(async (program, args) => {
      asked.push(program)
      expect(args.join(' ')).toContain('StatusNotifierWatcher')
      expect(args.join(' ')).toContain('IsStatusNotifierHostRegistered')
      return program === tool ? printed : null
    })
    expect([answer, asked.at(-1)]).toEqual([answers, tool])
  })

  it('is none where nobody can be asked', async () => {
    expect(await askTrayHost(async () => null)).toBe(false)
    const host = await openTrayHost({ platform: 'linux', ask: async () => false, log })
    const on = { platform: 'linux', tray: host.answers(), host: 'electron' } as const
    // Closing ends Turno, also for who wished for the tray: a hidden window would be gone for ever.
    expect([staysOpen(null, on), staysOpen(true, on)]).toEqual([false, false])
  })

  it('is never asked for on other systems', async () => {
    const ask = vi.fn(async () => false)
    for (const platform of ['win32', 'darwin'] as const)
      expect((await openTrayHost({ platform, ask, log })).answers()).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('that goes away brings the window that rested in it to the task bar', async () => {
    vi.useFakeTimers()
    let there = true
    const host = await openTrayHost({ platform: 'linux', ask: async () => there, log })
    let told = 0
    host.onChange(() => told++)
    const window = new Window()
    const end = keepReachable(window, host)
    window.hide()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([window.minimised, told]).toEqual([0, 0])
    there = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect([window.minimised, told, host.answers()]).toEqual([1, 1, false])
    end()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('Ctrl+Q', () => {
  const press = { type: 'keyDown', key: 'q', control: true, meta: false, alt: false, shift: false } as const
  it('ends Turno on Linux, where no menu hears it', () => {
    expect(isQuitKey(press, 'linux')).toBe(true)
    expect(isQuitKey({ ...press, key: 'Q' }, 'linux')).toBe(true)
    expect(isQuitKey(press, 'win32')).toBe(false)
    expect(isQuitKey({ ...press, shift: true }, 'linux')).toBe(false)
    expect(isQuitKey({ ...press, alt: true }, 'linux')).toBe(false)
    expect(isQuitKey({ ...press, type: 'keyUp' }, 'linux')).toBe(false)
  })
})
