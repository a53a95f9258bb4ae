/** The three languages of the console: Portuguese is default and fallback. */
export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'pt'

/** Browser-storage key; earlier consoles used the same. */
export const LANGUAGE_STORAGE_KEY = 'language'

/** Names as their own speakers write them. */
export const LANGUAGE_NAMES: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }

/** BCP 47 tags for Intl and for <html lang>. */
export const LANGUAGE_TAGS: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es' }

/**
 * The language to show.
 * @param stored what storage holds, for instance "pt", "pt-BR" or rubbish; anything unknown reads as Portuguese.
 */
export function resolveLanguage(stored: string | null | undefined): Language {
  const head = (stored ?? '').toLowerCase().split(/[-_]/, 1)[0]
  return LANGUAGES.find(language => language === head) ?? DEFAULT_LANGUAGE
}
