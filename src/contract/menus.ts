/**
 * A menu: what is pressed instead of typed below the words of a message, in the limits of WhatsApp's Cloud API. Buttons, a
 * list, or one button that opens a page. Where a number cannot show it, it leaves as words with numbered lines. What the
 * customer presses comes back as its title. Pure.
 */
import { z } from 'zod'
import { fold } from './fold'
import { upTo, words } from './requests'
import { listOf, text } from './scalars'

export const MENU_FORMS = ['button', 'list', 'link'] as const
export type MenuForm = (typeof MENU_FORMS)[number]

/** Most entries, and longest texts in characters. `opening` is the text above, `label` the button that opens a list. */
export const MENU_LIMITS = {
  button: { entries: 3, title: 20, opening: 1_024 },
  list: { entries: 10, title: 24, opening: 4_096, description: 72, section: 24, label: 20 },
  link: { entries: 1, title: 20, opening: 1_024, url: 2_000 },
  footer: 60,
} as const

/** The button that opens a list, unless it says something else. Customers are written to in the product's language. */
export const OPEN_LIST = 'Ver opções'

/** Longer than any limit: what a person wrote is refused with the reason, not by its shape. */
const prose = words(4_096)

const menuEntry = z.strictObject({
  title: prose.meta({ description: 'What is pressed, and what comes back as the answer' }),
  description: prose.optional().meta({ description: 'Second line of a list’s row' }),
  section: prose.optional().meta({
    description: 'Heading above this row of a list; the rows below stand under it, too',
  }),
})

/** A menu without the text above it, as it is sent to a server. `menuFaults` says what is wrong with one. */
export const menuParts = z.strictObject({
  kind: z.enum(MENU_FORMS).meta({
    description: 'Up to three buttons, a list of up to ten rows, or one button that opens a page',
  }),
  entries: upTo(50, menuEntry).meta({
    description: 'The buttons, the rows of the list, or the one button that opens the page',
  }),
  label: prose.optional().meta({ description: 'Of a list: the button that opens it' }),
  url: prose.optional().meta({ description: 'Of a link: the page, by https' }),
  footer: prose.optional().meta({ description: 'Small print below the text' }),
})
export type MenuParts = z.output<typeof menuParts>
export type MenuEntry = MenuParts['entries'][number]

/** A menu as it is stored and leaves. */
export type PressedMenu = MenuParts & { opening: string }

/** The same as a server answers it; what is not there is "". */
export const sentParts = z.object({
  kind: z.enum(MENU_FORMS),
  entries: listOf('menu.entries', z.object({ title: text, description: text, section: text })),
  label: text,
  url: text,
  footer: text,
})
export const sentMenu = sentParts.extend({ opening: text })
export type SentMenu = z.output<typeof sentMenu>

export const MENU_FAULTS = [
  'ERR_MENU_EMPTY',
  'ERR_MENU_TOO_LONG',
  'ERR_MENU_TOO_MANY',
  'ERR_MENU_ALIKE',
  'ERR_MENU_ADDRESS',
] as const

/** What WhatsApp would refuse. */
export interface MenuFault {
  code: (typeof MENU_FAULTS)[number]
  /** Where: `opening`, `label`, `url`, `footer`, `entries`, or `entries.0.title`. */
  at: string
}

const isPage = (address: string): boolean =>
  URL.canParse(address) && /^https:$/.test(new URL(address).protocol) && !/\s/.test(address)

/** What is wrong with one text: it is missing, or too long. */
const sized = (value: string | undefined, max: number, at: string, needed: boolean): MenuFault[] => {
  const length = value?.trim().length ?? 0
  if (length === 0) return needed ? [{ code: 'ERR_MENU_EMPTY', at }] : []
  return length > max ? [{ code: 'ERR_MENU_TOO_LONG', at }] : []
}

