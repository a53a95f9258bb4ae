import { EventEmitter } from 'node:events'
import type { Input, WebContents } from 'electron'
import { expect, it, vi } from 'vitest'
import { followFrameEscape } from '../../../electron/main/windows/frame-escape'

const press = (change: Partial<Input> = {}): Input =>
  ({
    type: 'keyDown',
    key: 'Escape',
    control: false,
    meta: false,
    alt: false,
    shift: false,
    ...change,
  }) as Input

it('Escape pressed in a video’s frame is told to the page and kept from the frame; nothing else is', () => {
  const page = { parent: null }
  const contents = Object.assign(new EventEmitter(), { focusedFrame: page as object | null })
  const tell = vi.fn()
  followFrameEscape(contents as unknown as WebContents, tell)
  const pressed = (input: Input): boolean => {
    const event = { preventDefault: vi.fn() }
    contents.emit('before-input-event', event, input)
    return event.preventDefault.mock.calls.length > 0
  }
  // The page hears its own keys; nothing has the focus while the window is in the background.
  expect(pressed(press())).toBe(false)
  contents.focusedFrame = null
  expect(pressed(press())).toBe(false)
  contents.focusedFrame = { parent: page }
  for (const other of [press({ key: ' ' }), press({ type: 'keyUp' }), press({ control: true })])
    expect(pressed(other)).toBe(false)
  expect(tell).not.toHaveBeenCalled()
  expect(pressed(press())).toBe(true)
  expect(tell).toHaveBeenCalledOnce()
})
