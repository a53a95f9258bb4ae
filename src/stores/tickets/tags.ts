/** Tags of a ticket: added, created and removed on screen at once, then on the server. */
import type { Tag } from '@contract'
import { call } from '@/api'
import { feedPosition } from '../feed'
import { tagsDirectory } from '../tags'
import { absorbTickets, patchTicket, ticketById } from './store'

/** Shortest name the server takes (specification 2 section 5). */
export const TAG_NAME_MIN = 3

/** Changes the tags of a ticket on screen at once, then on the server; a refusal puts them back. @throws ApiError */
export async function syncTags(ticketId: number, tagIds: readonly number[]): Promise<void> {
  const before = ticketById(ticketId)
  if (!before) return
  const all = [...tagsDirectory.use.getState().items, ...before.tags]
  const tags = [...new Set(tagIds)].flatMap(id => all.find(tag => tag.id === id) ?? [])
  patchTicket(ticketId, { tags })
  const askedAt = feedPosition()
  try {
    const answer = await call('tags.sync', { body: { ticketId, tags: tags.map(({ id }) => ({ id })) } })
    // Some servers answer the tags as they were before (design/contract.md 4.3): what was asked for is the truth.
    absorbTickets([{ ...answer, tags }], askedAt)
  } catch (error) {
    patchTicket(ticketId, { tags: before.tags })
    throw error
  }
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
  await tagsDirectory.reload()
  return created
}
