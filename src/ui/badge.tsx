import styles from './badge.module.css'
import { cx } from './cx'

/** Above this a counter reads "99+". */
const MOST = 99

/** A counter as badges write it. */
export const countText = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** Unread messages; nothing for zero. `label` is what is spoken, for instance "3 unread". */
export function UnreadBadge({
  count,
  label,
  muted = false,
}: {
  count: number
  label: string
  muted?: boolean
}) {
  if (count <= 0) return null
  return (
    <span className={cx(styles.unread, muted && styles.muted)} role="img" aria-label={label}>
      <span aria-hidden="true">{countText(count)}</span>
    </span>
  )
}

/** A figure beside a tab or a title. Quiet; spoken as part of its parent's name. */
export function CountBadge({ count, active = false }: { count: number; active?: boolean }) {
  return <span className={cx(styles.count, active && styles.activeCount)}>{countText(count)}</span>
}

/** A dot on an icon. `alert` for what needs attention, otherwise something unread. Needs words beside it or in the parent's name. */
export function DotBadge({ tone = 'unread' }: { tone?: 'unread' | 'alert' }) {
  return <span className={cx(styles.dot, tone === 'alert' && styles.alert)} aria-hidden="true" />
}
