import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BRIDGE_ERROR_CODES, SERVER_ERROR_CODES } from '../../../src/contract/errors'
import { LANGUAGES } from '../../../src/i18n/languages'
import { featureKey, TEXTS, type TextTree, textsOf } from '../../../src/i18n/registry'

/** Plural forms differ by language; the base key is what must exist everywhere. */
const base = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

function flat(tree: TextTree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix ? `${prefix}.${key}` : key
    if (typeof value === 'string') found.set(path, value)
    else for (const [inner, text] of flat(value, path)) found.set(inner, text)
  }
  return found
}

const variables = (text: string): string =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map(m => m[1])
    .sort()
    .join(',')

/** Words that are the same in several languages on purpose. */
const SAME_WORDS = new Set([
  'Turno',
  'Total',
  'No',
  'Online',
  'Offline',
  'Chatbot',
  'Tags',
  'Volume',
  'General',
  'API',
  'Kanban',
  'Open.Ai',
  'Error',
  'Email',
  'Emoji',
])

describe.each(Object.entries(TEXTS))('texts of %s', (_area, texts) => {
  const trees = Object.fromEntries(LANGUAGES.map(language => [language, flat(texts[language])]))
  const keysOf = (language: string): string[] =>
    [...new Set([...(trees[language] as Map<string, string>).keys()].map(base))].sort()

  it('has the same keys in every language', () => {
    for (const language of LANGUAGES) expect(keysOf(language), language).toEqual(keysOf('pt'))
  })

  it('calls a ticket ticket in Spanish: an attention is none that could be counted', () => {
    const counted = [...(trees.es as Map<string, string>)].filter(([, text]) =>
      /\batenciones\b|\b(una|esta|ninguna) atención|Atención asignada/i.test(text),
    )
    expect(counted).toEqual([])
  })

  it('has no empty value', () => {
    for (const language of LANGUAGES)
      for (const [key, value] of trees[language] as Map<string, string>)
        expect(value.trim(), `${language} ${key}`).not.toBe('')
  })

  it('fills the same variables in every language', () => {
    for (const [key, value] of trees.pt as Map<string, string>)
      for (const language of LANGUAGES) {
        const other = trees[language]?.get(key)
        if (other !== undefined) expect(variables(other), `${language} ${key}`).toBe(variables(value))
      }
  })

  it('leaves no sentence untranslated', () => {
    for (const [key, value] of trees.pt as Map<string, string>) {
      const sentence = value.replace(/\{\{[^}]*\}\}/g, '').trim()
      // What holds variables and marks alone has no words to translate.
      if (!/\p{L}/u.test(sentence)) continue
      if (sentence.split(/\s+/).length < 3 || SAME_WORDS.has(sentence)) continue
      expect(trees.en?.get(key), `en ${key}`).not.toBe(value)
      expect(trees.es?.get(key) === value && trees.en?.get(key) === value, `es ${key}`).toBe(false)
    }
  })
})

describe('keys in use', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
      entry.isDirectory()
        ? files(join(folder, entry.name))
        : /\.tsx?$/.test(entry.name)
          ? [join(folder, entry.name)]
          : [],
    )

  it('are all known', () => {
    const known = new Set(
      Object.entries(TEXTS).flatMap(([area, texts]) =>
        [...flat(texts.pt, area).keys()].flatMap(key => [key, base(key)]),
      ),
    )
    const missing = files('src')
      .filter(file => !file.includes('i18n/registry'))
      .flatMap(file =>
        [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([a-zA-Z]\w*(?:\.\w+)+)'/g)]
          .filter(match => !known.has(match[1] as string))
          .map(match => `${file}: ${match[1]}`),
      )
    expect(missing).toEqual([])
  })
})

describe('error catalogue', () => {
  it.each(LANGUAGES)('is complete in %s', language => {
    for (const code of [...SERVER_ERROR_CODES, ...BRIDGE_ERROR_CODES, 'unknown'])
      expect(TEXTS.errors?.[language][code], code).toBeTruthy()
  })
})

describe('registry', () => {
  it('derives the first key from the folder', () => {
    expect(featureKey('../features/sign-in/texts.ts')).toBe('signIn')
    expect(featureKey('../features/tickets/texts.ts')).toBe('tickets')
  })
  it('takes a named, a default or three separate exports, and refuses an incomplete one by name', () => {
    const all = { pt: { a: 'x' }, en: { a: 'y' }, es: { a: 'z' } }
    expect(textsOf('f', { texts: all })).toBe(all)
    expect(textsOf('f', { default: all })).toBe(all)
    expect(textsOf('f', { ...all })).toEqual(all)
    expect(() => textsOf('src/features/x/texts.ts', { texts: { pt: {}, en: {} } })).toThrow(/features\/x/)
  })
})
