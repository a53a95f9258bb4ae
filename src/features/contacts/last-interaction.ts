import type { Contact } from '@contract'
import dayjs from 'dayjs'

/** When a contact's last ticket was touched, as dd/mm/yy hh:mm (docs/specification.md 1.2); "" without a ticket. */
export function lastInteraction(contact: Pick<Contact, 'tickets'>): string {
  const at =
    contact.tickets
      .map(ticket => ticket.updatedAt)
      .toSorted()
      .at(-1) ?? ''
  const moment = dayjs(at)
  return at !== '' && moment.isValid() ? moment.format('DD/MM/YY HH:mm') : ''
}
