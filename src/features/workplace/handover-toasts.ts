import { useEffect } from 'react'
import { nameOf, ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { type HandedOver, hearOwnChanges, ticketById, whenHandedOver } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { useSteadyNavigate } from '@/ui'

/** Tickets that come within this of one another are told of together. Milliseconds. */
const TOGETHER_MS = 300

/** Says that tickets were given to the person, with the way to them: one by name, many as a figure. */
export function useHandoverToasts(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  useEffect(() => {
    let gathered: HandedOver[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (): void => {
      const found = gathered.flatMap(one => {
        const ticket = ticketById(one.ticketId)
        return ticket ? [{ ...one, ticket }] : []
      })
      gathered = []
      const [first] = found
      if (!first) return
      if (found.length > 1) {
        toasts.info(t('workplace.notifications.handedMany', { count: found.length }), {
          action: { label: t('workplace.notifications.all'), run: () => void navigate('/tickets') },
        })
        return
      }
      const { from, ticket } = first
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
        },
      )
    }
    hearOwnChanges()
    const leave = whenHandedOver(handed => {
      gathered.push(...handed)
      clearTimeout(timer)
      timer = setTimeout(tell, TOGETHER_MS)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [t, navigate])
}
