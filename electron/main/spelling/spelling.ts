/** Spell-checking in the person's languages: the session's dictionaries follow the preferences. */
import { type Preferences, SPELLING_LANGUAGES_MAX, type SpellingState } from '../../../src/contract'
import type { Log } from '../log/log'

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

/** The part of Electron's session that is used. */
export interface Speller {
  readonly availableSpellCheckerLanguages: string[]
  setSpellCheckerEnabled(enabled: boolean): void
  setSpellCheckerLanguages(languages: string[]): void
  getSpellCheckerLanguages(): string[]
  listWordsInSpellCheckerDictionary(): Promise<string[]>
  addWordToSpellCheckerDictionary(word: string): boolean
  removeWordFromSpellCheckerDictionary(word: string): boolean
  on(
    event: 'spellcheck-dictionary-download-failure' | 'spellcheck-dictionary-initialized',
    listener: (event: unknown, language: string) => void,
  ): unknown
}

export interface Spelling {
  state(): Promise<SpellingState>
  learn(word: string): void
  forget(word: string): void
  follow(preferences: Preferences): void
}

/** @param onChange is called when dictionaries or words changed. */
export function createSpelling(deps: {
  speller: Speller
  preferences: Preferences
  onChange: (state: SpellingState) => void
  log: Log
}): Spelling {
  const { speller, log } = deps
  const failed = new Set<string>()
  let before = ''

  const state = async (): Promise<SpellingState> => ({
    available: [...speller.availableSpellCheckerLanguages].sort(),
    languages: speller.getSpellCheckerLanguages(),
    words: (await speller.listWordsInSpellCheckerDictionary()).sort((a, b) => a.localeCompare(b)),
    failed: [...failed],
  })
  const emitChange = (): void => {
    state().then(deps.onChange, error => log.error('spelling could not be reported', { error }))
  }

  const follow = ({ spelling, language }: Preferences): void => {
    const available = speller.availableSpellCheckerLanguages
    const languages = languagesFor(available, spelling.languages, language)
    const now = JSON.stringify([spelling.enabled, languages])
    if (now === before) return
    before = now
    try {
      speller.setSpellCheckerEnabled(spelling.enabled)
      // macOS finds the language itself and offers none to choose.
      if (available.length > 0 && languages.length > 0) speller.setSpellCheckerLanguages(languages)
    } catch (error) {
      log.error('spelling could not be set', { error })
    }
    emitChange()
  }

  speller.on('spellcheck-dictionary-download-failure', (_event, language) => {
    failed.add(language)
    log.warn('a dictionary could not be fetched', { language })
    emitChange()
  })
  speller.on('spellcheck-dictionary-initialized', (_event, language) => {
    if (failed.delete(language)) emitChange()
  })
  follow(deps.preferences)

  return {
    state,
    follow,
    learn(word) {
      if (speller.addWordToSpellCheckerDictionary(word)) emitChange()
    },
    forget(word) {
      if (speller.removeWordFromSpellCheckerDictionary(word)) emitChange()
    },
  }
}
