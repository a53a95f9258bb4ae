/** Tags of a ticket: added, created and removed on screen at once, then on the server. */
import { fold, type Tag } from '@contract'
import { call } from '@/api'
import { placed } from '../newer'
import { tagsDirectory } from '../tags'
import { actOn } from './act'
import { absorbTickets, patchTicket, ticketById } from './store'

/** Shortest name the server takes. */
export const TAG_NAME_MIN = 3

/** Changes the tags of a ticket on screen at once, then on the server; an error puts them back. @throws ApiError */
export async function syncTags(ticketId: number, tagIds: readonly number[]): Promise<void> {
  const before = ticketById(ticketId)
  if (!before) return
  const all = [...tagsDirectory.use.getState().items, ...before.tags]
  const tags = [...new Set(tagIds)].flatMap(id => all.find(tag => tag.id === id) ?? [])
  patchTicket(ticketId, { tags })
  const shown = ticketById(ticketId)?.tags
  try {
    await actOn(ticketId, 'tags', async expected => {
      const body = { ticketId, tags: tags.map(({ id }) => ({ id })), ...(expected ? { expected } : {}) }
      const [answer, position] = await placed(call('tags.sync', { body }))
      // Some servers answer the tags as they were before: what is on screen is the truth.
      absorbTickets([{ ...answer, tags: ticketById(ticketId)?.tags ?? tags }], position)
    })
  } catch (error) {
    // A later change or an event has its own truth.
    if (ticketById(ticketId)?.tags === shown) patchTicket(ticketId, { tags: before.tags })
    throw error
  }
}

/** Value of the entry that creates a tag of what was typed; ids are numbers above zero. */
export const CREATE_TAG = 0

export interface TagChoice {
  value: number
  label: string
  color: string
}

/**
 * What a field for tags offers for what is typed: known tags that contain it, those that begin with it first, and last the
 * entry that makes a new one, where that may be and no tag is called so. Pure.
 * @param createLabel of that entry; null where none may be made.
 */
export function tagChoices(
  known: readonly Tag[],
  typed: string,
  createLabel: ((name: string) => string) | null,
): TagChoice[] {
  const name = typed.trim()
  const wanted = fold(name)
  const begins = (tag: Tag): boolean => fold(tag.name).startsWith(wanted)
  const found = known.filter(tag => fold(tag.name).includes(wanted))
  const ranked = [...found.filter(begins), ...found.filter(tag => !begins(tag))]
  const exact = known.some(tag => tag.name.toLocaleLowerCase() === name.toLocaleLowerCase())
  return [
    ...ranked.map(tag => ({ value: tag.id, label: tag.name, color: tag.color })),
    ...(createLabel && name.length >= TAG_NAME_MIN && !exact
      ? [{ value: CREATE_TAG, label: createLabel(name), color: '' }]
      : []),
  ]
}

/**
 * The tag of a typed name: the known one whatever its case, else a new one.
 * @returns null when the name is too short for a new tag.
 * @throws ApiError
 */
export async function tagNamed(typed: string): Promise<Tag | null> {
  const name = typed.trim()
  const lower = name.toLocaleLowerCase()
  const known = tagsDirectory.use.getState().items.find(tag => tag.name.toLocaleLowerCase() === lower)
  if (known) return known
  if (name.length < TAG_NAME_MIN) return null
  const created = await call('tags.create', { body: { name } })
  tagsDirectory.keep(created)
  return created
}
