import { EventEmitter } from 'node:events'
import type { Input, WebContents } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { followZoomKeys, zoomedTo, zoomOf } from '../../../electron/main/windows/zoom'

const press = (key: string, change: Partial<Input> = {}): Input =>
  ({ type: 'keyDown', key, control: true, meta: false, alt: false, shift: false, ...change }) as Input

describe('Ctrl with plus, minus and zero', () => {
  it('are heard on every layout, and nothing else is', () => {
    expect(['+', '=', '-', '_', '0'].map(key => zoomOf(press(key)))).toEqual([
      'in',
      'in',
      'out',
      'out',
      'reset',
    ])
    for (const other of [
      press('1'),
      press('a'),
      press('+', { control: false }),
      press('-', { alt: true }),
      press('0', { meta: true }),
      press('+', { type: 'keyUp' }),
    ])
      expect(zoomOf(other)).toBeNull()
  })

  it('end where the console can still be used', () => {
    let level = 0
    for (let i = 0; i < 50; i += 1) level = zoomedTo(level, 'in')
    expect(level).toBe(5)
    for (let i = 0; i < 50; i += 1) level = zoomedTo(level, 'out')
    expect(level).toBe(-3)
    expect(zoomedTo(level, 'reset')).toBe(0)
  })

  it('change the window and are kept from the page', () => {
    const contents = Object.assign(new EventEmitter(), {
      level: 0,
      getZoomLevel: () => contents.level,
      setZoomLevel: (level: number) => {
        contents.level = level
      },
    })
    followZoomKeys(contents as unknown as WebContents)
    const event = { preventDefault: vi.fn() }
    contents.emit('before-input-event', event, press('x'))
    expect(event.preventDefault).not.toHaveBeenCalled()
    contents.emit('before-input-event', event, press('+'))
    contents.emit('before-input-event', event, press('+'))
    expect([contents.level, event.preventDefault.mock.calls.length]).toEqual([1, 2])
  })
})
