import { useTexts } from '@/i18n'
import { useAtTicket, useCustomerWrites } from '@/stores/ticket-presence'
import { Avatar, cx } from '@/ui'
import styles from './at-ticket.module.css'

/** That the customer is writing, where the number tells it. */
export function CustomerWrites({ ticketId }: { ticketId: number }) {
  const { t } = useTexts()
  return useCustomerWrites(ticketId) ? (
    <span data-writes className={styles.writes}>
      {t('tickets.header.customerWrites')}
    </span>
  ) : null
}

/** Faces beside the customer's name; the others are a number. */
const MOST = 3

/** Colleagues who look at the same ticket now; whoever has not touched their computer for a while is grey. */
export function AtTicket({ ticketId }: { ticketId: number }) {
  const { t } = useTexts()
  const people = useAtTicket(ticketId)
  if (people.length === 0) return null
  const words = people.map(({ name, activity }) => t(`tickets.header.at_${activity}`, { name }))
  return (
    <span
      className={styles.people}
      role="img"
      aria-label={`${t('tickets.header.alsoHere')}: ${words.join(', ')}`}
      title={words.join('\n')}
    >
      {people.slice(0, MOST).map(({ userId, name, activity }) => (
        <Avatar
          key={userId}
          name={name}
          size={24}
          className={cx(styles.face, activity === 'away' && styles.away)}
        />
      ))}
      {people.length > MOST ? <span className={styles.more}>+{people.length - MOST}</span> : null}
    </span>
  )
}
