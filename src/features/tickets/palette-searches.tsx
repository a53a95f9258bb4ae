import { type Contact, displayName } from '@contract'
import { BookOpenText, ContactRound, MessagesSquare } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '@/api'
import { findContacts } from '@/features/people'
import { inTheirWords, useTexts } from '@/i18n'
import { type Command, usePaletteSearch, type Where } from '@/stores/commands'
import { useOffered } from '@/stores/servers'
import { useSteadyNavigate } from '@/ui'
import { NewTicketDialog } from './dialogs'
import { findTickets } from './find-tickets'
import { plainLine } from './last-message'
import { nameOf, ticketPath } from './use-ticket-actions'
import { useViewCommands } from './views'

/** Tickets, and contacts, the palette shows for one term. */
const MOST = 8

/**
 * Lets the palette (Ctrl+K) find tickets by name, number and message, contacts to begin a conversation with, articles,
 * and views, on every screen. Draws nothing but the dialog that asks for the queue.
 */
export function PaletteSearches() {
  const navigate = useSteadyNavigate()
  const { t, format } = useTexts()
  const [contact, setContact] = useState<Contact | null>(null)
  const ticketGroup = t('tickets.title')
  const contactGroup = t('contacts.title')
  const tickets = useCallback(
    async (term: string, signal: AbortSignal, where: Where): Promise<Command[]> => {
      const found = await findTickets(term, MOST, signal, where)
      return found.map(ticket => ({
        id: `ticket.${ticket.id}`,
        title: nameOf(ticket),
        detail: [
          ticket.messages[0]?.heard ? t('tickets.row.heard') : '',
          ticket.messages[0]?.translated ? t('tickets.row.translated') : '',
          plainLine(inTheirWords(t, ticket.messages[0]?.body ?? ticket.lastMessage)),
        ]
          .filter(Boolean)
          .join(': '),
        group: ticketGroup,
        icon: MessagesSquare,
        run: () => void navigate(ticketPath(ticket.uuid)),
      }))
    },
    [navigate, ticketGroup, t],
  )
  const contacts = useCallback(
    async (term: string, signal: AbortSignal, where: Where): Promise<Command[]> => {
      const found = await findContacts(term, MOST, signal, where)
      return found.map(one => ({
        id: `contact.${one.id}`,
        title: displayName(one),
        detail: format.phoneOf(one),
        group: contactGroup,
        icon: ContactRound,
        run: () => setContact(one),
      }))
    },
    [contactGroup, format],
  )
  usePaletteSearch('tickets', tickets)
  useViewCommands()
  const hasArticles = useOffered('knowledge')
  const articleGroup = t('shell.nav.knowledge')
  const articles = useCallback(
    async (words: string, signal: AbortSignal, where: Where): Promise<Command[]> => {
      if (!hasArticles || where === 'here') return []
      const found = await call('articles.find', { query: { words }, signal })
      return found.slice(0, MOST).map(({ id, title, text }) => ({
        id: `article.${id}`,
        title,
        detail: plainLine(text),
        group: articleGroup,
        icon: BookOpenText,
        run: () => void navigate(`/knowledge/${id}`),
      }))
    },
    [navigate, hasArticles, articleGroup],
  )
  usePaletteSearch('contacts', contacts)
  usePaletteSearch('articles', articles)
  if (!contact) return null
  return (
    <NewTicketDialog
      contact={contact}
      onClose={() => setContact(null)}
      onCreated={ticket => {
        setContact(null)
        void navigate(ticketPath(ticket.uuid))
      }}
    />
  )
}
