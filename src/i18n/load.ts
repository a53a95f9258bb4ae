/**
 * The texts of one language, fetched when that language is shown: scripts/lib/texts.mjs makes two files of each, of which the
 * console needs the second once somebody has signed in.
 */
import { type Areas, addAreas, type TextTree } from './areas-on-demand'
import { LANGUAGE_STORAGE_KEY, type Language, resolveLanguage } from './languages'

const FIRST: Record<Language, () => Promise<{ default: Areas }>> = {
  pt: () => import('virtual:texts/pt'),
  en: () => import('virtual:texts/en'),
  es: () => import('virtual:texts/es'),
}
const REST: typeof FIRST = {
  pt: () => import('virtual:texts/pt/rest'),
  en: () => import('virtual:texts/en/rest'),
  es: () => import('virtual:texts/es/rest'),
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

/** Whether the second file is left out: nobody has signed in yet. */
let holdsBack = false
const trees = new Map<Language, TextTree>()
const coming = new Map<() => unknown, Promise<void>>()

/** Adds one file to the texts of its language, once; asked for again when it could not be had. */
function add(language: Language, load: (typeof FIRST)[Language]): Promise<void> {
  const known = coming.get(load)
  if (known) return known
  const tree = trees.get(language) ?? {}
  trees.set(language, tree)
  const added = load().then(file => addAreas(tree, file.default))
  coming.set(load, added)
  added.catch(() => coming.delete(load))
  return added
}

/**
 * The texts of one language: all, or the first ones while the rest is held back. The rest joins the same tree.
 * @throws whatever kept a file from being loaded.
 */
export async function loadTexts(language: Language): Promise<TextTree> {
  await Promise.all([add(language, FIRST[language]), holdsBack || add(language, REST[language])])
  return trees.get(language) ?? {}
}

/** Begins with the first texts alone, of the language this computer showed last: for the page of the sign-in. */
export function holdTextsBack(): void {
  holdsBack = true
  void loadTexts(storedLanguage())
}

/** From here on a language is all its texts. @returns the languages that were asked for before. */
export function holdNothingBack(): Language[] {
  holdsBack = false
  return [...trees.keys()]
}
