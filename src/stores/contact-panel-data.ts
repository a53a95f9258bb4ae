/** How live events change what the contact panel shows. Pure. */
import type { Contact, FeedEvent, Message, Ticket, TicketNote } from '@contract'
import { told } from './contact-told'

export interface Pages<T> {
  items: readonly T[]
  /** Pages read so far. */
  page: number
  hasMore: boolean
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: unknown
}

export interface PanelData {
  ticketId: number | null
  contactId: number | null
  contact: Contact | null
  /** Newest first. */
  notes: readonly TicketNote[]
  /** Newest first; the open ticket is among them. */
  earlier: Pages<Ticket>
  /** Newest first. */
  media: Pages<Message>
}

/** Notes newest first, each once. */
export function withNoteOnTop(notes: readonly TicketNote[], note: TicketNote): readonly TicketNote[] {
  return [note, ...notes.filter(known => known.id !== note.id)].sort(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
  )
}

function withMedia(media: Pages<Message>, message: Message): Pages<Message> {
  const at = media.items.findIndex(item => item.id === message.id)
  if (message.isDeleted || !message.mediaUrl)
    return at < 0 ? media : { ...media, items: media.items.toSpliced(at, 1) }
  return { ...media, items: at < 0 ? [message, ...media.items] : media.items.with(at, message) }
}

function withTicket(earlier: Pages<Ticket>, ticket: Ticket): Pages<Ticket> {
  const at = earlier.items.findIndex(item => item.id === ticket.id)
  const known = earlier.items[at]
  if (!known) return { ...earlier, items: [ticket, ...earlier.items] }
  const merged = {
    ...ticket,
    queue: ticket.queue ?? (ticket.queueId === known.queueId ? known.queue : null),
    user: ticket.user ?? (ticket.userId === known.userId ? known.user : null),
  }
  return { ...earlier, items: earlier.items.with(at, merged) }
}

/** Lays a batch over the panel; the same object when none of it concerns what is shown. */
export function applyPanelEvents<D extends PanelData>(before: D, events: readonly FeedEvent[]): D {
  let panel = before
  const { contactId } = before
  for (const event of events) {
    switch (event.channel) {
      case 'ticketNote': {
        const { data } = event
        if (data.action === 'delete') {
          if (panel.notes.some(note => note.id === data.id))
            panel = { ...panel, notes: panel.notes.filter(note => note.id !== data.id) }
        } else if (
          data.note.ticketId === panel.ticketId ||
          (contactId !== null && data.note.contactId === contactId)
        ) {
          panel = { ...panel, notes: withNoteOnTop(panel.notes, data.note) }
        }
        break
      }
      case 'contact': {
        const { data } = event
        if (data.action === 'delete') break
        const contacts = 'records' in data ? data.records : [data.contact]
        const news = contacts.find(contact => contact.id === contactId)
        if (news) panel = { ...panel, contact: told(panel.contact, news) }
        break
      }
      case 'appMessage': {
        const { message, ticket, contact } = event.data
        const theirs = message.ticketId === panel.ticketId || (ticket?.contactId ?? contact?.id) === contactId
        if (contactId !== null && theirs && panel.media.page > 0) {
          const media = withMedia(panel.media, message)
          if (media !== panel.media) panel = { ...panel, media }
        }
        break
      }
      case 'ticket': {
        const { data } = event
        if (panel.earlier.page === 0 || contactId === null) break
        if ('ticket' in data) {
          if (data.ticket.contactId === contactId)
            panel = { ...panel, earlier: withTicket(panel.earlier, data.ticket) }
        } else if (data.action === 'delete') {
          const items = panel.earlier.items.filter(item => item.id !== data.ticketId)
          if (items.length < panel.earlier.items.length)
            panel = { ...panel, earlier: { ...panel.earlier, items } }
        }
        break
      }
    }
  }
  return panel
}
