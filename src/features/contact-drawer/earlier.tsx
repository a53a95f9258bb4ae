import type { Ticket } from '@contract'
import { Button, Modal } from 'antd'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TicketSummary } from '@/features/copilot'
import { LoadError } from '@/features/load-error'
import { showMessage, ThreadPane } from '@/features/thread'
import { ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { lookAtPanelList, useContactPanel } from '@/stores/contact-panel'
import { earlierList } from '@/stores/contact-panel-lists'
import { useCopilotOffers } from '@/stores/copilot'
import { lookAtSummary, useSummaries } from '@/stores/summaries'
import { looks, Pill, type PillTone, QueueName, SkeletonRows, useSteadyNavigate } from '@/ui'
import styles from './contact-panel.module.css'

const TONES: Record<Ticket['status'], PillTone> = { pending: 'warning', open: 'accent', closed: 'neutral' }

/** The contact's other tickets that the reader may see; each opens read-only. */
export function Earlier({ currentId }: { currentId: number }) {
  const { t, format } = useTexts()
  const { rows, hasMore, status, more, error } = earlierList.use()
  const contactId = useContactPanel(state => state.contactId)
  const [reading, setReading] = useState<Ticket | null>(null)
  useEffect(() => {
    if (status === 'idle' && contactId !== null) lookAtPanelList('earlier')
  }, [status, contactId])

  const others = rows.filter(ticket => ticket.id !== currentId)
  return (
    <>
      {others.length > 0 ? (
        <ul className={styles.list}>
          {others.map(ticket => {
            const date = format.date(ticket.createdAt)
            const words = t(`contactDrawer.earlier.status_${ticket.status}`)
            return (
              <li key={ticket.id}>
                <button
                  type="button"
                  className={styles.item}
                  aria-label={t('contactDrawer.earlier.read', { date, status: words })}
                  onClick={() => setReading(ticket)}
                >
                  <span className={looks.spread}>
                    <span className={styles.date}>{date}</span>
                    <Pill tone={TONES[ticket.status]}>{words}</Pill>
                  </span>
                  <span className={styles.itemMeta}>
                    <QueueName
                      name={ticket.queue?.name || t('contactDrawer.earlier.noQueue')}
                      color={ticket.queue?.color ?? null}
                    />
                    <bdi>{ticket.user?.name || t('contactDrawer.earlier.nobody')}</bdi>
                  </span>
                  <About ticket={ticket} />
                </button>
              </li>
            )
          })}
        </ul>
      ) : null}
      {status === 'loading' ? <SkeletonRows count={2} height={56} label={t('common.loading')} /> : null}
      {status === 'failed' || more === 'failed' ? (
        <LoadError
          compact
          title={t('contactDrawer.earlier.failed')}
          error={error}
          onRetry={earlierList.retry}
        />
      ) : null}
      {status === 'ready' && others.length === 0 && !hasMore ? (
        <p className={styles.hint}>{t('contactDrawer.earlier.empty')}</p>
      ) : null}
      {hasMore && more !== 'failed' ? (
        <Button size="small" loading={more === 'loading'} onClick={earlierList.more}>
          {t('contactDrawer.more')}
        </Button>
      ) : null}
      {reading ? <EarlierDialog ticket={reading} onClose={() => setReading(null)} /> : null}
    </>
  )
}

/** What it was about, where somebody had it summarised. */
function About({ ticket }: { ticket: Ticket }) {
  const offered = useCopilotOffers('summarise', ticket)
  const line = useSummaries(state => state.known.get(ticket.id)?.summary?.lines[0])
  useEffect(() => (offered ? lookAtSummary(ticket.id) : undefined), [offered, ticket.id])
  return line ? (
    <span className={styles.about} dir="auto">
      {line.text}
    </span>
  ) : null
}

/** One earlier ticket, read only: nothing is marked read. */
function EarlierDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t, format } = useTexts()
  const navigate = useSteadyNavigate()
  return (
    <Modal
      open
      centered
      width={720}
      title={t('contactDrawer.earlier.title', { date: format.date(ticket.createdAt) })}
      onCancel={onClose}
      footer={
        <div className={looks.spread}>
          <span className={styles.readOnly}>
            <Eye size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('contactDrawer.earlier.readOnly')}
          </span>
          <Button
            onClick={() => {
              onClose()
              void navigate(ticketPath(ticket.uuid))
            }}
          >
            {t('contactDrawer.earlier.open')}
          </Button>
        </div>
      }
    >
      <TicketSummary ticket={ticket} onMessage={id => showMessage(ticket.id, id)} />
      <div className={styles.thread}>
        <ThreadPane key={ticket.id} ticketId={ticket.id} ticket={ticket} readOnly />
      </div>
    </Modal>
  )
}
