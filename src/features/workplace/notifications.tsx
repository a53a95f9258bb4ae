import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { call } from '@/api'
import { useCeilingNotice } from '@/features/copilot'
import { nameOf, ticketPath } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { eventsOf, registerFeed } from '@/stores/feed'
import { mentionsDirectory, useUnreadMentions } from '@/stores/mentions'
import { placed } from '@/stores/newer'
import { everyPage } from '@/stores/paged-list'
import { useOffered } from '@/stores/servers'
import { useSession } from '@/stores/session'
import {
  absorbTickets,
  afterFirstList,
  fallbackQueues,
  useHandedOver,
  useTicketsStore,
  useViewer,
  whenTakenAway,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { countText, SkeletonRows, useSteadyNavigate } from '@/ui'
import { BarPopover } from './bar-popover'
import { useHandoverToasts } from './handover-toasts'
import styles from './popover.module.css'
import { isUnread } from './unread'

/** Says so, wherever an administrator is, when a webhook was switched off because nothing reached it. */
export function useWebhookNotices(): void {
  const { t } = useTexts()
  useEffect(
    () =>
      registerFeed({
        name: 'webhook-notices',
        applyEvents(events) {
          for (const data of eventsOf(events, 'webhook'))
            if (data.action === 'update' && data.webhook.gaveUp && !data.webhook.active)
              toasts.error(t('messagesApi.webhooks.gaveUp', { name: data.webhook.name }))
        },
      }),
    [t],
  )
}

/** Tells whoever looks at a conversation that became part of another where it goes on. */
function useJoinedConversations(): void {
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
            const text = t('workplace.notifications.joined', { name: nameOf(ticket) })
            const action = {
              label: t('workplace.notifications.openHanded'),
              run: () => void navigate(ticketPath(messagesTo)),
            }
            toasts.info(text, { action, many: { sort: text, text: () => text, action } })
          }
        },
      }),
    [t, navigate],
  )
}

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list')).NotificationList,
}))

/** Pages of unread tickets that are read; more than that is a backlog, which the lists show better. */
const MOST_PAGES = 5

/** Reads the unread tickets into the tickets store, where live events keep them true. */
async function readUnread(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  try {
    const pages = everyPage(
      async ({ page: pageNumber, cursor }) => {
        const queueIds = fallbackQueues()
        const query = {
          withUnreadMessages: true,
          pageNumber,
          // Without them a legacy server answers only what has no queue.
          ...(queueIds === null ? {} : { queueIds: [...queueIds] }),
          ...(cursor === null ? {} : { cursor }),
        }
        const [answer, position] = await placed(call('tickets.list', { query, signal }))
        if (!signal.aborted) absorbTickets(answer.tickets, position)
        return { ...answer, rows: answer.tickets }
      },
      ticket => ticket.id,
      MOST_PAGES,
    )
    for await (const _ of pages) if (signal.aborted) return
  } catch {
    // the badge only decorates the bar: what the lists hold is shown, and the next gap asks again
  }
}

/** Once the lists have been asked for: what the bell shows comes after them. */
const afterFirst = async (): Promise<void> => {
  const { user } = useSession.getState()
  if (user) await afterFirstList(user)
}

type Tickets = ReturnType<typeof useTicketsStore.getState>
type Handed = ReturnType<typeof useHandedOver.getState>['tickets']

/** The figure alone: the bar is drawn again when it changes, not with every event of a ticket. */
const countUnread =
  (handed: Handed) =>
  ({ byId, viewer, selectedId }: Tickets): number => {
    let count = 0
    if (viewer)
      for (const ticket of byId.values()) if (isUnread(ticket, viewer, selectedId, handed)) count += 1
    return count
  }

/** Says by name who took a ticket of one's own away, or closed it. */
function useTakenToasts(): void {
  const { t } = useTexts()
  useEffect(
    () =>
      whenTakenAway(({ ticket, by, how, to }) => {
        toasts.info(t(`workplace.notifications.taken.${how}`, { by, name: nameOf(ticket), to: to ?? '' }), {
          many: {
            sort: `taken away by ${by}`,
            text: count => t('workplace.notifications.takenMany', { by, count }),
          },
        })
      }),
    [t],
  )
}

/** Unread tickets of mine and of the queue, each one press away. */
export function Notifications() {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const [open, setOpen] = useState(false)
  const viewer = useViewer()
  const handed = useHandedOver(state => state.tickets)
  const mentions = useUnreadMentions()
  const unread = useTicketsStore(useMemo(() => countUnread(handed), [handed]))
  const count = unread + mentions
  useHandoverToasts()
  useTakenToasts()
  useJoinedConversations()
  useWebhookNotices()
  useCeilingNotice()

  const hasMentions = useOffered('mentions')
  const viewerId = viewer?.id
  useEffect(() => {
    if (viewerId !== undefined && hasMentions) void afterFirst().then(() => mentionsDirectory.ensure())
  }, [viewerId, hasMentions])
  useEffect(() => {
    if (viewerId === undefined) return
    const controller = new AbortController()
    void afterFirst().then(() => readUnread(controller.signal))
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

  const label = [
    unread > 0
      ? t('workplace.notifications.labelCount', { count: unread })
      : t('workplace.notifications.label'),
    ...(mentions > 0 ? [t('workplace.notifications.labelMentions', { count: mentions })] : []),
  ].join(', ')
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
        <NotificationList onFollow={() => setOpen(false)} />
      </Suspense>
    </BarPopover>
  )
}
