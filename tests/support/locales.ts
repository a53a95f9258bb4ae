/** The files of `src/locales` as they stand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextTree } from '../../src/i18n/areas-on-demand'
import { LANGUAGES, type Language } from '../../src/i18n/languages'

const root = join(import.meta.dirname, '../../src/locales')

function filesOf(language: Language): Record<string, TextTree> {
  const names = readdirSync(join(root, language))
  return Object.fromEntries(
    names.map(name => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(root, language, name), 'utf8')),
    ]),
  )
}

/** Every text of the product: language, name of the file, keys. */
export const TEXTS = Object.fromEntries(LANGUAGES.map(language => [language, filesOf(language)])) as Record<
  Language,
  Record<string, TextTree>
>

/** A tree of texts as pairs of key and text. */
export const flat = (tree: TextTree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
