/** The keyboard map as data: what the overview lists, tooltips show and the listener matches. */

export type KeyGroup = 'general' | 'tickets' | 'thread' | 'composer'

/**
 * What a press does, which decides what the window's listener makes of it (src/app/shell/use-keyboard.ts):
 * `moves` goes somewhere, and goes on while the key is held;
 * `switches` changes something on this screen, once for a press;
 * `opens` the same, and what is typed next belongs to what was opened;
 * `acts` changes something at a customer: once for a press, and only after the answer to the act before.
 */
export type KeyEffect = 'moves' | 'switches' | 'opens' | 'acts'

export interface KeyBinding {
  group: KeyGroup
  /** Chords such as "Ctrl+Shift+E"; Ctrl is Cmd on a Mac. */
  keys: readonly string[]
  /**
   * Who answers it: the one place that names this answerer in `useKeyActions` has to have a handler for each of its keys.
   * `field`: the text field itself, and `rows`: the list that has the focus, not the window's listener; nobody may give them
   * other keys.
   */
  by: string
  does: KeyEffect
}

export const KEY_MAP = {
  palette: { group: 'general', keys: ['Ctrl+K'], by: 'shell', does: 'opens' },
  overview: { group: 'general', keys: ['Ctrl+/'], by: 'shell', does: 'opens' },
  settings: { group: 'general', keys: ['Ctrl+,'], by: 'settings', does: 'opens' },
  nextPane: { group: 'general', keys: ['F6'], by: 'panes', does: 'moves' },
  previousPane: { group: 'general', keys: ['Shift+F6'], by: 'panes', does: 'moves' },
  toggleRail: { group: 'general', keys: ['Ctrl+Shift+D'], by: 'shell', does: 'switches' },
  break: { group: 'general', keys: ['Ctrl+Shift+X'], by: 'break', does: 'opens' },
  back: { group: 'general', keys: ['Escape'], by: 'field', does: 'switches' },
  nextTicket: { group: 'tickets', keys: ['Alt+Down'], by: 'list', does: 'moves' },
  previousTicket: { group: 'tickets', keys: ['Alt+Up'], by: 'list', does: 'moves' },
  nextUnread: { group: 'tickets', keys: ['Alt+Shift+Down'], by: 'list', does: 'moves' },
  previousUnread: { group: 'tickets', keys: ['Alt+Shift+Up'], by: 'list', does: 'moves' },
  tabAssigned: { group: 'tickets', keys: ['Ctrl+1'], by: 'list', does: 'opens' },
  tabPending: { group: 'tickets', keys: ['Ctrl+2'], by: 'list', does: 'opens' },
  tabGroups: { group: 'tickets', keys: ['Ctrl+3'], by: 'list', does: 'opens' },
  tabClosed: { group: 'tickets', keys: ['Ctrl+4'], by: 'list', does: 'opens' },
  tabSnoozed: { group: 'tickets', keys: ['Ctrl+5'], by: 'list', does: 'opens' },
  view1: { group: 'tickets', keys: ['Ctrl+6'], by: 'views', does: 'opens' },
  view2: { group: 'tickets', keys: ['Ctrl+7'], by: 'views', does: 'opens' },
  view3: { group: 'tickets', keys: ['Ctrl+8'], by: 'views', does: 'opens' },
  view4: { group: 'tickets', keys: ['Ctrl+9'], by: 'views', does: 'opens' },
  selectAll: { group: 'tickets', keys: ['Ctrl+A'], by: 'rows', does: 'switches' },
  selectRow: { group: 'tickets', keys: ['Ctrl+Space'], by: 'rows', does: 'switches' },
  selectRange: { group: 'tickets', keys: ['Shift+Up', 'Shift+Down'], by: 'rows', does: 'moves' },
  acceptOldest: { group: 'tickets', keys: ['Ctrl+Shift+A'], by: 'list', does: 'acts' },
  findEverywhere: { group: 'tickets', keys: ['Ctrl+Shift+F'], by: 'list', does: 'opens' },
  findInThread: { group: 'thread', keys: ['Ctrl+F'], by: 'thread', does: 'opens' },
  resolveAndNext: { group: 'thread', keys: ['Ctrl+Shift+E'], by: 'header', does: 'acts' },
  /** Without keys until a person gives it some. */
  resolveSilently: { group: 'thread', keys: [], by: 'header', does: 'acts' },
  giveBack: { group: 'thread', keys: ['Ctrl+Shift+P'], by: 'header', does: 'acts' },
  giveBackWithNote: { group: 'thread', keys: ['Ctrl+Shift+B'], by: 'header', does: 'opens' },
  transfer: { group: 'thread', keys: ['Ctrl+Shift+T'], by: 'header', does: 'opens' },
  tags: { group: 'thread', keys: ['Ctrl+Shift+L'], by: 'header', does: 'opens' },
  priority: { group: 'thread', keys: ['Ctrl+Shift+O'], by: 'priority', does: 'opens' },
  snooze: { group: 'thread', keys: ['Ctrl+Shift+H'], by: 'snooze', does: 'opens' },
  pin: { group: 'thread', keys: ['Ctrl+D'], by: 'pin', does: 'switches' },
  macros: { group: 'thread', keys: ['Ctrl+Shift+S'], by: 'macros', does: 'opens' },
  copyNumber: { group: 'thread', keys: ['Ctrl+Shift+C'], by: 'header', does: 'switches' },
  summarise: { group: 'thread', keys: ['Ctrl+Shift+Y'], by: 'summary', does: 'opens' },
  translate: { group: 'thread', keys: ['Ctrl+Shift+G'], by: 'translation', does: 'switches' },
  confirmProposals: { group: 'thread', keys: ['Ctrl+Shift+K'], by: 'proposals', does: 'switches' },
  latest: { group: 'thread', keys: ['Ctrl+End'], by: 'thread', does: 'switches' },
  note: { group: 'composer', keys: ['Ctrl+Shift+N'], by: 'conversation', does: 'opens' },
  suggest: { group: 'composer', keys: ['Ctrl+J'], by: 'copilot', does: 'opens' },
  rewrite: { group: 'composer', keys: ['Ctrl+Shift+J'], by: 'copilot', does: 'opens' },
  /** Without keys but its single one. */
  reply: { group: 'composer', keys: [], by: 'writing', does: 'opens' },
  attach: { group: 'composer', keys: ['Ctrl+U'], by: 'writing', does: 'switches' },
  record: { group: 'composer', keys: ['Ctrl+Shift+M'], by: 'recorder', does: 'opens' },
  send: { group: 'composer', keys: ['Ctrl+Enter'], by: 'field', does: 'acts' },
  sendAndResolve: { group: 'composer', keys: ['Ctrl+Shift+Enter'], by: 'field', does: 'acts' },
  quote: { group: 'composer', keys: ['Ctrl+Up', 'Ctrl+Down'], by: 'field', does: 'moves' },
  undoSend: { group: 'composer', keys: ['Ctrl+Z'], by: 'field', does: 'switches' },
  editLast: { group: 'composer', keys: ['Up'], by: 'field', does: 'opens' },
  quickReplies: { group: 'composer', keys: ['/'], by: 'field', does: 'opens' },
  articles: { group: 'composer', keys: ['?'], by: 'field', does: 'opens' },
  emoji: { group: 'composer', keys: [':'], by: 'field', does: 'opens' },
} as const satisfies Record<string, KeyBinding>

