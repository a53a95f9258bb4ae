/**
 * i18next with the texts of the language on screen. A window begins with `loadLanguage`, before anything is drawn: there is
 * no loading state, and no key is ever seen.
 */
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import i18next, { type ParseKeys, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readCall } from '../contract/calls'
import { formatSpan } from '../contract/durations'
import { translateNotReceived } from '../contract/not-received'
import { countFormatter, countNothingAsMany } from './counting'
import { DEFAULT_LANGUAGE, LANGUAGE_TAGS, type Language, resolveLanguage } from './languages'
import { holdNothingBack, loadTexts, storedLanguage } from './load'

/** @param body of a customer's message. @returns it, with such a line said in the language of `t`. */
export function inTheirWords(t: TFunction, body: string): string {
  const found = translateNotReceived(body, (key, values) => t(`notReceived.${key}`, values))
  return found ? `${found.before}_${found.text}_` : body
}

const moment = (at: string): string =>
  new Date(at).toLocaleString(LANGUAGE_TAGS[resolveLanguage(i18n.language)], {
    dateStyle: 'short',
    timeStyle: 'short',
  })

/** @param body of a line about a call. @returns it in the language of `t`; null where it is some other server's words. */
export function callText(t: TFunction, body: string): string | null {
  const line = readCall(body)
  if (!line) return null
  switch (line.what) {
    case 'talked':
      return t(line.ours ? 'calls.weTalked' : 'calls.talked', { time: formatSpan(line.seconds * 1_000) })
    case 'permitted':
      return line.until === null
        ? t('calls.permittedForGood')
        : t('calls.permitted', { until: moment(line.until) })
    case 'missed':
    case 'refused':
    case 'rang':
      return t(`calls.${line.what}${line.video ? 'Video' : ''}`)
    default:
      return t(`calls.${line.what}`)
  }
}

export type { TFunction } from 'i18next'
export { errorText } from './error-text'
export { type Formatters, formatters } from './format'
export * from './languages'
export { isLanguageStored } from './load'
export * from './parse'
export { type Texts, TextsProvider, useTexts } from './texts-provider'
export { zoneName, zoneOptions } from './zones'

const DAYJS_LOCALE: Record<Language, string> = { pt: 'pt-br', en: 'en-gb', es: 'es' }

const settle = (language: Language): void => {
  dayjs.locale(DAYJS_LOCALE[language])
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE_TAGS[language]
}

export const i18n = i18next.createInstance()

void i18n
  .use(initReactI18next)
  .use(countFormatter)
  .init({
    resources: {},
    lng: storedLanguage(),
    fallbackLng: DEFAULT_LANGUAGE,
    interpolation: { escapeValue: false, alwaysFormat: true },
    returnNull: false,
    initAsync: false,
  })
countNothingAsMany(i18n)
settle(resolveLanguage(i18n.language))

/** The one namespace there is. */
const NAMESPACE = 'translation'

/**
 * Makes the texts of a language ready to be shown; at once where they are.
 * @throws whatever kept them from being loaded.
 */
export async function loadLanguage(language: Language): Promise<void> {
  // Handed over as it is: a copy, which `addResourceBundle` makes, would build the texts of every area.
  i18n.store.data[language] = { [NAMESPACE]: await loadTexts(language) }
}

/**
 * Makes all texts ready, of the languages that were asked for and of those that will be.
 * @throws whatever kept a file from being loaded.
 */
export async function loadAllTexts(): Promise<void> {
  await Promise.all(holdNothingBack().map(loadLanguage))
}

/** The language that was asked for last: texts of an earlier request may come later. */
let wanted = resolveLanguage(i18n.language)

/**
 * Changes the language of every text, date and number on screen, once its texts are there.
 * @throws whatever kept them from being loaded; what is on screen stays.
 */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  await loadLanguage(language)
  if (wanted !== language) return
  await i18n.changeLanguage(language)
  settle(language)
}

/** A key of the texts; an unknown one does not compile (src/i18next.d.ts). */
export type TextKey = ParseKeys

/** The last parts of the keys right below another: `KeyBelow<'kit.form'>`. */
export type KeyBelow<K extends string, Key = TextKey> = Key extends `${K}.${infer Last}`
  ? Last extends `${string}.${string}`
    ? never
    : Last
  : never

/** Those keys' last parts, in the order in which the texts stand. @param key of a part of the texts. */
export const keysBelow = <K extends string>(key: K): KeyBelow<K>[] =>
  Object.keys(i18n.t(key as never, { returnObjects: true })) as KeyBelow<K>[]

/** The areas that have texts: the first parts of their keys. */
export const textAreas = (): string[] =>
  Object.keys(i18n.getResourceBundle(i18n.language, 'translation') as object)

/** Whether there are words for a key made of data: `isTextKey(key) ? t(key) : value`. */
export const isTextKey = (key: string): key is TextKey => i18n.exists(key, { returnObjects: false })
