import type { ReactNode } from 'react'
import styles from './folded-below.module.css'

/** A table's cell with, on narrow screens, a second line: what is in columns that are folded away there. */
export function FoldedBelow({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.cell}>
      <span className={styles.line}>{children}</span>
      <span className={styles.below}>{below}</span>
    </span>
  )
}
