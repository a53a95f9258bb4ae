/**
 * Menus: buttons, a list, or a link button below the text of a message, within the limits of WhatsApp's Cloud API. A number
 * that does not support them sends text with numbered lines. A press comes back as the title of the entry. Pure.
 */
import { z } from 'zod'
import { fold } from './fold'
import { line, upTo } from './requests'
import { listOf, text } from './scalars'

export const MENU_FORMS = ['button', 'list', 'link'] as const
export type MenuForm = (typeof MENU_FORMS)[number]

/** The maximum number of entries, and maximum lengths in characters. `opening` is the message text, `label` the button that opens a list. */
export const MENU_LIMITS = {
  button: { entries: 3, title: 20, opening: 1_024 },
  list: { entries: 10, title: 24, opening: 4_096, description: 72, section: 24, label: 20 },
  link: { entries: 1, title: 20, opening: 1_024, url: 2_000 },
  footer: 60,
} as const

/** The default label of the button that opens a list, in the product's language. */
export const OPEN_LIST = 'Ver opções'

/** Longer than any limit, so that `menuFaults` can name the reason for a refusal. */
const shortText = line(4_096)

const menuEntry = z.strictObject({
  title: shortText.meta({ description: 'Text of the button or row; a press sends it back as the answer' }),
  description: shortText.optional().meta({ description: 'Second line of a list row' }),
  section: shortText.optional().meta({
    description: 'Heading above this list row; it also covers the rows below, up to the next heading',
  }),
})

/** A menu without the message text, in requests. `menuFaults` checks its limits. */
export const menuParts = z.strictObject({
  kind: z.enum(MENU_FORMS).meta({
    description: 'Up to three buttons, a list of up to ten rows, or one link button',
  }),
  entries: upTo(50, menuEntry).meta({
    description: 'The buttons, the list rows, or the one link button',
  }),
  label: shortText.optional().meta({ description: 'List only: label of the button that opens it' }),
  url: shortText.optional().meta({ description: 'Link only: https address of the page' }),
  footer: shortText.optional().meta({ description: 'Footer below the text' }),
})
export type MenuParts = z.output<typeof menuParts>
export type MenuEntry = MenuParts['entries'][number]

/** A menu with the message text: stored with the message, and sent. */
export type PressedMenu = MenuParts & { opening: string }

/** The same in answers of a server; missing texts read as "". */
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

/** A reason for WhatsApp to refuse a menu. */
export interface MenuFault {
  code: (typeof MENU_FAULTS)[number]
  /** Where: `opening`, `label`, `url`, `footer`, `entries`, or `entries.0.title`. */
  at: string
}

const isPage = (address: string): boolean =>
  URL.canParse(address) && /^https:$/.test(new URL(address).protocol) && !/\s/.test(address)

/** Checks one text: missing, or too long. */
const sized = (value: string | undefined, max: number, at: string, needed: boolean): MenuFault[] => {
  const length = value?.trim().length ?? 0
  if (length === 0) return needed ? [{ code: 'ERR_MENU_EMPTY', at }] : []
  return length > max ? [{ code: 'ERR_MENU_TOO_LONG', at }] : []
}

/** Checks one entry. If a list has headings, its first row needs one: WhatsApp refuses sections without a title. */
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
 * All reasons for WhatsApp to refuse a menu, in the order of the form.
 * @param opening the message text, with its signature.
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

/**
 * Whether a text may stand above a menu. Where it may not once it is filled in and signed, the menu is sent in words.
 * @param opening as for `menuFaults`.
 */
export const mayOpen = (opening: string, menu: MenuParts): boolean =>
  menuFaults(opening, menu).every(({ at }) => at !== 'opening')

/** Drops an empty text: `{ footer: '  ' }` becomes `{}`. */
const said = <K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> => {
  const own = value?.trim() ?? ''
  return own === '' ? {} : ({ [name]: own } as Record<K, string>)
}

/** Trims the texts of a menu, and drops those that its kind does not have. */
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

/** Groups list rows by heading, in order; "" for rows without a heading. */
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

/** One numbered line of a menu in words. */
export const typedEntry = (key: string, title: string): string => `*${key}* - ${title}`

/** The whole menu as text: sent by numbers without menu support, and used by lists, searches and exports. */
export function menuWords({ opening, kind, entries, url, footer }: PressedMenu): string {
  const lineOf = ({ title, description, section }: MenuEntry, place: number): string => {
    if (kind === 'link') return `${title}: ${url ?? ''}`
    const typed = typedEntry(String(place + 1), title)
    const heading = section ? `${place === 0 ? '' : '\n'}*${section}*\n` : ''
    return `${heading}${typed}${description ? ` (${description})` : ''}`
  }
  return [opening.trim(), entries.map(lineOf).join('\n'), footer ? `_${footer}_` : '']
    .filter(part => part !== '')
    .join('\n\n')
}
