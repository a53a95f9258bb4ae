/** A question and the button that answers it say one word for what they do (docs/look.md section 11). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TEXTS } from '../../support/locales'

const root = join(import.meta.dirname, '../../../src')
/** Words for taking away, by the root that each of their forms has. */
const ROOTS = { pt: ['apag', 'exclu', 'elimin'], es: ['elimin', 'borr', 'suprim'], en: ['delet', 'eras'] }

/** What every question of the console says: the keys of its title, its text and its button. */
function questions(): string[][] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/confirm\(\{([\s\S]*?)\n\s*\}\)/g)].map(
        ([, inner]) =>
          [...(inner ?? '').matchAll(/\b(?:title|text|okLabel): t\(\s*'([\w.]+)'/g)].map(
            ([, key]) => key ?? '',
          ),
      ),
    )
    .filter(keys => keys.length > 1)
}

function said(language: keyof typeof ROOTS, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((tree, name) => Reflect.get(Object(tree), name), TEXTS[language])
  return typeof found === 'string' ? found.toLowerCase() : ''
}

it.each(['pt', 'en', 'es'] as const)('every question says one word for taking away: %s', language => {
  const all = questions()
  expect(all.length).toBeGreaterThan(5)
  const mixed = all.filter(keys => {
    const words = keys.map(key => said(language, key)).join(' ')
    return ROOTS[language].filter(one => new RegExp(`(^|[^\\p{L}])${one}`, 'u').test(words)).length > 1
  })
  expect(mixed).toEqual([])
})
