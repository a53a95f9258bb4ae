import { describe, expect, it, vi } from 'vitest'
import { offerKeyAction, runKeyAction } from '../../../src/stores/key-actions'
import { actionOf, chordOf, isRemappable, KEY_MAP, type KeyActionId } from '../../../src/stores/key-map'
import { press } from '../support/key-press'

describe('keyboard map', () => {
  it('gives every chord to one action only', () => {
    const chords = Object.values(KEY_MAP).flatMap(binding => binding.keys)
    expect(new Set(chords).size).toBe(chords.length)
  })
  it('has no window-wide key that types a character or that AltGr would eat', () => {
    for (const [id, binding] of Object.entries(KEY_MAP)) {
      if (!isRemappable(id as KeyActionId)) continue
      for (const keys of binding.keys) {
        expect(keys, id).toMatch(/^(Ctrl\+|Alt\+(Shift\+)?(Up|Down)$|(Shift\+)?F\d+$|Escape$)/)
        expect(keys, id).not.toMatch(/Ctrl\+Alt/)
      }
    }
  })
  it('matches whatever the layout', () => {
    expect(actionOf(press('k', { ctrlKey: true }), false)).toBe('palette')
    expect(actionOf(press('K', { ctrlKey: true }), false)).toBe('palette')
    expect(actionOf(press('E', { ctrlKey: true, shiftKey: true }), false)).toBe('resolveAndNext')
    expect(actionOf(press('ArrowDown', { altKey: true }), false)).toBe('nextTicket')
    expect(actionOf(press('ArrowUp', { altKey: true, shiftKey: true }), false)).toBe('previousUnread')
    expect(actionOf(press('F6', { shiftKey: true }), false)).toBe('previousPane')
    // French digits need Shift and type signs; German "/" is Shift+7.
    expect(actionOf(press('&', { code: 'Digit1', ctrlKey: true }), false)).toBe('tabAssigned')
    expect(actionOf(press('/', { ctrlKey: true, shiftKey: true }), false)).toBe('overview')
  })
  it('uses Cmd on a Mac and leaves Ctrl alone there', () => {
    expect(actionOf(press('k', { metaKey: true }), true)).toBe('palette')
    expect(actionOf(press('k', { ctrlKey: true }), true)).toBeNull()
  })
  it('stays out of composition, dead keys, AltGr and plain typing', () => {
    expect(chordOf(press('k', { ctrlKey: true, isComposing: true }), false)).toBeNull()
    expect(chordOf(press('Dead', { ctrlKey: true }), false)).toBeNull()
    expect(chordOf(press('/', { ctrlKey: true, altKey: true }), false)).toBeNull()
    expect(actionOf(press('k'), false)).toBeNull()
    expect(actionOf(press('/'), false)).toBeNull()
    expect(actionOf(press('ArrowUp'), false)).toBeNull()
  })
})

describe('key actions', () => {
  it('asks the latest first, goes on when it declines, and forgets who left', () => {
    const first = vi.fn()
    const second = vi.fn(() => false)
    const leaveFirst = offerKeyAction('latest', first)
    const leaveSecond = offerKeyAction('latest', second)
    expect(runKeyAction('latest')).toBe(true)
    expect([second.mock.calls.length, first.mock.calls.length]).toEqual([1, 1])
    leaveFirst()
    expect(runKeyAction('latest')).toBe(false)
    leaveSecond()
  })
})
