/**
 * Per-machine settings over electron-store: read once, kept in memory, written at once on change (atomic, mode 0600),
 * and written again on quit if the last write failed.
 */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { applyPreferences, type PreferenceChange, type Preferences } from '../../../src/contract'
import type { Log } from '../log/log'
import { defaultSettings, readSettings, type SavedBounds, type Settings } from './schema'

/** The part of electron-store used here (its base class in tests). */
export interface Store {
  store: Record<string, unknown>
  readonly path: string
}
export type OpenStore = (options: {
  cwd: string
  name: string
  configFileMode: number
  clearInvalidConfig: boolean
  accessPropertiesByDotNotation: boolean
}) => Store

export interface SettingsStore {
  preferences(): Preferences
  /** Merges a change, also inside its groups, and notifies everybody. */
  setPreferences(change: PreferenceChange): Preferences
  /** Every choice as on the first day; the language and what windows and explanations remember stay. */
  resetPreferences(): Preferences
  onPreferences(listener: (value: Preferences) => void): () => void
  bounds(windowKey: string): Record<string, SavedBounds>
  saveBounds(windowKey: string, displayId: string, bounds: SavedBounds): void
  /** Whether this is the first time; from now on it is not. */
  firstTime(explanation: string): boolean
  /** Path of the set-aside copy when the file could not be read at all, else null. */
  readonly recoveredFrom: string | null
  /** Writes what a failed write left behind. */
  flush(): void
}

const NAME = 'settings'

/**
 * Opens `<dataDir>/settings.json`. A file that is no JSON is set aside as `settings.damaged-<time>.json`, reported,
 * and replaced by defaults.
 * @param language used when nothing was chosen yet.
 */
export function openSettings(deps: {
  dataDir: string
  language: Preferences['language']
  open: OpenStore
  log: Log
  now?: () => Date
}): SettingsStore {
  const { dataDir, log } = deps
  const options = {
    cwd: dataDir,
    name: NAME,
    configFileMode: 0o600,
    clearInvalidConfig: false,
    accessPropertiesByDotNotation: false,
  }
  let recoveredFrom: string | null = null
  let store: Store
  let raw: unknown
  try {
    store = deps.open(options)
    raw = store.store
  } catch (error) {
    const file = join(dataDir, `${NAME}.json`)
    const stamp = (deps.now?.() ?? new Date()).toISOString().replace(/[:.]/g, '-')
    recoveredFrom = join(dataDir, `${NAME}.damaged-${stamp}.json`)
    if (existsSync(file)) renameSync(file, recoveredFrom)
    log.error('settings file damaged, defaults in force', { error, keptAt: recoveredFrom })
    store = deps.open(options)
    raw = {}
  }
  const fresh = typeof raw === 'object' && raw !== null && Object.keys(raw).length === 0
  const fallback = defaultSettings(deps.language)
  const read = fresh ? { settings: fallback, migratedFrom: null, repaired: [] } : readSettings(raw, fallback)
  if (read.migratedFrom !== null) log.info('settings migrated', { from: read.migratedFrom })
  if (read.repaired.length > 0) log.warn('settings repaired', { members: read.repaired })
  let current: Settings = read.settings
  let unsaved = false
  const listeners = new Set<(value: Preferences) => void>()

  const write = (next: Settings) => {
    current = next
    unsaved = true
    try {
      store.store = next
      unsaved = false
    } catch (error) {
      log.error('settings not written, will try again on quit', { error })
    }
  }
  if (fresh || read.migratedFrom !== null || read.repaired.length > 0) write(current)

  return {
    recoveredFrom,
    preferences: () => current.preferences,
    setPreferences(change) {
      write({ ...current, preferences: applyPreferences(current.preferences, change) })
      for (const listener of listeners) listener(current.preferences)
      return current.preferences
    },
    resetPreferences() {
      write({ ...current, preferences: defaultSettings(current.preferences.language).preferences })
      for (const listener of listeners) listener(current.preferences)
      return current.preferences
    },
    onPreferences(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    bounds: key => current.windows[key] ?? {},
    saveBounds(key, displayId, bounds) {
      const byDisplay = { ...current.windows[key], [displayId]: bounds }
      write({ ...current, windows: { ...current.windows, [key]: byDisplay } })
    },
    firstTime(explanation) {
      if (current.explained.includes(explanation)) return false
      write({ ...current, explained: [...current.explained, explanation] })
      return true
    },
    flush() {
      if (unsaved) write(current)
    },
  }
}
