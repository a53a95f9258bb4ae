/** What the picture book is made of: sizes, themes, languages and states, and which of them are put together. */

export const SIZES = {
  '1440': { width: 1440, height: 900 },
  '1280': { width: 1280, height: 720 },
  '1024': { width: 1024, height: 768 },
  '390': { width: 390, height: 844 },
  // Made when they are asked for: a wide screen, 1440 by 900 at 200 %, and windows between a telephone and a desk.
  '2560': { width: 2560, height: 1440 },
  '720': { width: 720, height: 450 },
  '600': { width: 600, height: 800 },
  '768': { width: 768, height: 1024 },
  '960': { width: 960, height: 640 },
} as const
type Size = keyof typeof SIZES

export const THEMES = ['light', 'dark'] as const
export const LANGUAGES = ['pt', 'en', 'es'] as const

/**
 * Whose company is shown, and how its server is:
 * - `full`: the demo company, seen by its super-administrator
 * - `empty`: a company that was founded a moment ago
 * - `failing`: every request of a screen fails
 * - `loading`: no request of a screen is answered
 * - `denied`: an agent at the address of a screen that is not for agents
 */
export const STATES = ['full', 'empty', 'failing', 'loading', 'denied'] as const

/** One way to see every screen. */
export interface Look {
  size: Size
  theme: (typeof THEMES)[number]
  language: (typeof LANGUAGES)[number]
  state: (typeof STATES)[number]
}

const USUAL: Look = { size: '1440', theme: 'light', language: 'pt', state: 'full' }

/** Every screen in the usual look, and each other member alone: all of them together would be a hundred times every screen. */
const MATRIX: readonly Look[] = [
  USUAL,
  ...(['1280', '1024', '390'] as const).map(size => ({ ...USUAL, size })),
  { ...USUAL, theme: 'dark' },
  { ...USUAL, language: 'en' },
  { ...USUAL, language: 'es' },
  { ...USUAL, state: 'empty' },
  { ...USUAL, state: 'failing' },
  { ...USUAL, state: 'loading' },
  { ...USUAL, state: 'denied' },
]

/** A part of the book, as `npm run pictures -- --size 390 --theme dark` names it. */
export interface Choice extends Partial<{ [axis in keyof Look]: string }> {
  /** Words of which a screen's or dialog's name has to hold one, with commas between. */
  only?: string
}

/**
 * @returns the looks to make: of a choice those it names, the rest of each as usual; without one the whole matrix.
 * @throws Error for a word that no axis knows
 */
export function looksOf(choice: Choice): Look[] {
  const axes = { size: Object.keys(SIZES), theme: THEMES, language: LANGUAGES, state: STATES } as const
  let looks: Look[] = [USUAL]
  for (const [axis, known] of Object.entries(axes)) {
    const named = choice[axis as keyof Look]?.split(',') ?? []
    const strange = named.find(word => !(known as readonly string[]).includes(word))
    if (strange) throw new Error(`--${axis} is one of ${known.join(', ')}, not ${strange}`)
    if (named.length > 0) looks = looks.flatMap(look => named.map(word => ({ ...look, [axis]: word })))
  }
  return Object.keys(axes).some(axis => choice[axis as keyof Look]) ? looks : [...MATRIX]
}

/** Dialogs are seen of a full company, in Portuguese; two sizes show them as another does. */
export const withDialogs = ({ size, language, state }: Look): boolean =>
  state === 'full' && language === 'pt' && size !== '1280' && size !== '1024'

/** Whether a name is part of what was asked for. */
export const isWanted = (name: string, { only }: Choice): boolean =>
  !only || only.split(',').some(word => name.toLowerCase().includes(word.toLowerCase()))
