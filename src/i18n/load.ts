/**
 * The texts of one language, fetched when that language is shown: scripts/lib/texts.mjs makes a file of each. The first
 * page begins with this module, so that its texts are on their way while its other modules are evaluated.
 */
import { type Areas, areasOnDemand, type TextTree } from './areas-on-demand'
import { LANGUAGE_STORAGE_KEY, type Language, resolveLanguage } from './languages'

const FILES: Record<Language, () => Promise<{ default: Areas }>> = {
  pt: () => import('virtual:texts/pt'),
  en: () => import('virtual:texts/en'),
  es: () => import('virtual:texts/es'),
}

function stored(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_STORAGE_KEY)
  } catch {
    return null // no storage (tests, a locked-down profile)
  }
}

/** Whether this computer has shown a language before. */
export const isLanguageStored = (): boolean => stored() !== null
/** The language this computer showed last; the default where nothing is stored. */
export const storedLanguage = (): Language => resolveLanguage(stored())

const coming = new Map<Language, Promise<TextTree>>()

/**
 * Every text in one language; asked for again when it could not be had.
 * @throws whatever kept the file from being loaded.
 */
export function loadTexts(language: Language): Promise<TextTree> {
  const known = coming.get(language)
  if (known) return known
  const texts = FILES[language]().then(file => areasOnDemand(file.default))
  coming.set(language, texts)
  texts.catch(() => coming.delete(language))
  return texts
}

void loadTexts(storedLanguage())
