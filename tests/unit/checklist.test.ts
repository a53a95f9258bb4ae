/** tests/checklist.md says where each line of the checklist is proven: the files it names must be there. Titles in it are for readers. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const LINES = 70
const text = readFileSync(join(root, 'tests/checklist.md'), 'utf8')
const lines = text.split('\n').flatMap(line => {
  const found = /^(\d+)\. (.*)$/.exec(line)
  return found ? [{ number: Number(found[1]), words: found[2] ?? '' }] : []
})

/** Where a name in the list may begin: tests by their kind, sources by their folder. */
const PLACES = ['', 'tests/', 'electron/main/']
const placeOf = (name: string): string | undefined =>
  PLACES.map(place => join(root, place, name)).find(path => existsSync(path))

const named = (words: string): string[] =>
  [...words.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter(name => name.includes('/') && !name.includes(' ') && !name.includes(':'))
const isTest = (name: string): boolean => /^(?:unit|integration|e2e|replay|faults)\//.test(name)

describe('tests/checklist.md', () => {
  it('has the seventy lines, in order, each with a verdict', () => {
    expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: LINES }, (_, i) => i + 1))
    for (const { number, words } of lines)
      expect(words, `line ${number}`).toMatch(/\*\*(?:proven|code|real binary|open)\*\*/)
  })

  it('names only files that exist', () => {
    const missing = lines.flatMap(({ number, words }) =>
      named(words)
        .filter(name => placeOf(name.replace(/\/\*$/, '')) === undefined)
        .map(name => `${number}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('names a test, a command or the compiler wherever it says "proven"', () => {
    const bare = lines
      .filter(({ words }) => words.includes('**proven**'))
      .filter(
        ({ words }) =>
          !named(words).some(isTest) && !/`npm (?:run|test)|compiler|own runs|by the tests/.test(words),
      )
      .map(({ number }) => number)
    expect(bare).toEqual([])
  })
})
