import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './save-bar.module.css'

export interface SaveBarProps {
  /** Words while something is not saved yet; null while nothing is. */
  unsaved?: string | null | undefined
  /** Left of it: for instance "delete". */
  start?: ReactNode
  /** Where it stands: as the foot of a frame, at the lower edge of what scrolls, or in a place of its own (a dialog's foot). */
  at?: 'frame' | 'edge' | 'place'
  /** The buttons; the primary one last. */
  children: ReactNode
}

/** The buttons of a form, always in view, and whether something is not saved yet. */
export function SaveBar({ unsaved, start, at = 'place', children }: SaveBarProps) {
  return (
    <div className={cx(styles.bar, styles[at])} data-save-bar="">
      {start ? <div className={styles.start}>{start}</div> : null}
      {unsaved ? <span className={styles.unsaved}>{unsaved}</span> : null}
      {children}
    </div>
  )
}
