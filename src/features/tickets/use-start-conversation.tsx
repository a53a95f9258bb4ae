import { CONTACT_NAME, type Contact } from '@contract'
import { type ReactNode, useCallback, useState } from 'react'
import { ApiError, call } from '@/api'
import { useSteadyNavigate } from '@/ui'
import { NewTicketDialog } from './dialogs'
import { ticketPath, useTicketActions } from './use-ticket-actions'

/** A person on a contact card: what the customer wrote, digits of the number. */
export interface CardPerson {
  name: string
  number: string
}

/**
 * The contact of a card, found by its number or added.
 * @throws ApiError (ERR_WAPP_INVALID_CONTACT when WhatsApp does not know the number).
 */
async function contactOfCard({ name, number }: CardPerson): Promise<Contact> {
  const short = [...name.trim()].slice(0, CONTACT_NAME.max).join('')
  const answer = await call('contacts.create', {
    body: { name: short.length < CONTACT_NAME.min ? number : short, number, email: '' },
  })
  if (answer.invalido) throw new ApiError('refused', 'ERR_WAPP_INVALID_CONTACT', '', 400)
  return answer.existingContact ?? answer
}

/**
 * Starts a conversation with somebody from a contact card: the contact is looked up or
 * added, then the new-ticket dialog asks for the queue.
 * @returns what the cards call, and the dialog to draw.
 */
export function useStartConversation(): { start: (person: CardPerson) => void; dialog: ReactNode } {
  const navigate = useSteadyNavigate()
  const { tell } = useTicketActions()
  const [contact, setContact] = useState<Contact | null>(null)
  const start = useCallback((person: CardPerson) => void contactOfCard(person).then(setContact, tell), [tell])
  const dialog = contact ? (
    <NewTicketDialog
      contact={contact}
      onClose={() => setContact(null)}
      onCreated={ticket => {
        setContact(null)
        void navigate(ticketPath(ticket.uuid))
      }}
    />
  ) : null
  return { start, dialog }
}
