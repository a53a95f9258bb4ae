import { type ReportTicket, shownName } from '@contract'
import { Button, Drawer } from 'antd'
import { Inbox } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@/api'
import { figureText, kindOf } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { dayAndTime } from '@/stores/company-clock'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { usersDirectory, useUsers } from '@/stores/users'
import { EmptyState, SkeletonRows } from '@/ui'
import lists from './lists.module.css'
import { usePages } from './pages'
import type { Behind, Report } from './report'
import styles from './reports.module.css'

function Row({ ticket, behind, zone }: { ticket: ReportTicket; behind: Behind; zone: string }) {
  const { t, format } = useTexts()
  const queue = useQueues().find(one => one.id === ticket.queueId)
  const user = useUsers().find(one => one.id === ticket.userId)
  const about = [dayAndTime(ticket.queuedAt, zone), queue?.name, user?.name].filter(Boolean).join(' · ')
  const measured = kindOf(behind.figure) === 'span' && ticket.ms !== null
  const figures = [
    measured ? figureText(behind.figure, ticket.ms, format) : null,
    ticket.rate === null ? null : t('reports.behind.rate', { value: format.number(ticket.rate) }),
  ]
  return (
    <li className={lists.ticket}>
      <span className={lists.ticketWho}>
        <Link to={`/tickets/${encodeURIComponent(ticket.uuid)}`}>
          <bdi>{shownName(ticket.contactName) || `#${ticket.ticketId}`}</bdi>
        </Link>
        <span className={styles.quiet}>{about}</span>
      </span>
      <span className={lists.ticketFigure}>{figures.filter(Boolean).join(' · ')}</span>
    </li>
  )
}

function List({ behind, report, zone }: { behind: Behind; report: Report; zone: string }) {
  const { t } = useTexts()
  useEffect(() => {
    void queuesDirectory.ensure()
    void usersDirectory.ensure()
  }, [])
  const { rows, count, atLeast, hasMore, error, busy, more } = usePages(
    JSON.stringify([report.query, behind.of]),
    async (pageNumber, signal) => {
      const query = { ...report.query, ...behind.of, pageNumber }
      const { tickets, ...page } = await call('reports.tickets', { query, signal })
      return { rows: tickets, ...page }
    },
  )
  // What was erased counts on and is not listed: known once the last page is there.
  const erased = rows && !hasMore ? count - rows.length : 0
  return (
    <>
      {rows ? (
        <p className={styles.quiet} role="status">
          {t(atLeast ? 'reports.behind.atLeast' : 'reports.behind.count', { count })}
          {erased > 0 ? ` ${t('reports.behind.erased', { count: erased })}` : ''}
        </p>
      ) : null}
      {rows?.length === 0 && !busy ? (
        <EmptyState compact icon={Inbox} title={t('reports.behind.empty')} />
      ) : (
        <ul className={lists.tickets}>
          {rows?.map(ticket => (
            <Row key={ticket.cycleId} ticket={ticket} behind={behind} zone={zone} />
          ))}
        </ul>
      )}
      {busy && !rows ? <SkeletonRows count={8} height={56} label={t('common.loading')} /> : null}
      {error === null ? null : (
        <LoadError compact title={t('reports.behind.failed')} error={error} onRetry={more} busy={busy} />
      )}
      {hasMore && error === null ? (
        <Button block loading={busy} onClick={more}>
          {t('reports.behind.more')}
        </Button>
      ) : null}
    </>
  )
}

/** The tickets behind a figure, the latest first; each opens by the rights of who looks. */
export function TicketsDrawer({
  behind,
  report,
  zone,
  onClose,
}: {
  /** null: closed. */
  behind: Behind | null
  report: Report
  zone: string
  onClose: () => void
}) {
  return (
    <Drawer open={behind !== null} title={behind?.title} size={480} onClose={onClose} destroyOnHidden>
      {behind ? <List behind={behind} report={report} zone={zone} /> : null}
    </Drawer>
  )
}
