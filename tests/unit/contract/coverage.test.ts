/** The pages that lead from demands to tests name files that exist. Titles in them are for readers and may be renamed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const pages = readdirSync(join(root, 'tests')).filter(file => /^coverage-of-.*\.md$/.test(file))

const rowsOf = (page: string): string[] =>
  readFileSync(join(root, 'tests', page), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| ') && !/^\| (demand|fault|---)/.test(line))

describe.each(pages)('%s', page => {
  it('leads every row to something, by files that exist', () => {
    const rows = rowsOf(page)
    expect(rows.length).toBeGreaterThan(0)
    const wrong = rows.flatMap(line => {
      const files = [...line.matchAll(/`([^`]+\.(?:tsx?|mjs))`/g)].map(([, file = '']) => file)
      const lost = files.filter(
        file => !existsSync(join(root, 'tests', file)) && !existsSync(join(root, file)),
      )
      const cell = line.split(' | ').at(-1)?.replace(/\|$/, '').trim() ?? ''
      return cell === '' ? [`nothing shows: ${line}`] : lost.map(file => `${file}: no such file`)
    })
    expect(wrong).toEqual([])
  })
})
