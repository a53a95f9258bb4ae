/** How live events change the contact and the notes of the contact panel. Pure; its lists are in contact-panel-lists.ts. */
import type { Contact, FeedEvent, TicketNote } from '@contract'
import { mergeContact } from './contact-update'

export interface PanelData {
  ticketId: number | null
  contactId: number | null
  contact: Contact | null
  /** Newest first. */
  notes: readonly TicketNote[]
}

/** Notes newest first, each once. */
export function withNoteOnTop(notes: readonly TicketNote[], note: TicketNote): readonly TicketNote[] {
  return [note, ...notes.filter(known => known.id !== note.id)].sort(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
  )
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
        const update = contacts.find(contact => contact.id === contactId)
        if (update) panel = { ...panel, contact: mergeContact(panel.contact, update) }
        break
      }
    }
  }
  return panel
}
