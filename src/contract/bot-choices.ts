/**
 * A menu of the chatbot as something that is pressed instead of typed. What the customer presses comes back as the
 * entry's title, so that an old menu that is pressed later is never taken for another entry.
 */
import { z } from 'zod'
import { fold } from './fold'
import { MENU_LIMITS, type MenuEntry, type PressedMenu } from './menus'

export const botChoices = z.object({
  /** What is asked. */
  opening: z.string(),
  /** Titles, in their order. */
  entries: z.array(z.string()),
})
export type BotChoices = z.output<typeof botChoices>

/** How a menu is shown: setting chatBotType. */
export const MENU_KINDS = ['text', 'list', 'button'] as const
export type MenuKind = (typeof MENU_KINDS)[number]

/** Whether each entry can be known by its title alone. */
function areTitlesClear(titles: readonly string[]): boolean {
  const folded = titles.map(title => fold(title.trim()))
  return (
    new Set(folded).size === folded.length &&
    // A number would be read as the number of an entry.
    folded.every(title => title !== '' && !/^\d{1,3}$/.test(title))
  )
}

/** Shortens a title that does not fit; the description then has the full title, which comes back with the answer. */
const shortened = (title: string, most: number): MenuEntry =>
  title.length <= most ? { title } : { title: `${title.slice(0, most - 1).trimEnd()}…`, description: title }

/**
 * The menu to be pressed, of the kind that was chosen: buttons that do not fit become a list.
 * @returns null when it can only be typed: too many entries, too long, or two that could not be told apart.
 */
export function pressedMenu(wanted: MenuKind, choices: BotChoices): PressedMenu | null {
  const opening = choices.opening.trim()
  const titles = choices.entries.map(title => title.trim())
  if (wanted === 'text' || opening === '' || titles.length === 0 || !areTitlesClear(titles)) return null
  const { list, button } = MENU_LIMITS
  const fitsButtons =
    titles.length <= button.entries &&
    opening.length <= button.opening &&
    titles.every(title => title.length <= button.title)
  if (wanted === 'button' && fitsButtons)
    return { kind: 'button', opening, entries: titles.map(title => ({ title })) }
  if (titles.length > list.entries || opening.length > list.opening) return null
  const entries = titles.map(title => shortened(title, list.title))
  if (entries.some(({ description }) => (description?.length ?? 0) > list.description)) return null
  if (new Set(entries.map(({ title }) => title)).size < entries.length) return null
  return { kind: 'list', opening, entries }
}
