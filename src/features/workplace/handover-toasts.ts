import { useEffect } from 'react'
import { nameOf, ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { hearOwnChanges, ticketById, whenHandedOver } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'

/** Says that tickets were given to the person, with the way to them: one by name, many as a figure. */
export function useHandoverToasts(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  useEffect(() => {
    hearOwnChanges()
    return whenHandedOver(handed => {
      for (const { ticketId, from } of handed) {
        const ticket = ticketById(ticketId)
        if (!ticket) continue
        const name = nameOf(ticket)
        toasts.info(
          from === null
            ? t('workplace.notifications.handed', { name })
            : t('workplace.notifications.handedBy', { name, from }),
          {
            action: {
              label: t('workplace.notifications.openHanded'),
              run: () => void navigate(ticketPath(ticket.uuid)),
            },
            many: {
              sort: 'handed over',
              text: count => t('workplace.notifications.handedMany', { count }),
              action: { label: t('workplace.notifications.all'), run: () => void navigate('/tickets') },
            },
          },
        )
      }
    })
  }, [t, navigate])
}
