/**
 * The settings file: one schema with defaults, and typed migrations from every older shape to the next. Pure; `settings.ts`
 * does the disk.
 */
import { z } from 'zod'
import { preferences } from '../../../src/contract'

const SETTINGS_VERSION = 1

/** Where a window stood, in device-independent pixels of the whole desktop. */
const savedBounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1).max(32_767),
  height: z.number().int().min(1).max(32_767),
  maximized: z.boolean().default(false),
})
export type SavedBounds = z.output<typeof savedBounds>

const settingsV1 = z.object({
  version: z.literal(SETTINGS_VERSION),
  preferences: preferences.prefault({}),
  /** Bounds by window key (`console`, later `spy:<ticket>`), then by display id. */
  windows: z.record(z.string(), z.record(z.string(), savedBounds)).default({}),
  /** Explanations that were given once and are not repeated. */
  explained: z.array(z.string()).default([]),
})
export type Settings = z.output<typeof settingsV1>

/** Before versions existed the file was the preferences object alone. */
type SettingsV0 = Record<string, unknown>

const toV1 = (old: SettingsV0): Record<string, unknown> => ({
  version: 1,
  preferences: keepValid(preferences.shape, old),
})

/** Index n turns version n into n + 1. */
const MIGRATIONS: readonly ((old: Record<string, unknown>) => Record<string, unknown>)[] = [toV1]

/** Members that their own schema accepts; a single odd value never costs the others. */
function keepValid(shape: Record<string, z.ZodType>, raw: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(raw[key])
    if (parsed.success && raw[key] !== undefined) kept[key] = parsed.data
  }
  return kept
}

/** What a file on disk turned out to be; `repaired` names members that were replaced by their defaults. */
export type ReadSettings = { settings: Settings; migratedFrom: number | null; repaired: string[] }

export const defaultSettings = (language: Settings['preferences']['language']): Settings =>
  settingsV1.parse({ version: SETTINGS_VERSION, preferences: { language } })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads any version of the file. Never throws: wrong members fall back to defaults and are named.
 * A file of a newer version keeps what this version understands.
 */
export function readSettings(raw: unknown, fallback: Settings): ReadSettings {
  if (!isRecord(raw)) return { settings: fallback, migratedFrom: null, repaired: ['file'] }
  let value = raw
  const from =
    typeof raw.version === 'number' && Number.isInteger(raw.version) && raw.version >= 0 ? raw.version : 0
  for (let v = from; v < SETTINGS_VERSION; v++) value = MIGRATIONS[v]?.(value) ?? value
  const migratedFrom = from === SETTINGS_VERSION ? null : from
  const parsed = settingsV1.safeParse({ ...value, version: SETTINGS_VERSION })
  if (parsed.success) return { settings: parsed.data, migratedFrom, repaired: [] }
  const repaired = [...new Set(parsed.error.issues.map(i => i.path.slice(0, 2).join('.') || 'file'))]
  const prefs = isRecord(value.preferences) ? keepValid(preferences.shape, value.preferences) : {}
  const windows = settingsV1.shape.windows.safeParse(value.windows)
  const explained = settingsV1.shape.explained.safeParse(value.explained)
  return {
    settings: {
      version: SETTINGS_VERSION,
      preferences: { ...fallback.preferences, ...prefs },
      windows: windows.success ? windows.data : {},
      explained: explained.success ? explained.data : [],
    },
    migratedFrom,
    repaired,
  }
}
