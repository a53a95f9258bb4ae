/**
 * Gathers the texts of the shell and of every feature into one tree per language.
 *
 * A feature keeps `src/features/<folder>/texts.ts` with `export const texts = { pt: {...}, en: {...}, es: {...} }`
 * (separate exports `pt`, `en`, `es` or a default export do as well). Nothing else is needed: the folder name in
 * camelCase is the first part of the key, so `src/features/sign-in/texts.ts` with `{ pt: { title: 'Entrar' } }` is
 * read by `t('signIn.title')`.
 */
import { LANGUAGES, type Language } from './languages'
import { common } from './texts/common'
import { errors } from './texts/errors'
import { shell } from './texts/shell'

export type TextTree = { [key: string]: string | TextTree }
export type Texts = Record<Language, TextTree>

const isTree = (value: unknown): value is TextTree => typeof value === 'object' && value !== null
const isTexts = (value: unknown): value is Texts =>
  isTree(value) && LANGUAGES.every(language => isTree((value as Record<string, unknown>)[language]))

/** `../features/sign-in/texts.ts` -> `signIn`. */
export function featureKey(path: string): string {
  const folder = /\/features\/([^/]+)\//.exec(path)?.[1] ?? path
  return folder.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
}

/**
 * Finds the texts a module exports.
 * @throws TypeError naming the file when one of the three languages is missing: better at start than a raw key on screen.
 */
export function textsOf(path: string, module: unknown): Texts {
  const exported = isTree(module) ? (module as Record<string, unknown>) : {}
  const found = [exported.texts, exported.default, exported, ...Object.values(exported)].find(isTexts)
  if (!found) throw new TypeError(`${path} must export texts for ${LANGUAGES.join(', ')}`)
  return found
}

const modules = import.meta.glob<unknown>('../features/*/texts.ts', { eager: true })

/** Every text of the product by its first key. */
export const TEXTS: Record<string, Texts> = {
  common,
  errors,
  shell,
  ...Object.fromEntries(
    Object.entries(modules).map(([path, module]) => [featureKey(path), textsOf(path, module)]),
  ),
}

/** The tree i18next wants: language, then namespace, then first key. */
export function resources(): Record<Language, { translation: TextTree }> {
  const of = (language: Language): { translation: TextTree } => ({
    translation: Object.fromEntries(Object.entries(TEXTS).map(([key, texts]) => [key, texts[language]])),
  })
  return { pt: of('pt'), en: of('en'), es: of('es') }
}
