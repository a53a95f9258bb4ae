import { useCallback } from 'react'
import { openAtPress } from '@/stores/messages-opening'
import type { StoredTicket } from '@/stores/tickets'
import { useSteadyNavigate } from '@/ui'
import { ticketPath } from './use-ticket-actions'

/**
 * What a press on a ticket does, by pointer or key: its page of messages leaves first, then the screen goes there at once.
 * Until the new composer is there, keys would still go to the old one.
 */
export function usePressTicket(): (ticket: StoredTicket) => void {
  const navigate = useSteadyNavigate()
  return useCallback(
    ticket => {
      openAtPress(ticket.id, ticket.unreadMessages)
      void navigate(ticketPath(ticket.uuid), { flushSync: true })
    },
    [navigate],
  )
}
