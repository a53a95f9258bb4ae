import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

export interface VisuallyHiddenProps {
  /** What it is in the page; a table needs a block around it, a group of fields its legend. */
  as?: 'span' | 'p' | 'div' | 'legend'
  /** Spoken when it changes. */
  live?: boolean
  children: ReactNode
}

/** Read by screen readers, not drawn. */
export function VisuallyHidden({ as: Tag = 'span', live = false, children }: VisuallyHiddenProps) {
  return (
    <Tag className={styles.hidden} {...(live ? { 'aria-live': 'polite' as const } : {})}>
      {children}
    </Tag>
  )
}
