import type { Announcement } from '@contract'
import { INFINITE_SCROLL_PX } from '@contract'
import { Megaphone } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useSession, useUser } from '@/stores/session'
import { fromFirstList } from '@/stores/tickets'
import { cx, DotBadge, EmptyState, Pill, SkeletonRows } from '@/ui'
import { announcementsList, hasUnread, markSeen, useSeenAnnouncements } from './announcements-store'
import { BarPopover } from './bar-popover'
import { oneLine } from './one-line'
import styles from './popover.module.css'
import { PRIORITY_ICON, priorityOf } from './priority'

const AnnouncementDialog = lazy(async () => ({
  default: (await import('./announcement-dialog')).AnnouncementDialog,
}))

function Row({ item, isNew, onOpen }: { item: Announcement; isNew: boolean; onOpen: () => void }) {
  const { t, format } = useTexts()
  const priority = priorityOf(item.priority)
  const Icon = PRIORITY_ICON[priority]
  const name = t('workplace.announcements.priority', {
    name: t(`workplace.announcements.priority${priority}`),
  })
  return (
    <li>
      <button type="button" className={styles.item} data-popover-item={item.id} onClick={onOpen}>
        <span
          className={cx(styles.priority, styles[`priority${priority}`])}
          role="img"
          aria-label={name}
          title={name}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name}>{item.title}</span>
            {isNew ? <Pill tone="accent">{t('workplace.announcements.isNew')}</Pill> : null}
            <span className={styles.time}>{format.time(item.createdAt)}</span>
          </span>
          <span className={styles.said}>{oneLine(item.text)}</span>
        </span>
      </button>
    </li>
  )
}

function List({ newSince, onOpen }: { newSince: number; onOpen: (item: Announcement) => void }) {
  const { t } = useTexts()
  const { rows, status, error, hasMore, more } = announcementsList.use()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = end.current
    if (!mark || !hasMore || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && announcementsList.more(),
      { rootMargin: `${INFINITE_SCROLL_PX}px` },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  })
  if (rows.length > 0) {
    return (
      <>
        <ul>
          {rows.map(item => (
            <Row key={item.id} item={item} isNew={item.id > newSince} onOpen={() => onOpen(item)} />
          ))}
        </ul>
        <div ref={end} />
        {more === 'loading' ? <SkeletonRows count={2} height={56} label={t('common.loading')} /> : null}
        {more === 'failed' ? (
          <LoadError
            compact
            title={t('workplace.announcements.failed')}
            error={error}
            onRetry={announcementsList.retry}
          />
        ) : null}
      </>
    )
  }
  if (status === 'failed') {
    return (
      <LoadError
        compact
        title={t('workplace.announcements.failed')}
        error={error}
        onRetry={announcementsList.retry}
      />
    )
  }
  if (status !== 'ready') return <SkeletonRows count={4} height={56} label={t('common.loading')} />
  return (
    <EmptyState
      compact
      icon={Megaphone}
      title={t('workplace.announcements.empty')}
      text={t('workplace.announcements.emptyText')}
    />
  )
}

/** Announcements of the platform in the top bar; each opens its text. */
export function Announcements() {
  const { t } = useTexts()
  const userId = useUser()?.id
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<Announcement | null>(null)
  /** What had been seen when the popover was opened: the marks stay while it is read. */
  const [newSince, setNewSince] = useState(0)
  const seenId = useSeenAnnouncements(state => state.seenId)
  const unread = announcementsList.use(state => hasUnread(state.rows, seenId))

  useEffect(() => {
    const { user } = useSession.getState()
    if (userId !== undefined && user) return fromFirstList(user, announcementsList.open)
  }, [userId])
  useEffect(() => {
    if (open && unread) markSeen()
  }, [open, unread])

  const toggle = useCallback((next: boolean): void => {
    if (next) setNewSince(useSeenAnnouncements.getState().seenId)
    if (next && announcementsList.use.getState().status === 'failed') announcementsList.retry()
    setOpen(next)
  }, [])
  useCommands(
    'announcements',
    useMemo<Command[]>(
      () => [
        {
          id: 'announcements.open',
          title: t('workplace.announcements.title'),
          group: 'actions',
          icon: Megaphone,
          run: () => toggle(true),
        },
      ],
      [t, toggle],
    ),
  )
  return (
    <>
      <BarPopover
        icon={Megaphone}
        label={t(unread ? 'workplace.announcements.labelUnread' : 'workplace.announcements.label')}
        title={t('workplace.announcements.title')}
        badge={unread ? <DotBadge /> : undefined}
        open={open}
        onOpenChange={toggle}
        news={unread}
      >
        <List
          newSince={newSince}
          onOpen={item => {
            setOpen(false)
            setShown(item)
          }}
        />
      </BarPopover>
      {shown ? (
        <Suspense fallback={null}>
          <AnnouncementDialog announcement={shown} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
