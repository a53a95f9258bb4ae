import { useEffect } from 'react'
import { nameOf, ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { eventsOf, registerFeed } from '@/stores/feed'
import { useTicketsStore } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'

/** Tells whoever looks at a conversation that became part of another where it goes on. */
export function useJoinedConversations(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  useEffect(
    () =>
      registerFeed({
        name: 'joined-conversations',
        applyEvents(events) {
          const { selectedId } = useTicketsStore.getState()
          for (const data of eventsOf(events, 'ticket')) {
            if (!('ticket' in data) || data.ticket.id !== selectedId) continue
            const { ticket, messagesTo } = data
            if (messagesTo === undefined || messagesTo === ticket.uuid) continue
            toasts.info(t('workplace.notifications.joined', { name: nameOf(ticket) }), {
              action: {
                label: t('workplace.notifications.openHanded'),
                run: () => void navigate(ticketPath(messagesTo)),
              },
            })
          }
        },
      }),
    [t, navigate],
  )
}
