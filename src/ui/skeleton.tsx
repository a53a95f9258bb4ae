import type { CSSProperties } from 'react'
import { cx } from './cx'
import styles from './skeleton.module.css'

export interface SkeletonRowsProps {
  count: number
  /** Pixels; the same as the real row, so that nothing jumps. */
  height: number
  /** Draws a circle in front. */
  avatar?: boolean
  /** Spoken once. */
  label: string
}

/** Rows in waiting; they appear after 150 ms, so that a fast answer never flashes. */
export function SkeletonRows({ count, height, avatar = false, label }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_unused, place) => place)
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {rows.map(place => (
        <div
          key={place}
          className={styles.row}
          style={{ '--height': `${height}px` } as CSSProperties}
          aria-hidden="true"
        >
          {avatar ? <span className={styles.circle} /> : null}
          <span className={styles.lines}>
            <span className={cx(styles.line, styles[`width${place % 3}`])} />
            {height >= 56 ? <span className={cx(styles.line, styles.second)} /> : null}
          </span>
        </div>
      ))}
    </div>
  )
}

/** One grey box of a known size. */
export function SkeletonBox({ width, height }: { width: number | string; height: number }) {
  return <span className={cx(styles.line, styles.box)} style={{ width, height }} aria-hidden="true" />
}
