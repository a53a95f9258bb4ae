/** Which dictionaries are used: those the person chose, else that of the interface. Pure. */
import { type Preferences, SPELLING_LANGUAGES_MAX } from '../../../src/contract'

/** Dictionaries for a language of the interface, the best first. */
const OF_INTERFACE: Record<Preferences['language'], readonly string[]> = {
  pt: ['pt-BR', 'pt-PT', 'pt'],
  en: ['en-US', 'en-GB', 'en'],
  es: ['es', 'es-ES', 'es-419'],
}

/**
 * @param available what the system offers (Electron's `availableSpellCheckerLanguages`).
 * @param chosen codes the person ticked; unknown ones are passed over.
 */
export function languagesFor(
  available: readonly string[],
  chosen: readonly string[],
  language: Preferences['language'],
): string[] {
  const wanted = chosen.filter(code => available.includes(code)).slice(0, SPELLING_LANGUAGES_MAX)
  if (wanted.length > 0) return wanted
  const own = OF_INTERFACE[language].find(code => available.includes(code))
  return own ? [own] : []
}
