/** i18next, started once with every text; nothing is fetched, so there is no loading state. */
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import { type Formatters, formatters } from './format'
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
export { type Formatters, formatters, formatWait } from './format'
export * from './languages'

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

export interface Texts {
  t: TFunction
  language: Language
  format: Formatters
}

const SPOKEN = new Map<Language, Texts>()

function textsIn(language: Language): Texts {
  const known = SPOKEN.get(language)
  if (known) return known
  const texts = { t: i18n.getFixedT(language), language, format: formatters(language) }
  SPOKEN.set(language, texts)
  return texts
}

const listen = (onChange: () => void): (() => void) => {
  i18n.on('languageChanged', onChange)
  return () => i18n.off('languageChanged', onChange)
}
const languageNow = (): string => i18n.language

/**
 * What a component needs to speak: `t`, the language, and formatters bound to it; the same objects until the language
 * changes. Rows of lists speak by the hundred: react-i18next's own hook copies the whole instance for each of them.
 */
export function useTexts(): Texts {
  return textsIn(resolveLanguage(useSyncExternalStore(listen, languageNow)))
}
