/** The table of differences (tests/compat/differences.md) is whole and names what exists; the contract asks for no more. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CAPABILITIES, endpoints } from '@contract'
import { describe, expect, it } from 'vitest'
import { FAMILY_CAPABILITIES } from '../../../electron/main/dialect/capabilities'
import { texts } from '../../../src/features/servers/texts'

const root = join(import.meta.dirname, '../../..')
const rows = readFileSync(join(root, 'tests/compat/differences.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').trim()))

const FILE = /`((?:electron|src|tests)\/[^`]+)`/g
/** Files a cell names, each with the titles quoted after it. */
function citations(cell: string): { file: string; titles: string[] }[] {
  const found: { file: string; titles: string[] }[] = []
  for (const [, file, title] of cell.matchAll(/`((?:electron|src|tests)\/[^`]+)`|"([^"]+)"/g)) {
    if (file) found.push({ file, titles: [] })
    else if (title) found.at(-1)?.titles.push(title)
  }
  return found
}

describe('the table of differences', () => {
  it('has a row for each of the 48, with where it ends and what shows it', () => {
    expect(rows.map(([no]) => Number(no))).toEqual(Array.from({ length: 48 }, (_, at) => at + 1))
    for (const row of rows) {
      expect(row, row[0]).toHaveLength(4)
      const [no, , handled = '', shown = ''] = row
      expect(handled, no).toMatch(/`(electron|src)\/|^not asked/)
      const cited = citations(shown)
      expect(cited.length, no).toBeGreaterThan(0)
      for (const { file, titles } of cited) expect(titles, `${no}: ${file}`).not.toEqual([])
    }
  })

  it('names files and titles that exist', () => {
    const wrong: string[] = []
    for (const [no, , handled = '', shown = ''] of rows) {
      for (const [, file = ''] of handled.matchAll(FILE))
        if (!existsSync(join(root, file))) wrong.push(`${no}: no ${file}`)
      for (const { file, titles } of citations(shown)) {
        const path = join(root, file)
        const text = existsSync(path) ? readFileSync(path, 'utf8').replace(/\s+/g, ' ') : ''
        if (text === '') wrong.push(`${no}: no ${file}`)
        else for (const title of titles) if (!text.includes(title)) wrong.push(`${no}: ${file}: "${title}"`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the contract', () => {
  /** Areas where the family lacks a call or answers it badly, and Turno has no screen: rows that say "not asked". */
  const UNASKED =
    /^\/(campaign|contact-list|files|prompt|queueIntegration|forgetpassword|resetpasswords|ticket-tags)/i

  it('calls nothing the family lacks', () => {
    expect(rows.filter(([, , handled = '']) => handled.startsWith('not asked')).length).toBeGreaterThan(0)
    const asked = Object.values(endpoints).filter(({ path }) => UNASKED.test(path))
    // Only the names of what connections and queues may be given.
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /prompt',
      'GET /queueIntegration',
    ])
  })

  it('says in the settings what each missing ability means', () => {
    const lacking = CAPABILITIES.filter(name => FAMILY_CAPABILITIES[name] !== 'native')
    expect(lacking).toContain('sentSchedules')
    for (const { ability } of [texts.pt, texts.en, texts.es])
      for (const name of lacking) expect(ability[name].length, name).toBeGreaterThan(15)
  })
})
