/** The texts of a window, before anything is drawn. */
import { DEFAULT_LANGUAGE, isLanguageStored, loadLanguage, setLanguage } from '@/i18n'
import { startPreferences, usePreferences } from '@/stores/preferences'

/**
 * Follows main's preferences and makes the texts of their language ready. What browser storage remembers is enough to
 * begin with; where it remembers nothing, on a first start, main is asked before anything is drawn in a language that
 * nobody reads here.
 */
export async function firstLanguage(): Promise<void> {
  const preferences = startPreferences()
  if (!isLanguageStored()) await preferences
  const { language } = usePreferences.getState()
  await setLanguage(language)
  // Every language has every key (tests/unit/i18n), so what a missing one falls back on can wait.
  if (language !== DEFAULT_LANGUAGE) requestIdleCallback(() => void loadLanguage(DEFAULT_LANGUAGE))
}
