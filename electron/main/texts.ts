/** The few texts main itself shows (dialogs before or without a window), in the console's three languages. */

import type { Preferences } from '../../src/contract'
import en from '../../src/locales/en/dialogs.json' with { type: 'json' }
import es from '../../src/locales/es/dialogs.json' with { type: 'json' }
import pt from '../../src/locales/pt/dialogs.json' with { type: 'json' }

type Language = Preferences['language']
export type MainTexts = typeof pt

const TEXTS: Record<Language, MainTexts> = { pt, en, es }

/** The language for a system locale (`pt-BR`, `es_419`): Portuguese unless it is clearly one of the others. */
export function languageOf(locale: string): Language {
  const head = locale.toLowerCase().split(/[-_]/, 1)[0]
  return head === 'en' || head === 'es' ? head : 'pt'
}

export const textsFor = (language: Language): MainTexts => TEXTS[language]
