/** The tables of what shows specification 1 and the foundation name files and titles that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Each table with the fewest rows it must have. */
const TABLES = [
  { file: 'coverage-of-spec-1.md', least: 250 },
  { file: 'coverage-of-issue-2.md', least: 45 },
].map(({ file, least }) => {
  const text = readFileSync(join(root, 'tests', file), 'utf8')
  const rows = text
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| demand') && !line.startsWith('| ---'))
  return { file, least, text, rows }
})

/** Files a cell names, each with the titles quoted after it; `same` stands for the last file of the row above. */
function citations(cell: string, above: string): { file: string; titles: string[] }[] {
  const found: { file: string; titles: string[] }[] = []
  const pieces = cell.matchAll(/`([^`]+\.(?:ts|tsx))`|(?:^|\s)(same)(?=[,;\s])|"([^"]+)"/g)
  for (const [, file, same, title] of pieces) {
    if (file) found.push({ file, titles: [] })
    else if (same) found.push({ file: above, titles: [] })
    else if (title) found.at(-1)?.titles.push(title)
  }
  return found
}

/** What a title may be found in: the names of a test file's tests and groups, the whole of any other file. */
function namesIn(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!/\.(test|spec)\.tsx?$/.test(path)) return text.replace(/\s+/g, ' ')
  const calls = text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g)
  return [...calls].map(([, , name = '']) => name.replace(/\s+/g, ' ')).join('\n')
}

describe.each(TABLES)('$file', ({ text: table, rows, least }) => {
  it('has a row for every section, and none without a test or a screen', () => {
    expect(rows.length).toBeGreaterThan(least)
    expect(table).not.toMatch(/^## Open/m)
    for (const line of rows) {
      const [, demand = '', shown = ''] = line.split(' | ').map(part => part.replace(/^\| | \|$/g, '').trim())
      expect(`${demand}${shown}`.length, line).toBeGreaterThan(0)
      expect(line, line).toMatch(/`[^`]+`|same/)
    }
  })

  it('cites files and titles that exist', () => {
    const wrong: string[] = []
    let above = ''
    for (const line of rows) {
      const cell = line.slice(line.indexOf(' | ') + 3)
      for (const { file, titles } of citations(cell, above)) {
        const path = [join(root, 'tests', file), join(root, file)].find(existsSync)
        if (!path) {
          wrong.push(`${file}: no such file`)
          continue
        }
        above = file
        const text = namesIn(path)
        for (const title of titles) {
          const missing = title
            .split('…')
            .map(part => part.trim())
            .filter(part => part !== '' && !text.includes(part))
          if (missing.length > 0) wrong.push(`${file}: ${missing.join(' … ')}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
