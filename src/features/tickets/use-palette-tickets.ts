import { MessagesSquare } from 'lucide-react'
import { useCallback } from 'react'
import { useTexts } from '@/i18n'
import { type Command, usePaletteSearch } from '@/stores/commands'
import { ticketsSource } from '@/stores/tickets'
import { useSteadyNavigate } from '@/ui'
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
      const { tickets } = await ticketsSource().page(
        { isSearch: true, searchParam: term.slice(0, 200), pageNumber: 1 },
        signal,
      )
      return tickets.slice(0, MOST).map(ticket => ({
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
