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

/** `t` that looks a text without values up once: lists and bubbles ask for the same words by the hundred. */
function remembering(speak: TFunction): TFunction {
  const known = new Map<string, string>()
  return new Proxy(speak, {
    apply(target, self, args: unknown[]) {
      const [key] = args
      const plain = args.length === 1 && typeof key === 'string' ? key : null
      const before = plain === null ? undefined : known.get(plain)
      if (before !== undefined) return before
      const text: unknown = Reflect.apply(target, self, args)
      // A key that is not there yet (an area that is still to be loaded) is asked for again.
      if (plain !== null && typeof text === 'string' && text !== plain) known.set(plain, text)
      return text
    },
  })
}

function textsIn(language: Language): Texts {
  const known = SPOKEN.get(language)
  if (known) return known
  const texts = { t: remembering(i18n.getFixedT(language)), language, format: formatters(language) }
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
