/** The words of the application menu, the dock menu and the jump list. */
import en from '../../../locales/en/menu.json' with { type: 'json' }
import es from '../../../locales/es/menu.json' with { type: 'json' }
import pt from '../../../locales/pt/menu.json' with { type: 'json' }
import type { Preferences } from '../../../src/contract'

export type MenuTexts = typeof pt

const TEXTS: Record<Preferences['language'], MenuTexts> = { pt, en, es }
export const menuTexts = (language: Preferences['language']): MenuTexts => TEXTS[language]
