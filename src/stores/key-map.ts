/** The keyboard map as data (docs/look.md section 8): what the overview lists, tooltips show and the listener matches. */

export type KeyGroup = 'general' | 'tickets' | 'thread' | 'composer'

export interface KeyBinding {
  group: KeyGroup
  /** Chords such as "Ctrl+Shift+E"; Ctrl is Cmd on a Mac. */
  keys: readonly string[]
  /** Handled inside a field, not by the window's listener; listed all the same. */
  local?: boolean
}

export const KEY_MAP = {
  palette: { group: 'general', keys: ['Ctrl+K'] },
  overview: { group: 'general', keys: ['Ctrl+/'] },
  settings: { group: 'general', keys: ['Ctrl+,'] },
  nextPane: { group: 'general', keys: ['F6'] },
  previousPane: { group: 'general', keys: ['Shift+F6'] },
  toggleRail: { group: 'general', keys: ['Ctrl+Shift+D'] },
  back: { group: 'general', keys: ['Escape'] },
  nextTicket: { group: 'tickets', keys: ['Alt+Down'] },
  previousTicket: { group: 'tickets', keys: ['Alt+Up'] },
  nextUnread: { group: 'tickets', keys: ['Alt+Shift+Down'] },
  previousUnread: { group: 'tickets', keys: ['Alt+Shift+Up'] },
  tabAssigned: { group: 'tickets', keys: ['Ctrl+1'] },
  tabPending: { group: 'tickets', keys: ['Ctrl+2'] },
  tabGroups: { group: 'tickets', keys: ['Ctrl+3'] },
  tabClosed: { group: 'tickets', keys: ['Ctrl+4'] },
  acceptOldest: { group: 'tickets', keys: ['Ctrl+Shift+A'] },
  findEverywhere: { group: 'tickets', keys: ['Ctrl+Shift+F'] },
  findInThread: { group: 'thread', keys: ['Ctrl+F'] },
  resolveAndNext: { group: 'thread', keys: ['Ctrl+Shift+E'] },
  /** Without keys until a person gives it some. */
  resolveSilently: { group: 'thread', keys: [] },
  transfer: { group: 'thread', keys: ['Ctrl+Shift+T'] },
  tags: { group: 'thread', keys: ['Ctrl+Shift+L'] },
  copyNumber: { group: 'thread', keys: ['Ctrl+Shift+C'] },
  latest: { group: 'thread', keys: ['Ctrl+End'] },
  note: { group: 'composer', keys: ['Ctrl+Shift+N'] },
  attach: { group: 'composer', keys: ['Ctrl+U'] },
  record: { group: 'composer', keys: ['Ctrl+Shift+M'] },
  send: { group: 'composer', keys: ['Ctrl+Enter'], local: true },
  sendAndResolve: { group: 'composer', keys: ['Ctrl+Shift+Enter'], local: true },
  quote: { group: 'composer', keys: ['Ctrl+Up', 'Ctrl+Down'], local: true },
  editLast: { group: 'composer', keys: ['Up'], local: true },
  quickReplies: { group: 'composer', keys: ['/'], local: true },
  emoji: { group: 'composer', keys: [':'], local: true },
} as const satisfies Record<string, KeyBinding>

export type KeyActionId = keyof typeof KEY_MAP

/** Chords a person chose instead of the map's; an empty list switches the key off, null and no entry keep the map's. */
export type KeyOverrides = Readonly<Record<string, readonly string[] | null>>

/** Whether a person may give an action other keys: what a field understands by itself stays as it is. */
export const isRemappable = (id: KeyActionId): boolean => !('local' in KEY_MAP[id])

/** The chords of an action in force. */
export const chordsOf = (id: KeyActionId, overrides: KeyOverrides): readonly string[] =>
  (isRemappable(id) ? overrides[id] : null) ?? KEY_MAP[id].keys

const ARROWS: Record<string, string> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** What of a keyboard event decides. */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing: boolean
}

const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)

/**
 * The chord of a key press, in lower case: "ctrl+shift+e". Digits are read from their place, so that layouts whose
 * digits need Shift work too.
 * @returns null for dead keys, composition and AltGr (which is Ctrl+Alt on Windows and types characters).
 */
export function chordOf(press: KeyPress, mac: boolean = isMac): string | null {
  const main = mac ? press.metaKey : press.ctrlKey
  if (press.isComposing || press.key === 'Dead' || press.key === 'Process' || press.key === 'AltGraph')
    return null
  if (!mac && press.ctrlKey && press.altKey) return null
  const digit = /^Digit(\d)$/.exec(press.code)?.[1]
  const key = (main && digit) || ARROWS[press.key] || press.key.toLowerCase()
  if (['control', 'shift', 'alt', 'meta'].includes(key)) return null
  // A sign such as "/" may itself need Shift on some layouts (Ctrl+Shift+7): Shift then belongs to the sign.
  const sign = key.length === 1 && !/[\p{L}\p{N}]/u.test(key)
  return [main && 'ctrl', press.altKey && 'alt', press.shiftKey && !sign && 'shift', key]
    .filter(Boolean)
    .join('+')
}

/** Who answers which chord; an action earlier in the map wins a chord that two claim. */
function byChord(overrides: KeyOverrides): Map<string, KeyActionId> {
  const table = new Map<string, KeyActionId>()
  for (const id of Object.keys(KEY_MAP) as KeyActionId[]) {
    if (!isRemappable(id)) continue
    for (const chord of chordsOf(id, overrides)) {
      if (!table.has(chord.toLowerCase())) table.set(chord.toLowerCase(), id)
    }
  }
  return table
}

const NONE: KeyOverrides = {}
let tableOf: KeyOverrides = NONE
let table = byChord(NONE)

/** The action a key press asks for; null for none. */
export function actionOf(
  press: KeyPress,
  mac: boolean = isMac,
  overrides: KeyOverrides = NONE,
): KeyActionId | null {
  const chord = chordOf(press, mac)
  if (!chord) return null
  if (overrides !== tableOf) {
    tableOf = overrides
    table = byChord(overrides)
  }
  return table.get(chord) ?? null
}
