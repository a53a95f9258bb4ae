/** The lists of the contact panel: earlier tickets and media of the contact, the ticket's timeline; newest first. */
import type { Message, Ticket, TimelineEntry } from '@contract'
import { call } from '@/api'
import { createPagedList, newestFirst, type PagedList } from './paged-list'

/** Whose list it is: a contact, as the panel of one ticket shows it. */
type Subject = { readonly contactId: number; readonly ticketId: number }
const NOBODY: Subject = { contactId: 0, ticketId: 0 }

/** Tickets of the contact that the reader may see; the open one is among them. */
export const earlierList: PagedList<Ticket, Subject> = createPagedList<Ticket, Subject>({
  name: 'earlier tickets',
  filters: NOBODY,
  order: newestFirst(ticket => ticket.createdAt),
  matches: (ticket, _search, { contactId }) => ticket.contactId === contactId,
  // Events leave out names that pages carry.
  merge: (known, update) => ({
    ...update,
    queue: update.queue ?? (update.queueId === known.queueId ? known.queue : null),
    user: update.user ?? (update.userId === known.userId ? known.user : null),
  }),
  read: async ({ pageNumber }, { contactId }, signal) => {
    const { tickets: rows, ...page } = await call('contacts.tickets', {
      params: { id: contactId },
      query: { pageNumber },
      signal,
    })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }) => {
    if (channel !== 'ticket') return null
    if ('ticket' in data) return { put: data.ticket, fresh: data.action === 'create' }
    return data.action === 'delete' ? { remove: data.ticketId } : null
  },
})

/** Messages of the contact that carry a file. */
export const mediaList: PagedList<Message, Subject> = createPagedList<Message, Subject>({
  name: 'contact media',
  filters: NOBODY,
  order: (a, b) => b.createdAt.localeCompare(a.createdAt),
  matches: message => !message.isDeleted && Boolean(message.mediaUrl),
  read: async ({ pageNumber }, { contactId }, signal) => {
    const { messages: rows, hasMore } = await call('contacts.media', {
      params: { id: contactId },
      query: { pageNumber },
      signal,
    })
    return { rows, hasMore }
  },
  onEvent: ({ channel, data }, { filters }) => {
    if (channel !== 'appMessage') return null
    const { message, ticket, contact, action } = data
    const theirs =
      message.ticketId === filters.ticketId || (ticket?.contactId ?? contact?.id) === filters.contactId
    return theirs ? { put: message, fresh: action === 'create' } : null
  },
})

/** What happened to the ticket itself. Whatever changes it is told as the ticket is now: what that was is asked for. */
export const timelineList: PagedList<TimelineEntry, Subject> = createPagedList<TimelineEntry, Subject>({
  name: 'ticket timeline',
  key: entry => entry.key,
  filters: NOBODY,
  read: async ({ pageNumber }, { ticketId }, signal) => {
    const { entries: rows, ...page } = await call('tickets.timeline', {
      params: { id: ticketId },
      query: { pageNumber },
      signal,
    })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }, { filters }) =>
    channel === 'ticket' && 'ticket' in data && data.ticket.id === filters.ticketId ? { stale: true } : null,
})

export const PANEL_LISTS = { earlier: earlierList, media: mediaList, timeline: timelineList } as const
/** A list of the panel. */
export type PanelListName = keyof typeof PANEL_LISTS
