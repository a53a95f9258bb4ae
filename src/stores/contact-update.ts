/** How a live event is laid over a contact that is already known. Pure. */
import type { Contact, ContactUpdate } from '@contract'

/**
 * A contact as an event tells it keeps what the event left out. What the event does say counts, also when it says that
 * there is nothing any more.
 */
export function mergeContact(known: Contact | null, update: ContactUpdate): Contact {
  const { missing = [], ...contact } = update
  if (!known) return contact
  const kept = Object.fromEntries(missing.map(member => [member, known[member]])) as Partial<Contact>
  const merged = { ...contact, ...kept }
  return {
    ...merged,
    // Which ticket was last is mergeContact to those who asked for it alone.
    tickets: merged.tickets.length > 0 ? merged.tickets : known.tickets,
    // The name of the connection is at times left out beside its number.
    whatsapp: contact.whatsapp ?? (merged.whatsappId === known.whatsappId ? known.whatsapp : null),
  }
}
