import { useEffect, useState } from 'react'
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

/** An answer within this time needs no outline before it. Milliseconds. */
const APPEARS_MS = 150

/**
 * Bubbles in waiting. They are drawn after 150 ms: a fast answer never flashes, and what is never seen does not stand in the way of the
 * bubbles themselves.
 */
export function ThreadSkeleton({ label }: { label: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), APPEARS_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div className={styles.space} />
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {BUBBLES.map(({ width, mine }) => (
        <span key={width} className={cx(styles.bubble, mine && styles.mine)} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
