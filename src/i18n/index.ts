/** i18next, started once with every text; nothing is fetched, so there is no loading state. */
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import i18next, { type ParseKeys } from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_STORAGE_KEY,
  LANGUAGE_TAGS,
  type Language,
  resolveLanguage,
} from './languages'
import { resources } from './registry'

export type { TFunction } from 'i18next'
export { errorText } from './error-text'
export { type Formatters, formatters } from './format'
export * from './languages'
export { type Texts, TextsProvider, useTexts } from './texts-provider'

const DAYJS_LOCALE: Record<Language, string> = { pt: 'pt-br', en: 'en-gb', es: 'es' }

const stored = (): string | null => {
  try {
    return localStorage.getItem(LANGUAGE_STORAGE_KEY)
  } catch {
    return null // no storage (tests, a locked-down profile): the default language
  }
}

const settle = (language: Language): void => {
  dayjs.locale(DAYJS_LOCALE[language])
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE_TAGS[language]
}

export const i18n = i18next.createInstance()

void i18n.use(initReactI18next).init({
  resources: resources(),
  lng: resolveLanguage(stored()),
  fallbackLng: DEFAULT_LANGUAGE,
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
})
settle(resolveLanguage(i18n.language))

/** Changes the language of every text, date and number on screen. */
export async function setLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language)
  settle(language)
}

/** A key of the texts; an unknown one does not compile (src/i18next.d.ts). */
export type TextKey = ParseKeys

/** Whether there are words for a key made of data: `isTextKey(key) ? t(key) : value`. */
export const isTextKey = (key: string): key is TextKey => i18n.exists(key, { returnObjects: false })
