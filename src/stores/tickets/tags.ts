/** Tags of a ticket: added, created and removed on screen at once, then on the server. */
import { fold, type Tag } from '@contract'
import { call } from '@/api'
import { feedPosition } from '../feed'
import { placed } from '../newer'
import { tagsDirectory } from '../tags'
import { actOn } from './act'
import { absorbTickets, patchTicket, ticketById, touched } from './store'

/** Shortest name the server takes. */
export const TAG_NAME_MIN = 3

/**
 * Gives a ticket a tag, or takes it away, on screen at once and then on the server; an error puts back what was shown. The
 * tags that colleagues change meanwhile stay.
 * @throws ApiError
 */
export async function setTag(ticketId: number, tagId: number, has: boolean): Promise<void> {
  const before = ticketById(ticketId)
  if (!before) return
  const others = before.tags.filter(({ id }) => id !== tagId)
  const tag = [...tagsDirectory.use.getState().items, ...before.tags].find(({ id }) => id === tagId)
  patchTicket(ticketId, { tags: has && tag ? [...others, tag] : others })
  const askedAt = feedPosition()
  try {
    await actOn(ticketId, 'tags', async expected => {
      const rest = (ticketById(ticketId) ?? before).tags.filter(({ id }) => id !== tagId)
      const tags = [...rest.map(({ id }) => ({ id })), ...(has ? [{ id: tagId }] : [])]
      const change = has ? { added: [tagId] } : { gone: [tagId] }
      const body = { ticketId, tags, ...change, ...(expected ? { expected } : {}) }
      const [answer, position] = await placed(call('tags.sync', { body }))
      // Some servers answer the tags as they were before: what is on screen is the truth.
      absorbTickets([{ ...answer, tags: ticketById(ticketId)?.tags ?? answer.tags }], position)
    })
  } catch (error) {
    // What was changed later stays, and an event has its own truth.
    const now = ticketById(ticketId)?.tags ?? []
    const was = [...now.filter(({ id }) => id !== tagId), ...before.tags.filter(({ id }) => id === tagId)]
    if (!touched.since(ticketId, askedAt)) patchTicket(ticketId, { tags: was })
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
