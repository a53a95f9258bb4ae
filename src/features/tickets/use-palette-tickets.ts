import { MessagesSquare } from 'lucide-react'
import { useCallback } from 'react'
import { useTexts } from '@/i18n'
import { type Command, usePaletteSearch } from '@/stores/commands'
import { useSteadyNavigate } from '@/ui'
import { findTickets } from './find-tickets'
import { plainLine } from './last-message'
import { nameOf, ticketPath } from './use-ticket-actions'

/** Tickets the palette shows for one term. */
const MOST = 8

/** Lets the palette (Ctrl+K) find tickets by name, number and message. */
export function usePaletteTickets(): void {
  const navigate = useSteadyNavigate()
  const { t } = useTexts()
  const group = t('tickets.title')
  const search = useCallback(
    async (term: string, signal: AbortSignal): Promise<Command[]> => {
      const tickets = await findTickets(term, MOST, signal)
      return tickets.map(ticket => ({
        id: `ticket.${ticket.id}`,
        title: nameOf(ticket),
        detail: plainLine(ticket.messages[0]?.body ?? ticket.lastMessage),
        group,
        icon: MessagesSquare,
        run: () => void navigate(ticketPath(ticket.uuid)),
      }))
    },
    [navigate, group],
  )
  usePaletteSearch('tickets', search)
}
