/** What the documentation names has to be there: a page that leads to a file that is gone costs its reader an hour. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FLOORS } from '../../../rooms.config'

const root = resolve(import.meta.dirname, '../../..')

/** Folders at the top of the repository; what begins with one of them is a path. */
const TOP = ['src', 'electron', 'tests', 'docs', 'scripts', 'resources', '.ci', '.github']
const SOURCE_FOLDERS = ['src', 'electron', 'tests', 'scripts']

const papers = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )

const sources = SOURCE_FOLDERS.flatMap(filesUnder)
const names = new Set(sources.map(path => path.slice(path.lastIndexOf('/') + 1)))

const asPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+()[\]]/g, '\\$&').replaceAll('*', '[^/]+')}(?:/|$)`)

/** Whether a path is there, below the repository or below its tests (the tables of tests leave `tests/` out). */
function isThere(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (plain.includes('*')) return sources.some(file => asPattern(plain).test(file))
  return existsSync(join(root, plain)) || existsSync(join(root, 'tests', plain))
}

/** What a paper names: paths from a top folder anywhere, file names and test paths between backticks, and links. */
function named(text: string, at: string): { path: string; found: boolean }[] {
  const result: { path: string; found: boolean }[] = []
  const tops = TOP.map(name => name.replace('.', '\\.')).join('|')
  const anywhere = new RegExp(`(?<![\\w/.~>-])(?:${tops})/[\\w.@*/-]*[\\w*/](?![\\w<-])`, 'g')
  for (const [path] of text.matchAll(anywhere)) {
    // `tests/unit/<area>` is a pattern for a reader, not a path.
    if (!text.includes(`${path}<`)) result.push({ path, found: isThere(path) })
  }
  for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    if (/^(?:unit|integration|e2e|faults|hostile|bench|compat|replay)\/[\w./-]+\.(?:tsx?|mjs)$/.test(code))
      result.push({ path: code, found: isThere(code) })
    else if (/^[\w.-]+\.(?:tsx?|mjs|css)$/.test(code))
      result.push({ path: code, found: names.has(code) || isThere(code) })
  }
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g))
    result.push({ path: target, found: existsSync(resolve(root, dirname(at), target)) })
  return result
}

/** Sections, numbered rules and differences that comments of the product cite instead of saying the reason: they move. */
const citedSections = (text: string): string[] =>
  [
    ...text
      .replace(/\s*\n\s*(?:\*|\/\/)\s*/g, ' ')
      .matchAll(
        /\b(?:docs\/[\w-]+\.md,? (?:sections? )?["\d][\w.]*|(?:sections?|spec(?:ification)?s?|differences?) \d[\d.]*|defects? \d+\)|faults \d[\d, and]* of)/gi,
      ),
  ].map(([words]) => words)

/** Pages that comments cite: `tests/checklist.md 44`. */
const cited = (text: string): string[] =>
  text
    .split('\n')
    .filter(line => /^\s*(?:\/\/|\/?\*)|\/\*\*/.test(line))
    .flatMap(line => [...line.matchAll(/[\w./-]*[\w-]\.md\b/g)].map(([page]) => page))

describe('the documentation', () => {
  it.each(papers)('%s names only what is there', paper => {
    const text = readFileSync(join(root, paper), 'utf8')
    const missing = named(text, paper).filter(({ found }) => !found)
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  it('notices what is not there', () => {
    const text =
      'see `electron/main/gone.ts`, src/stores/gone, `gone.ts`, `unit/gone/a.test.ts`, [x](docs/gone.md)'
    expect(named(text, 'README.md').map(({ found }) => found)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    const good = 'see `src/main.tsx`, src/stores/feed.ts, `boot.ts`, `unit/house.test.ts`, `tests/*.md`'
    expect(named(good, 'README.md').filter(({ found }) => !found)).toEqual([])
    const patterns = '`tests/unit/<area>`, `electron/*` and what is built into out/main/index.js'
    expect(named(patterns, 'README.md').filter(({ found }) => !found)).toEqual([])
  })

  it('are the only pages that comments cite', () => {
    const strangers = sources
      .filter(path => /\.(?:tsx?|mjs)$/.test(path))
      .flatMap(path =>
        cited(readFileSync(join(root, path), 'utf8'))
          .filter(page => !existsSync(join(root, page)))
          .map(page => `${path}: ${page}`),
      )
    expect(strangers).toEqual([])
  })

  it('holds each rule that sources cite, and sources cite no work order that is not here', () => {
    const page = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    const headings = new Set([...page.matchAll(/^#{2,3} (\d\.\d) /gm)].map(([, number]) => number))
    const citing = [...sources.filter(path => /\.(?:tsx?|mjs|css|md)$/.test(path)), ...papers]
      .filter(path => path !== 'CHANGELOG.md')
      .map(path => ({
        path,
        text: readFileSync(join(root, path), 'utf8').replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '),
      }))
    const rules = citing.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/specification\.md (\d\.\d(?:(?:, | and | to |, and )\d\.\d)*)/g)].flatMap(
        ([, numbers = '']) => (numbers.match(/\d\.\d/g) ?? []).map(number => ({ path, number })),
      ),
    )
    expect(rules.length).toBeGreaterThan(50)
    expect(rules.filter(({ number }) => !headings.has(number))).toEqual([])
    const unknown = citing.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:specifications? [1-3]|issues? #?\d+)\b/gi)].map(
        ([words]) => `${path}: ${words}`,
      ),
    )
    expect(unknown).toEqual([])
  })

  it('is not cited by section in the product, whose comments say the reason', () => {
    expect(
      citedSections('(docs/look.md section 5) docs/a.md,\n * 4.1 docs/b.md, "Where" spec 4 (difference 24)'),
    ).toHaveLength(5)
    const citing = sources
      .filter(path => /^(?:src(?!\/locales)|electron)\/.*\.(?:tsx?|css|mjs)$/.test(path))
      .flatMap(path =>
        citedSections(readFileSync(join(root, path), 'utf8')).map(words => `${path}: ${words}`),
      )
    expect(citing).toEqual([])
  })

  it('tell of every room', () => {
    const rooms = readFileSync(join(root, 'docs/rooms.md'), 'utf8')
    const folders = [
      'src',
      'src/features',
      'electron',
      'electron/main',
      ...FLOORS.map(floor => `electron/server/${floor}`),
      'tests',
    ].flatMap(folder =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(entry => `${folder}/${entry.name}`),
    )
    expect(folders.filter(folder => !rooms.includes(`\`${folder}`))).toEqual([])
  })
})

it('no two decisions have one number: sources name them by it', () => {
  const text = readFileSync(join(root, 'docs/decisions.md'), 'utf8')
  const numbers = [...text.matchAll(/^\*\*(\d+)\./gm)].map(([, number]) => number)
  expect(numbers.length).toBeGreaterThan(50)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

it('programs beside the suite are bundled from files that are there', () => {
  const bundled = sources
    .filter(path => /^tests\/(?:bench|faults|hostile|replay)\//.test(path))
    .flatMap(path => [...readFileSync(join(root, path), 'utf8').matchAll(/\bbundle\('([^']+)'/g)])
    .map(([, path = '']) => path)
  expect(bundled.length).toBeGreaterThan(0)
  expect(bundled.filter(path => !existsSync(join(root, path)))).toEqual([])
})
