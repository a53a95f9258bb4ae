import type { User } from '@contract'
import { Coffee } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { Pill, VisuallyHidden } from '@/ui'
import styles from './break-pill.module.css'
import { breakReason, breakText, isBreakOver } from './break-words'

/** That somebody is on a break: why, since when, and whether it should be over; nothing for who is on none. */
export function BreakPill({ user }: { user: Pick<User, 'break'> }) {
  const { t, format } = useTexts()
  const now = useNow()
  if (!user.break) return null
  const words = breakText(t, format, user.break, now)
  return (
    <Pill tone={isBreakOver(user.break, now) ? 'error' : 'warning'} title={words}>
      <span className={styles.short} aria-hidden="true">
        <Coffee size={13} strokeWidth={1.75} />
        <span className={styles.reason}>{breakReason(t, user.break.reason)}</span>
        <span>{format.time(user.break.startedAt)}</span>
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Pill>
  )
}
