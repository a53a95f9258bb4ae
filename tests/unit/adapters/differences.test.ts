/**
 * The table of differences (tests/compat/differences.md) is whole and names files that exist; titles in it are for readers
 * and may be renamed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CAPABILITIES } from '@contract'
import { describe, expect, it } from 'vitest'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import en from '../../../src/locales/en/servers.json'
import es from '../../../src/locales/es/servers.json'
import pt from '../../../src/locales/pt/servers.json'

const root = join(import.meta.dirname, '../../..')
const rows = readFileSync(join(root, 'tests/compat/differences.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').trim()))

const FILE = /`((?:electron|src|tests)\/[^`]+)`/g
const filesIn = (cell: string): string[] => [...cell.matchAll(FILE)].map(([, file = '']) => file)

describe('the table of differences', () => {
  it('has a row for each of the 48, with where it ends and what shows it', () => {
    expect(rows.map(([no]) => Number(no))).toEqual(Array.from({ length: 48 }, (_, at) => at + 1))
    for (const row of rows) {
      expect(row, row[0]).toHaveLength(4)
      const [no, , handled = '', shown = ''] = row
      expect(handled, no).toMatch(/`(electron|src)\/|^not asked/)
      expect(filesIn(shown).length, no).toBeGreaterThan(0)
    }
  })

  it('names files that exist', () => {
    const lost = rows.flatMap(([no, , handled = '', shown = '']) =>
      [...filesIn(handled), ...filesIn(shown)]
        .filter(file => !existsSync(join(root, file)))
        .map(file => `${no}: no ${file}`),
    )
    expect(lost).toEqual([])
  })
})

describe('abilities', () => {
  it('that are missing are said in the settings', () => {
    const lacking = CAPABILITIES.filter(name => LEGACY_CAPABILITIES[name] !== 'native')
    expect(lacking).toContain('sentSchedules')
    for (const { ability } of [pt, en, es])
      for (const name of lacking) expect(ability[name].length, name).toBeGreaterThan(15)
  })
})
