/** The words of the application menu, the dock menu and the jump list. */

import type { Preferences } from '../../../src/contract'
import en from '../../../src/locales/en/menu.json' with { type: 'json' }
import es from '../../../src/locales/es/menu.json' with { type: 'json' }
import pt from '../../../src/locales/pt/menu.json' with { type: 'json' }

export type MenuTexts = typeof pt

const TEXTS: Record<Preferences['language'], MenuTexts> = { pt, en, es }
export const menuTexts = (language: Preferences['language']): MenuTexts => TEXTS[language]
