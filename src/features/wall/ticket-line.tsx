import { displayName } from '@contract'
import type { ReactNode } from 'react'
import { TicketClock } from '@/features/ticket-clock'
import { SnoozeMark } from '@/features/tickets'
import { useTexts } from '@/i18n'
import type { StoredTicket } from '@/stores/tickets'
import { Avatar, looks, Pill, QueueName } from '@/ui'
import styles from './ticket-line.module.css'

export const nameOf = (ticket: Pick<StoredTicket, 'contact' | 'id'>): string =>
  displayName(ticket.contact) || `#${ticket.id}`

/** Brings the console to the front with this ticket. */
export const showInConsole = (ticket: Pick<StoredTicket, 'uuid'>): void =>
  void window.turno.windows.showTicket({ uuid: ticket.uuid })

/** Whom a thread is with, who holds it, in which queue, and how long the customer has waited. */
export function TicketLine({ ticket, children }: { ticket: StoredTicket; children?: ReactNode }) {
  const { t } = useTexts()
  const name = nameOf(ticket)
  return (
    <header className={styles.line}>
      <button
        type="button"
        className={styles.who}
        aria-label={t('wall.openInConsole', { name })}
        title={t('wall.openInConsole', { name })}
        onClick={() => showInConsole(ticket)}
      >
        <Avatar name={name} src={ticket.contact?.profilePicUrl ?? null} group={ticket.isGroup} size={32} />
        <span className={looks.fillColumn}>
          <span className={styles.name}>{name}</span>
          <span className={styles.meta}>
            <span className={styles.agent}>{ticket.user?.name ?? t('wall.nobody')}</span>
            <QueueName name={ticket.queue?.name || t('wall.noQueue')} color={ticket.queue?.color ?? null} />
          </span>
        </span>
      </button>
      {ticket.status === 'closed' ? <Pill>{t('wall.closed')}</Pill> : null}
      {ticket.snoozedAt === null ? null : <SnoozeMark ticket={ticket} />}
      <TicketClock ticket={ticket} />
      {children}
    </header>
  )
}