/** The texts of one entry. Where a list has headings, its first row has one: WhatsApp takes no section without a title. */
function entryFaults({ kind, entries }: MenuParts, place: number): MenuFault[] {
  const { title, description, section } = entries[place] ?? { title: '' }
  const at = `entries.${place}`
  const { list } = MENU_LIMITS
  const heads = place === 0 && entries.slice(1).some(one => one.section?.trim())
  return [
    ...sized(title, MENU_LIMITS[kind].title, `${at}.title`, true),
    ...(kind === 'list' ? sized(description, list.description, `${at}.description`, false) : []),
    ...(kind === 'list' ? sized(section, list.section, `${at}.section`, heads) : []),
  ]
}

/**
 * Everything WhatsApp would refuse in a menu, in the order of its fields.
 * @param opening the text above it, as it leaves.
 */
export function menuFaults(opening: string, menu: MenuParts): MenuFault[] {
  const { kind, entries, label, url = '', footer } = menu
  const limits = MENU_LIMITS[kind]
  const titles = entries.map(({ title }) => fold(title.trim()))
  const alike = titles.flatMap((title, place): MenuFault[] =>
    title !== '' && titles.indexOf(title) < place
      ? [{ code: 'ERR_MENU_ALIKE', at: `entries.${place}.title` }]
      : [],
  )
  const page = sized(url, MENU_LIMITS.link.url, 'url', true)
  return [
    ...sized(opening, limits.opening, 'opening', true),
    ...(kind === 'list' ? sized(label, MENU_LIMITS.list.label, 'label', false) : []),
    ...(entries.length === 0 ? [{ code: 'ERR_MENU_EMPTY', at: 'entries' } as const] : []),
    ...(entries.length > limits.entries ? [{ code: 'ERR_MENU_TOO_MANY', at: 'entries' } as const] : []),
    ...entries.flatMap((_entry, place) => entryFaults(menu, place)),
    ...alike,
    ...(kind === 'link' ? page : []),
    ...(kind === 'link' && page.length === 0 && !isPage(url.trim())
      ? [{ code: 'ERR_MENU_ADDRESS', at: 'url' } as const]
      : []),
    ...sized(footer, MENU_LIMITS.footer, 'footer', false),
  ]
}

/** Only what is said: `{ footer: '  ' }` becomes `{}`. */
const said = <K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> => {
  const own = value?.trim() ?? ''
  return own === '' ? {} : ({ [name]: own } as Record<K, string>)
}

/** A menu as it is kept: trimmed, and without what its kind has no place for. */
export const tidyMenu = ({ kind, entries, label, url, footer }: MenuParts): MenuParts => ({
  kind,
  entries: entries.map(({ title, description, section }) => ({
    title: title.trim(),
    ...(kind === 'list' ? { ...said('description', description), ...said('section', section) } : {}),
  })),
  ...(kind === 'list' ? said('label', label) : {}),
  ...(kind === 'link' ? said('url', url) : {}),
  ...said('footer', footer),
})

/** Rows of a list under their headings, in their order; the heading is "" where there is none. */
export function menuSections<E extends { section?: string | undefined }>(
  entries: readonly E[],
): { title: string; rows: E[] }[] {
  const sections: { title: string; rows: E[] }[] = []
  for (const entry of entries) {
    const title = entry.section ?? ''
    const last = sections.at(-1)
    if (last && title === '') last.rows.push(entry)
    else sections.push({ title, rows: [entry] })
  }
  return sections
}

/** One line of a menu that is typed. */
export const typedEntry = (key: string, title: string): string => `*${key}* - ${title}`

/** A menu in words alone: what a number sends that cannot show one, and what lists, searches and exports read. */
export function menuWords({ opening, kind, entries, url, footer }: PressedMenu): string {
  const line = ({ title, description, section }: MenuEntry, place: number): string => {
    if (kind === 'link') return `${title}: ${url ?? ''}`
    const typed = typedEntry(String(place + 1), title)
    const heading = section ? `${place === 0 ? '' : '\n'}*${section}*\n` : ''
    return `${heading}${typed}${description ? ` (${description})` : ''}`
  }
  return [opening.trim(), entries.map(line).join('\n'), footer ? `_${footer}_` : '']
    .filter(part => part !== '')
    .join('\n\n')
}
