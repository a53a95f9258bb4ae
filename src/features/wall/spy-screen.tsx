import { maySpy, SOCKET_FETCH_MS } from '@contract'
import { MonitorUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { QuietPromise, QuietThread } from '@/features/thread'
import { useTexts } from '@/i18n'
import { registerFeed } from '@/stores/feed'
import { addInterest } from '@/stores/interest'
import { fetchTicketById, useTicket, useViewer } from '@/stores/tickets'
import { EmptyState, IconButton, Locked, SkeletonRows } from '@/ui'
import styles from './spy-screen.module.css'
import { nameOf, showInConsole, TicketLine } from './ticket-line'

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : null

/**
 * One ticket in a window of its own, read only and without a trace: admins look into
 * any ticket, supervisors into those of their queues.
 */
export function SpyScreen({ ticketId }: { ticketId: number }) {
  const { t } = useTexts()
  const viewer = useViewer()
  const ticket = useTicket(ticketId)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState(false)
  const signedIn = viewer !== null

  useEffect(() => addInterest({ chatBoxes: [ticketId] }), [ticketId])
  useEffect(() => {
    // The thread loads after 500 ms, so that a glance at the wrong row asks for nothing.
    const timer = setTimeout(() => setShown(true), SOCKET_FETCH_MS)
    return () => clearTimeout(timer)
  }, [])
  const known = ticket !== undefined
  const seen = useRef(false)
  useEffect(() => {
    // Known again, as after a transfer back: what a server said meanwhile no longer holds.
    if (attempt >= 0) setError(null)
    if (known) seen.current = true
    if (!signedIn || known) return
    let current = true
    const ask = (): void => {
      fetchTicketById(ticketId).catch(reason => current && setError(reason))
    }
    // An event took it away: the server says whether it may still be seen.
    const timer = setTimeout(ask, seen.current ? SOCKET_FETCH_MS : 0)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [signedIn, ticketId, attempt, known])
  useEffect(
    // No list of this window holds the ticket: after a gap it has to be asked for by itself.
    () =>
      registerFeed({
        name: 'spied ticket',
        applyEvents() {},
        refetch: () =>
          fetchTicketById(ticketId).then(
            () => setError(null),
            (reason: unknown) => setError(reason),
          ),
      }),
    [ticketId],
  )
  useEffect(() => {
    document.title = ticket ? `${nameOf(ticket)} · ${t('wall.spying')}` : t('wall.spying')
  }, [ticket, t])

  const refused = statusOf(error) === 403 || statusOf(error) === 404
  const forbidden = viewer !== null && ticket !== undefined && !maySpy(viewer, ticket)
  if (refused || forbidden)
    return <EmptyState drawing={Locked} title={t('wall.denied')} text={t('wall.deniedTicket')} />
  if (!ticket && error !== null)
    return (
      <LoadError
        title={t('wall.failedTicket')}
        error={error}
        onRetry={() => setAttempt(count => count + 1)}
      />
    )
  if (!ticket) return <SkeletonRows count={6} height={56} label={t('common.loading')} />
  return (
    <div className={styles.spy} data-ticket-id={ticketId}>
      <TicketLine ticket={ticket}>
        <IconButton
          icon={MonitorUp}
          label={t('wall.openInConsole', { name: nameOf(ticket) })}
          onClick={() => showInConsole(ticket)}
        />
      </TicketLine>
      <QuietPromise className={styles.quiet} text={t('wall.quiet')} />
      {shown ? (
        <QuietThread key={ticketId} ticketId={ticketId} ticket={ticket} />
      ) : (
        <SkeletonRows count={6} height={56} label={t('common.loading')} />
      )}
    </div>
  )
}
