/**
 * Choices of this computer. Main keeps them; browser storage mirrors three of them
 * (language, preferredTheme, volume), because the first paint needs them before main can be asked.
 */
import {
  applyPreferences,
  type PreferenceChange,
  type Preferences,
  preferences as schema,
  type TurnoBridge,
  VOLUME,
} from '@contract'
import { create } from 'zustand'

type PreferencesBridge = Pick<TurnoBridge, 'preferences'> & {
  on: Pick<TurnoBridge['on'], 'preferencesChanged'>
}

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage switched off: defaults
  }
}

const mirror = (state: Preferences): void => {
  try {
    if (state.theme === 'system') localStorage.removeItem('preferredTheme')
    else localStorage.setItem('preferredTheme', state.theme)
    localStorage.setItem('language', state.language)
    localStorage.setItem('volume', String(state.volume))
  } catch {
    // storage full or switched off: main still keeps them
  }
}

/** What browser storage remembers, checked; anything odd is a default. */
function remembered(): Preferences {
  const volume = Number.parseFloat(read('volume') ?? '')
  const parsed = schema.safeParse({
    theme: read('preferredTheme') ?? undefined,
    language: read('language')?.slice(0, 2) ?? undefined,
    volume: Number.isFinite(volume) ? roundVolume(volume) : undefined,
  })
  return parsed.success ? parsed.data : schema.parse({})
}

/** A volume within 0 and 1, in steps of 0.1. */
export function roundVolume(volume: number): number {
  const steps = Math.round(volume / VOLUME.step)
  return Math.min(VOLUME.max, Math.max(VOLUME.min, steps / Math.round(1 / VOLUME.step)))
}

export const usePreferences = create<Preferences>()(() => remembered())

let bridge: PreferencesBridge | null = null
let stop: (() => void) | null = null

const accept = (state: Preferences): void => {
  usePreferences.setState(state)
  mirror(state)
}

/** Takes over main's preferences and follows them; called once per window. */
export async function startPreferences(from: PreferencesBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  stop = from.on.preferencesChanged(accept)
  const answer = await from.preferences.get()
  if (answer.ok) accept(answer.value)
}

/** Changes a choice: at once here, then in main and every other window. An error in main undoes it. */
export async function setPreferences(change: PreferenceChange): Promise<void> {
  const before = usePreferences.getState()
  accept(applyPreferences(before, change))
  const answer = await bridge?.preferences.set(change)
  if (answer && !answer.ok) accept(before)
}

/** Everything as on the first day; answers what stood before, so that it can be taken back. */
export async function resetPreferences(): Promise<Preferences> {
  const before = usePreferences.getState()
  const answer = await bridge?.preferences.reset()
  if (answer?.ok) accept(answer.value)
  return before
}

/** Forgets everything; for tests. */
export function stopPreferences(): void {
  stop?.()
  stop = null
  bridge = null
  usePreferences.setState(remembered(), true)
}
