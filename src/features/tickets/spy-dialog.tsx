import { maySpy, SOCKET_FETCH_MS } from '@contract'
import { Modal } from 'antd'
import { AppWindow, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '@/api'
import { LoadError } from '@/features/load-error'
import { QuietThread } from '@/features/thread'
import { useTexts } from '@/i18n'
import { addInterest } from '@/stores/interest'
import { useOffered } from '@/stores/servers'
import { fetchTicketById, useTicket, useViewer } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { SkeletonRows, ToolbarButton, useSteadyNavigate } from '@/ui'
import styles from './dialogs.module.css'
import { SpySummary } from './spy-summary'
import { LIST_PATH, nameOf } from './use-ticket-actions'

/**
 * A ticket's thread, read only and without a trace: no message is marked read, no badge changes. Admins look into any
 * ticket, supervisors into those of their queues; anybody else is sent away.
 */
export function SpyDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const viewer = useViewer()
  const silent = useOffered('silentReading')
  const ticket = useTicket(ticketId)
  const [shown, setShown] = useState(false)
  /** Why nobody knows whether it may still be looked at; null while that is known, or being asked. */
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [name] = useState(() => (ticket ? nameOf(ticket) : `#${ticketId}`))
  const allowed = viewer !== null && ticket !== undefined && maySpy(viewer, ticket)

  const known = ticket !== undefined
  useEffect(() => {
    if (attempt >= 0) setFailure(null)
    if (allowed) return
    let over = false
    const leave = (why: 'denied' | 'gone'): void => {
      if (over) return
      toasts.error(t(`tickets.spy.${why}`))
      onClose()
      void navigate(LIST_PATH)
    }
    if (known) leave('denied')
    // An event took it away: only the server knows whether it is gone, or the right to look is.
    else
      fetchTicketById(ticketId).then(
        () => leave('denied'),
        error => {
          const status = error instanceof ApiError ? error.status : 0
          if (status === 403) leave('denied')
          else if (status === 404) leave('gone')
          else if (!over) setFailure(error)
        },
      )
    return () => {
      over = true
    }
  }, [allowed, known, ticketId, attempt, onClose, navigate, t])
  useEffect(() => addInterest({ chatBoxes: [ticketId] }), [ticketId])
  useEffect(() => {
    // The thread loads after 500 ms, so that a glance at the wrong row asks for nothing.
    const timer = setTimeout(() => setShown(true), SOCKET_FETCH_MS)
    return () => clearTimeout(timer)
  }, [])

  const openWindow = (): void => {
    void window.turno.windows.spy({ ticketId }).then(answer => {
      if (answer.ok) onClose()
      else toasts.error(t('tickets.popout.failed'))
    })
  }

  if (known && !allowed) return null
  return (
    <Modal
      open
      centered
      width={720}
      title={t('tickets.spy.title', { name: ticket ? nameOf(ticket) : name })}
      footer={null}
      onCancel={onClose}
    >
      <div className={styles.spy}>
        <div className={styles.quiet}>
          <EyeOff size={16} strokeWidth={1.5} aria-hidden="true" />
          <p className={styles.words}>{t(silent ? 'tickets.spy.quiet' : 'tickets.spy.readOnly')}</p>
          <ToolbarButton icon={AppWindow} label={t('tickets.spy.window')} onClick={openWindow} />
        </div>
        {shown && ticket ? <SpySummary ticket={ticket} /> : null}
        <div className={styles.thread}>
          {failure !== null ? (
            <LoadError
              title={t('tickets.openFailed')}
              error={failure}
              onRetry={() => setAttempt(attempt + 1)}
            />
          ) : shown && ticket ? (
            <QuietThread key={ticketId} ticketId={ticketId} ticket={ticket} />
          ) : (
            <SkeletonRows count={6} height={56} label={t('common.loading')} />
          )}
        </div>
      </div>
    </Modal>
  )
}
