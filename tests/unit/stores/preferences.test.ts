// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import {
  roundVolume,
  setPreferences,
  startPreferences,
  stopPreferences,
  usePreferences,
} from '../../../src/stores/preferences'
import { fakeBridge } from '../support/fake-bridge'

beforeEach(() => {
  localStorage.clear()
  stopPreferences()
})

describe('preferences store', () => {
  it('starts from browser storage and ignores rubbish in it', () => {
    localStorage.setItem('preferredTheme', 'dark')
    localStorage.setItem('language', 'es')
    localStorage.setItem('volume', '0.30000000000000004')
    stopPreferences()
    expect(usePreferences.getState()).toMatchObject({ theme: 'dark', language: 'es', volume: 0.3 })
    localStorage.setItem('preferredTheme', 'neon')
    stopPreferences()
    expect(usePreferences.getState()).toMatchObject({ theme: 'system', language: 'pt', volume: 1 })
  })

  it('lets main have the last word and mirrors it', async () => {
    await startPreferences(fakeBridge({ preferences: { theme: 'dark', language: 'en', volume: 0.4 } }).bridge)
    expect(usePreferences.getState()).toMatchObject({ theme: 'dark', language: 'en' })
    expect(localStorage.getItem('preferredTheme')).toBe('dark')
    expect(localStorage.getItem('volume')).toBe('0.4')
  })

  it('changes at once and takes a refused change back', async () => {
    const fake = fakeBridge()
    await startPreferences(fake.bridge)
    const sending = setPreferences({ theme: 'light' })
    expect(usePreferences.getState().theme).toBe('light')
    await sending
    expect(fake.calls.at(-1)).toEqual({ name: 'preferences.set', input: { theme: 'light' } })
    fake.answer('preferences.set', () => ({ ok: false, code: 'BRIDGE_FAILED', message: '' }))
    await setPreferences({ theme: 'dark' })
    expect(usePreferences.getState().theme).toBe('light')
  })

  it.each([
    [0.30000000000000004, 0.3],
    [1.7, 1],
    [-1, 0],
    [0.55, 0.6],
    [0, 0],
  ])('volume %d is %d', (from, to) => {
    expect(roundVolume(from)).toBe(to)
  })
})
