import { cx } from '@/ui'
import styles from './thread-skeleton.module.css'

/** Widths of the boxes in per cent and the side they stand on: a conversation in outline. */
const BUBBLES = [
  { width: 38, mine: false },
  { width: 52, mine: false },
  { width: 44, mine: true },
  { width: 30, mine: false },
  { width: 56, mine: true },
  { width: 26, mine: true },
] as const

/** Bubbles in waiting; they appear after 150 ms, so that a fast answer never flashes. */
export function ThreadSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {BUBBLES.map(({ width, mine }) => (
        <span key={width} className={cx(styles.bubble, mine && styles.mine)} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
