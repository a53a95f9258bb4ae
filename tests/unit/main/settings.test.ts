import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { defaultSettings, readSettings } from '../../../electron/main/settings/schema'
import { type OpenStore, openSettings } from '../../../electron/main/settings/settings'
import { bridgeCalls } from '../../../src/contract'
import { openStore } from '../../support/open-store'
import { PRIVATE_FILE } from '../../support/private-file'

const folder = () => mkdtempSync(join(tmpdir(), 'turno-settings-'))
const open = (dataDir: string, lines: string[] = [], store = openStore) =>
  openSettings({
    dataDir,
    language: 'en',
    open: store,
    log: createLog((level, line) => lines.push(`${level} ${line}`)),
  })
const onDisk = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'))

describe('settings', () => {
  it('starts with defaults in the given language, in a 0600 file', () => {
    const dir = folder()
    const settings = open(dir)
    expect(settings.preferences()).toMatchObject({ theme: 'system', language: 'en', volume: 1 })
    expect(onDisk(dir)).toMatchObject({ version: 1 })
    expect(statSync(join(dir, 'settings.json')).mode & 0o777).toBe(PRIVATE_FILE)
    expect(settings.recoveredFrom).toBeNull()
  })

  it('keeps changes for the next start and tells who listens', () => {
    const dir = folder()
    const settings = open(dir)
    const heard: string[] = []
    const stop = settings.onPreferences(p => heard.push(p.theme))
    settings.setPreferences({ theme: 'dark', language: undefined })
    stop()
    settings.setPreferences({ volume: 0.3 })
    settings.saveBounds('console', '1', { x: 1, y: 2, width: 800, height: 600, maximized: false })
    expect(heard).toEqual(['dark'])
    const next = open(dir)
    expect(next.preferences()).toMatchObject({ theme: 'dark', volume: 0.3, language: 'en' })
    expect(next.bounds('console')).toEqual({ '1': { x: 1, y: 2, width: 800, height: 600, maximized: false } })
    expect(next.bounds('spy:7')).toEqual({})
  })

  it('changes what a window names and nothing else, inside groups too', () => {
    const settings = open(folder())
    const set = (change: object) =>
      settings.setPreferences(bridgeCalls['preferences.set'].input.parse(change))
    set({ theme: 'dark', volume: 0.3, attention: { privacy: 'name' } })
    set({ language: 'es', attention: { sounds: { message: 'none' } } })
    expect(settings.preferences()).toMatchObject({ theme: 'dark', volume: 0.3, language: 'es' })
    expect(settings.preferences().attention).toMatchObject({ privacy: 'name', reminderMinutes: 5 })
    expect(settings.preferences().attention.sounds).toMatchObject({ message: 'none', pending: 'bell' })
  })

  it.each(['{"version":1,', 'not json at all', '\u0000\u0000'])(
    'sets a damaged file aside and says where: %j',
    content => {
      const dir = folder()
      writeFileSync(join(dir, 'settings.json'), content)
      const lines: string[] = []
      const settings = open(dir, lines)
      expect(settings.preferences().theme).toBe('system')
      expect(readFileSync(settings.recoveredFrom as string, 'utf8')).toBe(content)
      expect(readdirSync(dir).filter(f => f.startsWith('settings.damaged-'))).toHaveLength(1)
      expect(lines.join()).toContain('damaged')
      expect(onDisk(dir).version).toBe(1)
    },
  )

  it('brings the unversioned file of bare preferences to the present shape', () => {
    const dir = folder()
    writeFileSync(
      join(dir, 'settings.json'),
      JSON.stringify({ theme: 'dark', volume: 0.5, language: 'xx', other: 1 }),
    )
    const lines: string[] = []
    expect(open(dir, lines).preferences()).toMatchObject({ theme: 'dark', volume: 0.5 })
    expect(onDisk(dir)).toMatchObject({ version: 1, preferences: { theme: 'dark' } })
    expect(onDisk(dir)).not.toHaveProperty('other')
    expect(lines.join()).toContain('migrated')
  })

  it('replaces only the members that are wrong', () => {
    const fallback = defaultSettings('es')
    const read = readSettings(
      {
        version: 1,
        preferences: { theme: 'pink', volume: 0.2 },
        windows: { console: { '1': { x: 'left' } } },
      },
      fallback,
    )
    expect(read.settings.preferences).toMatchObject({ theme: 'system', volume: 0.2, language: 'es' })
    expect(read.settings.windows).toEqual({})
    expect(read.repaired).toEqual(['preferences.theme', 'windows.console'])
  })

  it('understands what it can of a newer version', () => {
    const read = readSettings(
      { version: 9, preferences: { theme: 'dark' }, future: true },
      defaultSettings('pt'),
    )
    expect(read.settings).toMatchObject({ version: 1, preferences: { theme: 'dark' } })
    expect(read.migratedFrom).toBe(9)
  })

  it('writes on quit what could not be written before', () => {
    const dir = folder()
    let full = false
    const failing: OpenStore = options => {
      const real = openStore(options)
      return {
        path: real.path,
        get store() {
          return real.store
        },
        set store(value) {
          if (full) throw new Error('ENOSPC')
          real.store = value
        },
      }
    }
    const settings = open(dir, [], failing)
    full = true
    expect(settings.setPreferences({ volume: 0.1 }).volume).toBe(0.1)
    expect(onDisk(dir).preferences.volume).toBe(1)
    full = false
    settings.flush()
    expect(onDisk(dir).preferences.volume).toBe(0.1)
  })
})
