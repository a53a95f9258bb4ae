import type { ReactNode } from 'react'
import { cx } from '../cx'
import styles from './illustrations.module.css'

export interface DrawingProps {
  /** In a panel or a narrow list. */
  small?: boolean
}

/** The sheet all drawings but the large one are on: 200 by 150, with the soft shape behind. Nothing of it is spoken. */
export function Frame({
  small = false,
  turned = false,
  broken = false,
  children,
}: DrawingProps & {
  /** The shape behind, mirrored. */
  turned?: boolean
  /** In red instead of the accent. */
  broken?: boolean
  children: ReactNode
}) {
  return (
    <svg
      viewBox="0 0 200 150"
      className={cx(styles.drawing, small && styles.small, broken && styles.broken)}
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={styles.blob}
        {...(turned ? { transform: 'matrix(-1 0 0 1 200 0)' } : {})}
        d="M18 88c-6-27 8-50 34-58 19-6 34 3 52-4 26-10 55-8 70 14 13 19 12 49-5 67-19 20-48 22-78 23-38 1-66-10-73-42Z"
      />
      {children}
    </svg>
  )
}
