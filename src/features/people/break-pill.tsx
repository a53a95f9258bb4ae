import type { User } from '@contract'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { Pill } from '@/ui'
import { breakText, isBreakOver } from './break-words'

/** That somebody is on a break: why, since when, and whether it should be over; nothing for who is on none. */
export function BreakPill({ user }: { user: Pick<User, 'break'> }) {
  const { t, format } = useTexts()
  const now = useNow()
  if (!user.break) return null
  const words = breakText(t, format, user.break, now)
  return (
    <Pill tone={isBreakOver(user.break, now) ? 'error' : 'warning'} title={words}>
      {words}
    </Pill>
  )
}
