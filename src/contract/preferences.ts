/** What a person chooses on this computer: one schema, its defaults, and what a change makes of it. */
import { z } from 'zod'
import { attentionChange, attentionPreferences } from './attention'
import { LANGUAGES } from './constants'
import { spellingChoices, spellingPreferences } from './system'

/**
 * How somebody arranged a table on this computer: columns by their keys that are left out, and widths in pixels; null, as no
 * entry, is the width the table gives by itself.
 */
const tableChoice = z.object({
  hidden: z.array(z.string().max(40)).max(40).optional(),
  widths: z.record(z.string().max(40), z.number().int().min(40).max(2_000).nullable()).optional(),
})

/** Every choice without its default: what a change may carry (a default inside would reset what it does not name). */
const choices = {
  theme: z.enum(['light', 'dark', 'system']),
  language: z.enum(LANGUAGES),
  volume: z.number().min(0).max(1),
  signMessages: z.boolean(),
  enterSends: z.boolean(),
  /** How long a text can be taken back before it leaves; 0: it leaves at once. */
  undoSendSeconds: z.union([z.literal(0), z.literal(3), z.literal(5), z.literal(10)]),
  drawerOpen: z.boolean().nullable(),
  /** Groups of the side menu that are folded, and entries that stand on top of it in one's own order; names of both. */
  menuFolded: z.array(z.string().max(40)).max(20),
  menuPinned: z.array(z.string().max(40)).max(60),
  /** Height of a row in the lists of tickets; null: compact on narrow screens, else normal. */
  listDensity: z.enum(['compact', 'normal', 'roomy']).nullable(),
  /** Height of a row in every table; below 900 px all have the normal one. */
  tableDensity: z.enum(['compact', 'normal']),
  /** Tables by their names in the program, as far as somebody arranged them. */
  tables: z.record(z.string().max(80), tableChoice),
  audioRate: z.union([z.literal(1), z.literal(1.5), z.literal(2)]),
  afterResolve: z.enum(['list', 'next']),
  fontSize: z.union([z.literal(13), z.literal(14), z.literal(16)]),
  /** Closing the console leaves it in the tray; null is the system's habit. */
  closeToTray: z.boolean().nullable(),
  startAtLogin: z.enum(['off', 'on', 'minimised']),
  /** This computer does not fall asleep while others need it, nor its screen while a wall is in sight. */
  stayAwake: z.boolean(),
  /** Device id of the microphone for voice messages; null is the system's choice. */
  microphone: z.string().max(256).nullable(),
  /** Chord that brings Turno up from anywhere in the system, as in the key map; null is none. */
  globalShortcut: z.string().max(40).nullable(),
  /** Every download asks where to; otherwise files go to the downloads folder. */
  askDownload: z.boolean(),
  /** Chords by action where they differ from the map (src/stores/key-map.ts): none switches a key off, null restores it. */
  keys: z.record(z.string().max(40), z.array(z.string().max(40)).max(3).nullable()),
  /** Single letters do what their chords do, while no field has the focus. */
  singleKeys: z.boolean(),
} as const

/** Per-machine choices (electron-store in main, one schema, defaults here). */
export const preferences = z.object({
  theme: choices.theme.default('system'),
  language: choices.language.default('pt'),
  volume: choices.volume.default(1),
  signMessages: choices.signMessages.default(true),
  enterSends: choices.enterSends.default(true),
  undoSendSeconds: choices.undoSendSeconds.default(3),
  drawerOpen: choices.drawerOpen.default(null),
  menuFolded: choices.menuFolded.default([]),
  menuPinned: choices.menuPinned.default([]),
  listDensity: choices.listDensity.default(null),
  tableDensity: choices.tableDensity.default('normal'),
  tables: choices.tables.default({}),
  audioRate: choices.audioRate.default(1),
  afterResolve: choices.afterResolve.default('list'),
  fontSize: choices.fontSize.default(14),
  closeToTray: choices.closeToTray.default(null),
  startAtLogin: choices.startAtLogin.default('off'),
  stayAwake: choices.stayAwake.default(true),
  microphone: choices.microphone.default(null),
  globalShortcut: choices.globalShortcut.default(null),
  askDownload: choices.askDownload.default(false),
  keys: choices.keys.default({}),
  singleKeys: choices.singleKeys.default(false),
  spelling: spellingPreferences.prefault({}),
  attention: attentionPreferences.prefault({}),
})
export const preferenceChange = z
  .object({ ...choices, attention: attentionChange, spelling: z.object(spellingChoices).partial() })
  .partial()
export type PreferenceChange = z.output<typeof preferenceChange>

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const after = { ...before }
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue
    const old = after[key]
    after[key] = isGroup(old) && isGroup(value) ? merged(old, value) : value
  }
  return after
}

/** What a change makes of the preferences, groups included; members that are not named, or undefined, stay. */
export const applyPreferences = (before: Preferences, change: PreferenceChange): Preferences =>
  merged(before, change) as Preferences
export type Preferences = z.output<typeof preferences>
