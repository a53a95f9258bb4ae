import type { Mention } from '@contract'
import { BellOff } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { MentionWords, mentionPath } from '@/features/notes'
import { TicketClock } from '@/features/ticket-clock'
import { lastKind, lastWords, nameOf, ticketPath } from '@/features/tickets'
import { errorText, useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { markMentions, mentionsDirectory } from '@/stores/mentions'
import {
  type HandedOver,
  type StoredTicket,
  useHandedOver,
  useSelectedTicketId,
  useTicketsStore,
  useViewer,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { Avatar, EmptyState, UnreadBadge, useSteadyNavigate } from '@/ui'
import styles from './popover.module.css'
import { unreadTickets } from './unread'

/** Rows drawn per group; the rest is a figure, because the lists themselves show it better. */
const MOST_ROWS = 30

interface RowProps {
  ticket: StoredTicket
  handed: HandedOver | undefined
  onOpen: () => void
}

function Row({ ticket, handed, onOpen }: RowProps) {
  const { t, format } = useTexts()
  useToday()
  const kind = lastKind(ticket.lastMessageType)
  const lastText =
    lastWords(t, kind, ticket.lastMessage) || (kind === 'text' ? '' : t(`tickets.kind.${kind}`))
  return (
    <li>
      <button type="button" className={styles.item} data-popover-item={ticket.id} onClick={onOpen}>
        <Avatar name={nameOf(ticket)} src={ticket.contact?.profilePicUrl} group={ticket.isGroup} size={32} />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name}>{nameOf(ticket)}</span>
            {ticket.status === 'pending' && ticket.waitingSince !== null ? (
              <TicketClock ticket={ticket} />
            ) : (
              <span className={styles.time}>{format.time(ticket.activityAt)}</span>
            )}
          </span>
          <span className={styles.line}>
            <span className={styles.said}>
              {handed
                ? handed.from === null
                  ? t('workplace.notifications.handedRow')
                  : t('workplace.notifications.handedRowBy', { from: handed.from })
                : lastText}
            </span>
            <UnreadBadge
              count={ticket.unreadMessages}
              label={t('common.unread', { count: ticket.unreadMessages })}
            />
          </span>
        </span>
      </button>
    </li>
  )
}

export interface NotificationListProps {
  /** A ticket was opened. */
  onFollow: () => void
}

/** The two groups of unread tickets; each row opens its ticket. */
export function NotificationList({ onFollow }: NotificationListProps) {
  const { t } = useTexts()
  const viewer = useViewer()
  const known = useTicketsStore(state => state.byId)
  const selectedId = useSelectedTicketId()
  const handed = useHandedOver(state => state.tickets)
  const unread = useMemo(
    () => unreadTickets(known.values(), viewer, selectedId, handed),
    [known, viewer, selectedId, handed],
  )
  const navigate = useSteadyNavigate()
  const follow = (mention: Mention): void => {
    void markMentions([mention.id], { read: true }).catch(error => toasts.error(errorText(t, error)))
    void navigate(mentionPath(mention))
    onFollow()
  }
  const open = (ticket: StoredTicket): void => {
    void navigate(ticketPath(ticket.uuid))
    onFollow()
  }
  const mentions = mentionsDirectory.use(state => state.items).filter(({ readAt }) => readAt === null)
  if (mentions.length + unread.mine.length + unread.waiting.length === 0) {
    return (
      <EmptyState
        compact
        icon={BellOff}
        title={t('workplace.notifications.empty')}
        text={t('workplace.notifications.emptyText')}
      />
    )
  }
  const groups = [
    { key: 'mine', tickets: unread.mine },
    { key: 'waiting', tickets: unread.waiting },
  ] as const
  return (
    <>
      {mentions.length > 0 ? (
        <section aria-label={t('workplace.notifications.mentions')}>
          <h3 className={styles.group}>{t('workplace.notifications.mentions')}</h3>
          <ul>
            {mentions.slice(0, MOST_ROWS).map(mention => (
              <li key={mention.id}>
                <button
                  type="button"
                  className={styles.item}
                  data-popover-item={`mention-${mention.id}`}
                  onClick={() => follow(mention)}
                >
                  <MentionWords mention={mention} />
                </button>
              </li>
            ))}
          </ul>
          <Link className={styles.more} to="/todolist" onClick={onFollow}>
            {t('workplace.notifications.allMentions')}
          </Link>
        </section>
      ) : null}
      {groups
        .filter(({ tickets }) => tickets.length > 0)
        .map(({ key, tickets }) => (
          <section key={key} aria-label={t(`workplace.notifications.${key}`)}>
            <h3 className={styles.group}>{t(`workplace.notifications.${key}`)}</h3>
            <ul>
              {tickets.slice(0, MOST_ROWS).map(ticket => (
                <Row
                  key={ticket.id}
                  ticket={ticket}
                  handed={handed.get(ticket.id)}
                  onOpen={() => open(ticket)}
                />
              ))}
            </ul>
            {tickets.length > MOST_ROWS ? (
              <p className={styles.rest}>
                {t('workplace.notifications.more', { count: tickets.length - MOST_ROWS })}
              </p>
            ) : null}
          </section>
        ))}
    </>
  )
}
