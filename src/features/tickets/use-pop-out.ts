import { useCallback } from 'react'
import { useTexts } from '@/i18n'
import { lendDraft } from '@/stores/drafts'
import type { StoredTicket } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'
import { LIST_PATH } from './use-ticket-actions'

/**
 * Opens a ticket in a window of its own. The console goes back to the list: one ticket has one composer at a time,
 * and its draft travels with it.
 */
export function usePopOut(): (ticket: StoredTicket) => void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  return useCallback(
    ticket => {
      lendDraft(ticket.id)
      void window.turno.windows.popOut({ uuid: ticket.uuid }).then(answer => {
        if (answer.ok) void navigate(LIST_PATH)
        else toasts.error(t('tickets.popout.failed'))
      })
    },
    [navigate, t],
  )
}
