/**
 * Keys as the person has them: the map (key-map.ts) with the choices of this computer over it, and what a new choice
 * would mean (shortcuts are remapped with their conflicts, switched off and restored).
 */
import type { Preferences } from '@contract'
import {
  actionOf,
  chordOf,
  chordsOf,
  isRemappable,
  KEY_MAP,
  type KeyActionId,
  type KeyOverrides,
  type KeyPress,
  SINGLE_KEYS,
} from './key-map'
import { setPreferences, usePreferences } from './preferences'

/** Chords the system, the browser part or every text field needs; nobody may take them. */
const RESERVED = new Set(
  (
    'ctrl+c ctrl+v ctrl+x ctrl+z ctrl+y ctrl+a ctrl+shift+z ctrl+shift+v ctrl+enter ctrl+shift+enter ' +
    'ctrl+w ctrl+q ctrl+r ctrl+shift+r ctrl+shift+i ctrl++ ctrl+- ctrl+0 ctrl+= ctrl+left ctrl+right ctrl+up ' +
    'ctrl+down ctrl+home ctrl+backspace ctrl+delete ctrl+tab alt+tab alt+f4 alt+left alt+right f5 f11 f12 ' +
    'shift+f10 shift+tab shift+insert ctrl+insert'
  ).split(' '),
)

const NAMES: Record<string, string> = { ' ': 'Space' }
const written = (part: string): string =>
  NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1))

/** A chord as the map writes it ("Ctrl+Shift+E"), out of what `chordOf` gives; null where nothing usable was pressed. */
export function writtenChord(chord: string | null): string | null {
  if (chord === null) return null
  // "ctrl++" is Ctrl and plus.
  const parts = chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+')
  return parts.map(written).join('+')
}

export type ChordCheck =
  | { kind: 'free' }
  /** Another action has it. */
  | { kind: 'taken'; by: KeyActionId }
  /** The system or every text field needs it. */
  | { kind: 'reserved' }
  /** It would answer to ordinary typing (WCAG 2.1.4): Ctrl, Alt or a function key is needed. */
  | { kind: 'types' }

/** What it would mean to give a chord to an action. Pure. */
export function checkChord(id: KeyActionId, chord: string, overrides: KeyOverrides): ChordCheck {
  const lower = chord.toLowerCase()
  const parts = lower.split('+')
  const key = parts.at(-1) ?? ''
  const commanding = parts.includes('ctrl') || parts.includes('alt') || /^f\d{1,2}$/.test(key)
  if (!commanding && lower !== 'escape') return { kind: 'types' }
  if (RESERVED.has(lower)) return { kind: 'reserved' }
  const other = (Object.keys(KEY_MAP) as KeyActionId[]).find(
    one => one !== id && chordsOf(one, overrides).some(taken => taken.toLowerCase() === lower),
  )
  if (!other) return { kind: 'free' }
  return isRemappable(other) ? { kind: 'taken', by: other } : { kind: 'reserved' }
}

/** The choices after giving a chord to an action; whoever had it loses it. Pure. */
export function withChord(
  id: KeyActionId,
  chord: string,
  overrides: KeyOverrides,
): Record<string, string[] | null> {
  const lower = chord.toLowerCase()
  const change: Record<string, string[] | null> = { [id]: [chord] }
  for (const other of Object.keys(KEY_MAP) as KeyActionId[]) {
    if (other === id || !isRemappable(other)) continue
    const chords = chordsOf(other, overrides)
    if (chords.some(one => one.toLowerCase() === lower)) {
      change[other] = chords.filter(one => one.toLowerCase() !== lower)
    }
  }
  const sameAsMap = KEY_MAP[id].keys.length === 1 && KEY_MAP[id].keys[0].toLowerCase() === lower
  if (sameAsMap) change[id] = null
  return change
}

/** Actions whose keys differ from the map's. */
export const changedKeys = (overrides: KeyOverrides): KeyActionId[] =>
  (Object.keys(KEY_MAP) as KeyActionId[]).filter(id => isRemappable(id) && (overrides[id] ?? null) !== null)

/** The action of a key press in this window. @param alone whether nothing there takes letters: single ones count, where they are on. */
export function actionOfPress(press: KeyPress, alone = false): KeyActionId | null {
  const { keys, singleKeys } = usePreferences.getState()
  return actionOf(press, undefined, keys, singleKeys && alone)
}

/** All keys of an action that answer now, as they are shown. */
export function keysShown(
  id: KeyActionId,
  { keys, singleKeys }: Pick<Preferences, 'keys' | 'singleKeys'>,
): readonly string[] {
  const single = singleKeys ? SINGLE_KEYS[id] : undefined
  return single === undefined ? chordsOf(id, keys) : [...chordsOf(id, keys), single]
}

/** The chord of a key press, as it is written; null for a lone modifier, composition and dead keys. */
export const chordOfPress = (press: KeyPress): string | null => writtenChord(chordOf(press))

/** Key of an action's name: of what it does under the present settings (`t` turns it into words). */
export const keyText = (id: KeyActionId, { afterResolve }: Pick<Preferences, 'afterResolve'>) =>
  id === 'resolveAndNext' && afterResolve !== 'next'
    ? ('shell.keys.resolve' as const)
    : (`shell.keys.${id}` as const)

/** The first chord of an action for tooltips; undefined when it is switched off. Follows the person's choice. */
export const useKeys = (id: KeyActionId): string | undefined =>
  usePreferences(state => chordsOf(id, state.keys)[0])

/** The same for code that is no component; read at the moment of the call. */
export const keysOf = (id: KeyActionId): string | undefined => chordsOf(id, usePreferences.getState().keys)[0]

/** Gives a chord to an action and takes it from whoever had it. */
export const assignChord = (id: KeyActionId, chord: string): Promise<void> =>
  setPreferences({ keys: withChord(id, chord, usePreferences.getState().keys) })

/** Switches an action's key off. */
export const switchKeyOff = (id: KeyActionId): Promise<void> => setPreferences({ keys: { [id]: [] } })

/**
 * Gives an action its own keys back; another action that took one of them in the meantime loses it.
 */
export function restoreKey(id: KeyActionId): Promise<void> {
  let change: Record<string, string[] | null> = {}
  for (const chord of KEY_MAP[id].keys) {
    const before: KeyOverrides = { ...usePreferences.getState().keys, ...change }
    change = Object.assign({}, change, withChord(id, chord, before))
  }
  return setPreferences({ keys: { ...change, [id]: null } })
}

/** All keys as the map has them. */
export const restoreAllKeys = (): Promise<void> =>
  setPreferences({
    keys: Object.fromEntries(Object.keys(usePreferences.getState().keys).map(id => [id, null])),
  })
