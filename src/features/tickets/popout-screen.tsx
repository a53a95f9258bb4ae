import { Button } from 'antd'
import { DoorClosed } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { EmptyState, useNarrow, useSteadyNavigate } from '@/ui'
import { Conversation } from './conversation'
import styles from './tickets-screen.module.css'
import { useChangedQuestion } from './use-changed-question'
import { useOpenTicket } from './use-open-ticket'
import { LIST_PATH, nameOf, ticketPath } from './use-ticket-actions'

function Ticket({ uuid }: { uuid: string }) {
  const { t } = useTexts()
  const narrow = useNarrow()
  const opening = useOpenTicket(uuid)
  const name = opening.phase === 'shown' ? nameOf(opening.ticket) : null
  useEffect(() => {
    document.title = name === null ? t('common.product') : `${name} · ${t('common.product')}`
  }, [name, t])
  return (
    <section
      className={styles.conversation}
      aria-label={t('tickets.conversation')}
      data-pane="conversation"
      data-popout
    >
      <Conversation opening={opening} narrow={narrow} />
    </section>
  )
}

/**
 * One ticket in a window of its own, with all that is done in it. Whatever leads to another ticket goes to the
 * console; a ticket that was left (resolved, transferred, refused) leaves an empty window that says so, because the
 * way back by "undo" may still be on screen.
 * @param uuid of the ticket the window was opened for. Stands in a memory router at that ticket's path.
 */
export function PopoutScreen({ uuid }: { uuid: string }) {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const { pathname } = useLocation()
  const here = pathname === ticketPath(uuid)
  useChangedQuestion()
  const other = !here && pathname.startsWith(`${LIST_PATH}/`) ? pathname.slice(LIST_PATH.length + 1) : null
  useEffect(() => {
    if (other === null) return
    void window.turno.windows.showTicket({ uuid: decodeURIComponent(other) })
    void navigate(ticketPath(uuid), { replace: true })
  }, [other, uuid, navigate])
  if (here || other !== null) return <Ticket uuid={uuid} />
  return (
    <EmptyState
      icon={DoorClosed}
      title={t('tickets.popout.left')}
      text={t('tickets.popout.leftText')}
      action={
        <Button type="primary" onClick={() => void window.turno.windows.close()}>
          {t('tickets.popout.close')}
        </Button>
      }
    />
  )
}