export type KeyActionId = keyof typeof KEY_MAP
export type KeyAnswerer = (typeof KEY_MAP)[KeyActionId]['by']
/** The keys that one answerer has to answer. */
export type KeysOf<By extends KeyAnswerer> = {
  [Id in KeyActionId]: (typeof KEY_MAP)[Id]['by'] extends By ? Id : never
}[KeyActionId]

/** Chords a person chose instead of the map's; an empty list switches the key off, null and no entry keep the map's. */
export type KeyOverrides = Readonly<Record<string, readonly string[] | null>>

/** Letters that do the same alone, for whoever switches them on; mostly those of the chords. */
export const SINGLE_KEYS: Partial<Record<KeyActionId, string>> = {
  reply: 'R',
  resolveAndNext: 'E',
  transfer: 'T',
  snooze: 'H',
  macros: 'S',
  tags: 'L',
  priority: 'O',
  pin: 'P',
  note: 'N',
  acceptOldest: 'A',
}
const bySingleKey = new Map(
  (Object.entries(SINGLE_KEYS) as [KeyActionId, string][]).map(([id, key]) => [key.toLowerCase(), id]),
)

/** Who understands its keys by itself, wherever the focus is in it. */
const FOCUSED: ReadonlySet<string> = new Set(['field', 'rows'])

/** Whether a person may give an action other keys: what a field or list understands by itself stays as it is. */
export const isRemappable = (id: KeyActionId): boolean => !FOCUSED.has(KEY_MAP[id].by)

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

/** The action a key press asks for; null for none. @param single whether single letters ask for some, too. */
export function actionOf(
  press: KeyPress,
  mac: boolean = isMac,
  overrides: KeyOverrides = NONE,
  single = false,
): KeyActionId | null {
  const chord = chordOf(press, mac)
  if (!chord) return null
  if (overrides !== tableOf) {
    tableOf = overrides
    table = byChord(overrides)
  }
  return table.get(chord) ?? (single ? bySingleKey.get(chord) : null) ?? null
}
