/** i18next for the programs without a window: main and the server. */
import { createInstance, type TFunction } from 'i18next'
import type { Preferences } from '../src/contract'
import { countFormatter, countNothingAsMany } from '../src/i18n/counting'

type Language = Preferences['language']

/**
 * @param words what is in the files of `src/locales`, by language and name of the file.
 * @returns `t` of a language, made when it is first asked for.
 */
export function translators(words: Record<Language, object>): (language: Language) => TFunction {
  let speak: ((language: Language) => TFunction) | undefined
  return language => {
    if (!speak) {
      const { pt, en, es } = words
      const i18n = createInstance({
        resources: { pt: { translation: pt }, en: { translation: en }, es: { translation: es } },
        lng: 'pt',
        fallbackLng: 'pt',
        interpolation: { escapeValue: false, alwaysFormat: true },
        initAsync: false,
      })
      void i18n.use(countFormatter).init()
      countNothingAsMany(i18n)
      speak = i18n.getFixedT
    }
    return speak(language)
  }
}
