import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './folded-below.module.css'

/**
 * A table's cell with, on narrow screens, a second line: what is in columns that are folded away there.
 * @param always the second line is there on wide screens, too.
 */
export function FoldedBelow({
  children,
  below,
  always = false,
}: {
  children: ReactNode
  below: ReactNode
  always?: boolean
}) {
  return (
    <span className={cx(styles.cell, always && styles.always)}>
      <span className={styles.line}>{children}</span>
      <span className={styles.below}>{below}</span>
    </span>
  )
}
