import { ArrowUp, CalendarSearch } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { cx } from '@/ui'
import { DayButton } from './day-button'
import { dayOf } from './rows'
import styles from './thread-list.module.css'

export interface FloatingDayProps {
  ticketId: number
  /** Day of the row at the upper edge, an instant; null at the very beginning. */
  topDay: string | null
  /** The reader is more than a screen away from the end. */
  far: boolean
  /** Only what arrives from now on is shown: there is nothing to go back to. */
  fixed: boolean
  /** Unread messages that begin above the screen; 0 for none. */
  unreadAbove: number
  onUnread: () => void
}

/**
 * The lines that float over a conversation: the day before one's eyes, which leads to another one, and the way back to where the
 * unread ones begin. The day shows itself to a reader further up.
 */
export function FloatingDay({ ticketId, topDay, far, fixed, unreadAbove, onUnread }: FloatingDayProps) {
  const { t, format } = useTexts()
  const today = useToday()
  const day = topDay === null || dayOf(topDay) === '' ? null : topDay
  return (
    <div className={cx(styles.sticky, far && styles.stickyShown)}>
      {day === null ? null : (
        <DayButton
          ticketId={ticketId}
          day={day}
          label={format.day(day, today)}
          fixed={fixed}
          className={styles.floating}
          // It comes and goes with the wheel; keys reach the same by the line above a day's first message.
          tabIndex={-1}
        >
          <CalendarSearch size={14} strokeWidth={1.75} aria-hidden="true" />
        </DayButton>
      )}
      {unreadAbove > 0 ? (
        <button type="button" className={cx(styles.floating, styles.unreadAbove)} onClick={onUnread}>
          <ArrowUp size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('thread.unreadDivider', { count: unreadAbove })}
        </button>
      ) : null}
    </div>
  )
}
