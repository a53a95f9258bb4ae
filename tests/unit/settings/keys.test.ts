import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  actionOfPress,
  assignChord,
  changedKeys,
  checkChord,
  keysOf,
  restoreAllKeys,
  restoreKey,
  switchKeyOff,
  withChord,
  writtenChord,
} from '../../../src/stores/key-bindings'
import { actionOf, chordsOf, isRemappable, KEY_MAP, type KeyActionId } from '../../../src/stores/key-map'
import { startPreferences, stopPreferences, usePreferences } from '../../../src/stores/preferences'
import { fakeBridge } from '../support/fake-bridge'
import { press } from '../support/key-press'

describe('what a chord would mean', () => {
  it.each([
    ['palette', 'Ctrl+G', { kind: 'free' }],
    ['palette', 'Ctrl+K', { kind: 'free' }],
    ['palette', 'Ctrl+Shift+E', { kind: 'taken', by: 'resolveAndNext' }],
    ['palette', 'ctrl+u', { kind: 'taken', by: 'attach' }],
    ['palette', 'Ctrl+C', { kind: 'reserved' }],
    // A field understands it by itself: nobody may take it.
    ['palette', 'Ctrl+Enter', { kind: 'reserved' }],
    ['palette', 'K', { kind: 'types' }],
    ['palette', 'Shift+K', { kind: 'types' }],
    ['palette', 'F8', { kind: 'free' }],
    ['palette', 'Alt+Q', { kind: 'free' }],
  ] as const)('%s with %s', (id, chord, verdict) => {
    expect(checkChord(id, chord, {})).toEqual(verdict)
  })
  it('sees the choices, not only the map', () => {
    const keys = { attach: ['Ctrl+G'], transfer: [] }
    expect(checkChord('palette', 'Ctrl+G', keys)).toEqual({ kind: 'taken', by: 'attach' })
    expect(checkChord('palette', 'Ctrl+U', keys)).toEqual({ kind: 'free' })
    expect(checkChord('palette', 'Ctrl+Shift+T', keys)).toEqual({ kind: 'free' })
  })
  it('takes a chord from whoever had it, and writes down no more than differs', () => {
    expect(withChord('palette', 'Ctrl+U', {})).toEqual({ palette: ['Ctrl+U'], attach: [] })
    expect(withChord('palette', 'Ctrl+K', { palette: ['F8'] })).toEqual({ palette: null })
  })
  it('never leaves a chord with two actions, whatever is assigned in whatever order', () => {
    const ids = (Object.keys(KEY_MAP) as KeyActionId[]).filter(isRemappable)
    const chords = ids.flatMap(id => KEY_MAP[id].keys)
    let keys: Record<string, string[] | null> = {}
    for (let at = 0; at < 200; at += 1) {
      const id = ids[(at * 7) % ids.length] as KeyActionId
      keys = { ...keys, ...withChord(id, chords[(at * 13) % chords.length] as string, keys) }
      const taken = ids.flatMap(one => chordsOf(one, keys)).map(one => one.toLowerCase())
      expect(new Set(taken).size).toBe(taken.length)
    }
  })
  it('writes chords as the map does', () => {
    expect(writtenChord('ctrl+shift+e')).toBe('Ctrl+Shift+E')
    expect(writtenChord('alt+down')).toBe('Alt+Down')
    expect(writtenChord('ctrl++')).toBe('Ctrl++')
    expect(writtenChord(null)).toBeNull()
    for (const { keys } of Object.values(KEY_MAP))
      for (const chord of keys) expect(writtenChord(chord.toLowerCase())).toBe(chord)
  })
})

describe('keys of this computer', () => {
  beforeEach(() => startPreferences(fakeBridge().bridge))
  afterEach(stopPreferences)
  const ctrlG = press('g', { ctrlKey: true })

  it('answers to the new chord and no longer to the old one', async () => {
    expect(actionOfPress(ctrlG)).toBeNull()
    await assignChord('palette', 'Ctrl+G')
    expect(actionOfPress(ctrlG)).toBe('palette')
    expect(actionOfPress(press('k', { ctrlKey: true }))).toBeNull()
    expect(keysOf('palette')).toBe('Ctrl+G')
    // Others are asked without the person's choices.
    expect(actionOf(press('k', { ctrlKey: true }), false)).toBe('palette')
  })
  it('is silent when switched off, and restored with what it lost to another', async () => {
    await switchKeyOff('palette')
    expect(actionOfPress(press('k', { ctrlKey: true }))).toBeNull()
    expect(keysOf('palette')).toBeUndefined()
    await assignChord('attach', 'Ctrl+K')
    await restoreKey('palette')
    expect(actionOfPress(press('k', { ctrlKey: true }))).toBe('palette')
    expect(keysOf('attach')).toBeUndefined()
    expect(changedKeys(usePreferences.getState().keys)).toEqual(['attach'])
    await restoreAllKeys()
    expect(changedKeys(usePreferences.getState().keys)).toEqual([])
    expect(keysOf('attach')).toBe('Ctrl+U')
  })
})
