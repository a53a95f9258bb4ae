/** Tags of a ticket: added, created and removed on screen at once, then on the server. */
import type { Tag } from '@contract'
import { call } from '@/api'
import { feedPosition } from '../feed'
import { tagsDirectory } from '../tags'
import { absorbTickets, patchTicket, ticketById } from './store'

/** Shortest name the server takes (specification 2 section 5). */
export const TAG_NAME_MIN = 3

/** The last change of each ticket that is on its way: two quick ones must reach the server in their order. */
const running = new Map<number, Promise<unknown>>()

/** Changes the tags of a ticket on screen at once, then on the server; an error puts them back. @throws ApiError */
export async function syncTags(ticketId: number, tagIds: readonly number[]): Promise<void> {
  const before = ticketById(ticketId)
  if (!before) return
  const all = [...tagsDirectory.use.getState().items, ...before.tags]
  const tags = [...new Set(tagIds)].flatMap(id => all.find(tag => tag.id === id) ?? [])
  patchTicket(ticketId, { tags })
  const shown = ticketById(ticketId)?.tags
  const earlier = running.get(ticketId) ?? Promise.resolve()
  const mine = earlier
    .catch(() => undefined) // whoever asked for it has been informed
    .then(async () => {
      const askedAt = feedPosition()
      const answer = await call('tags.sync', { body: { ticketId, tags: tags.map(({ id }) => ({ id })) } })
      // Some servers answer the tags as they were before (docs/legacy-server.md 4.3): what is on screen is the truth.
      absorbTickets([{ ...answer, tags: ticketById(ticketId)?.tags ?? tags }], askedAt)
    })
  running.set(ticketId, mine)
  try {
    await mine
  } catch (error) {
    // A later change or an event has its own truth.
    if (ticketById(ticketId)?.tags === shown) patchTicket(ticketId, { tags: before.tags })
    throw error
  } finally {
    if (running.get(ticketId) === mine) running.delete(ticketId)
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
