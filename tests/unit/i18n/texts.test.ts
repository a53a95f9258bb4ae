import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BRIDGE_ERROR_CODES, SERVER_ERROR_CODES } from '../../../src/contract/errors'
import { LANGUAGES } from '../../../src/i18n/languages'
import { flat, TEXTS } from '../../support/locales'

/** Plural forms differ by language; the base key is what must exist everywhere. */
const PLURAL = /_(zero|one|two|few|many|other)$/
const base = (key: string): string => key.replace(PLURAL, '')

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
  'Error',
  'Email',
  'Emoji',
])

/** What main shows before i18next is there: objects, whose members are named. */
const AS_OBJECTS = new Set(['dialogs', 'menu', 'textMenu'])

describe.each(Object.keys(TEXTS.pt))('texts of %s', area => {
  const trees = Object.fromEntries(
    LANGUAGES.map(language => [language, new Map(flat(TEXTS[language][area] ?? {}))]),
  )
  const textsOf = (language: string): Map<string, string> => trees[language] ?? new Map()
  const keysOf = (language: string): string[] => [...new Set([...textsOf(language).keys()].map(base))]

  it('has the same keys in every language, in the same order', () => {
    for (const language of LANGUAGES) expect(keysOf(language), language).toEqual(keysOf('pt'))
  })

  it('has every plural form of its language', () => {
    const lacking = LANGUAGES.flatMap(language => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      const keys = [...textsOf(language).keys()]
      const counted = new Set(keys.filter(key => PLURAL.test(key)).map(base))
      const forms = [...counted].flatMap(key => pluralCategories.map(form => `${key}_${form}`))
      return forms.filter(key => !keys.includes(key)).map(key => `${language} ${key}`)
    })
    expect(lacking).toEqual([])
  })

  it('calls a ticket ticket in Spanish: an attention is none that could be counted', () => {
    const counted = [...textsOf('es')].filter(([, text]) =>
      /\batenciones\b|\b(una|esta|ninguna) atención|Atención asignada/i.test(text),
    )
    expect(counted).toEqual([])
  })

  it('has no empty value', () => {
    for (const language of LANGUAGES)
      for (const [key, value] of textsOf(language)) expect(value.trim(), `${language} ${key}`).not.toBe('')
  })

  it('fills the same variables in every language', () => {
    for (const [key, value] of textsOf('pt'))
      for (const language of LANGUAGES) {
        const other = textsOf(language).get(key)
        if (other !== undefined) expect(variables(other), `${language} ${key}`).toBe(variables(value))
      }
  })

  it('leaves no sentence untranslated', () => {
    for (const [key, value] of textsOf('pt')) {
      const sentence = value.replace(/\{\{[^}]*\}\}/g, '').trim()
      // What holds variables and marks alone has no words to translate.
      if (!/\p{L}/u.test(sentence)) continue
      if (sentence.split(/\s+/).length < 3 || SAME_WORDS.has(sentence)) continue
      expect(textsOf('en').get(key), `en ${key}`).not.toBe(value)
      expect(textsOf('es').get(key) === value && textsOf('en').get(key) === value, `es ${key}`).toBe(false)
    }
  })
})

describe('keys in use', () => {
  const codeOf = (folder: string): string =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
  const code = codeOf('src') + codeOf('electron')
  const keys = flat(TEXTS.pt).map(([key]) => key)

  it('are all known', () => {
    const known = new Set(keys.flatMap(key => [key, base(key)]))
    const asked = [...code.matchAll(/\bt\(\s*'([a-zA-Z]\w*(?:\.\w+)+)'/g)].map(([, key = '']) => key)
    expect(asked.length).toBeGreaterThan(1_000)
    expect(asked.filter(key => !known.has(key))).toEqual([])
  })

  it('hold every text', () => {
    const literal = new Set([...code.matchAll(/'([a-zA-Z]\w*(?:\.[\w-]+)+)'/g)].map(([, key]) => key))
    const made = [...code.matchAll(/`([a-zA-Z]\w*\.(?:[\w.]|\$\{(?:[^{}]|\{[^{}]*\})*\})+)`/g)].map(
      ([, key = '']) => {
        const pattern = key.replaceAll('.', '\\.').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '[\\w-]+')
        return new RegExp(`^${pattern}$`)
      },
    )
    // A list screen names its area once (src/features/kit/paged-screen.tsx).
    for (const [, area] of code.matchAll(/\btexts="([\w.]+)"/g))
      for (const name of ['title', 'count', 'search', 'add', 'empty', 'emptyText'])
        literal.add(`${area}.${name}`)
    const member = new Set(
      [...codeOf('electron/main').matchAll(/(?:\b(?:t|texts?)(?:\(\))?\.|')(\w+)\b/g)].map(
        ([, name]) => name,
      ),
    )
    const asked = (key: string): boolean => {
      const [area = '', name] = key.split('.')
      return AS_OBJECTS.has(area) ? member.has(name) : literal.has(key) || made.some(one => one.test(key))
    }
    expect(keys.filter(key => !asked(key) && !asked(base(key)))).toEqual([])
  })
})

describe('error catalogue', () => {
  it.each(LANGUAGES)('is complete in %s', language => {
    for (const code of [...SERVER_ERROR_CODES, ...BRIDGE_ERROR_CODES, 'unknown'])
      expect(TEXTS[language].errors?.[code], code).toBeTruthy()
  })
})
