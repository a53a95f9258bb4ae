import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { useTexts } from '@/i18n'
import { feedPosition, registerFeed } from '@/stores/feed'
import { absorbTickets, useSelectedTicketId, useTicketsStore, useViewer } from '@/stores/tickets'
import { countText, SkeletonRows } from '@/ui'
import { BarPopover } from './bar-popover'
import styles from './popover.module.css'
import { unreadTickets } from './unread'

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list')).NotificationList,
}))

/** Pages of unread tickets that are read; more than that is a backlog, which the lists show better. */
const MOST_PAGES = 5

/** Reads the unread tickets into the tickets store, where live events keep them true. */
async function readUnread(signal: AbortSignal): Promise<void> {
  try {
    for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
      const askedAt = feedPosition()
      const answer = await call('tickets.list', { query: { withUnreadMessages: true, pageNumber }, signal })
      if (signal.aborted) return
      absorbTickets(answer.tickets, askedAt)
      if (!answer.hasMore || answer.tickets.length === 0) return
    }
  } catch {
    // the badge only decorates the bar: what the lists hold is shown, and the next gap asks again
  }
}

/** Unread tickets of mine and of the queue, each one press away. */
export function Notifications() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const viewer = useViewer()
  const known = useTicketsStore(state => state.byId)
  const selectedId = useSelectedTicketId()
  const unread = useMemo(() => unreadTickets(known.values(), viewer, selectedId), [known, viewer, selectedId])
  const count = unread.mine.length + unread.waiting.length

  const viewerId = viewer?.id
  useEffect(() => {
    if (viewerId === undefined) return
    const controller = new AbortController()
    void readUnread(controller.signal)
    const leave = registerFeed({
      name: 'notifications',
      applyEvents() {},
      refetch: () => readUnread(controller.signal),
    })
    return () => {
      leave()
      controller.abort()
    }
  }, [viewerId])

  const label =
    count > 0 ? t('workplace.notifications.labelCount', { count }) : t('workplace.notifications.label')
  return (
    <BarPopover
      icon={Bell}
      label={label}
      title={t('workplace.notifications.title')}
      badge={
        count > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {countText(count)}
          </span>
        ) : undefined
      }
      open={open}
      onOpenChange={setOpen}
      footer={
        <button
          type="button"
          className={styles.all}
          onClick={() => {
            setOpen(false)
            void navigate('/tickets')
          }}
        >
          {t('workplace.notifications.all')}
        </button>
      }
    >
      <Suspense fallback={<SkeletonRows count={4} height={56} avatar label={t('common.loading')} />}>
        <NotificationList unread={unread} onFollow={() => setOpen(false)} />
      </Suspense>
    </BarPopover>
  )
}
