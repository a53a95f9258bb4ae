import type { ReactNode } from 'react'
import styles from './phone-bubble.module.css'

/** A preview of a message as the customer's phone will show it. */
export function PhoneBubble({
  label,
  testId,
  children,
}: {
  label: string
  testId: string
  children: ReactNode
}) {
  return (
    <section className={styles.phone} aria-label={label} data-testid={testId}>
      <div className={styles.bubble}>{children}</div>
    </section>
  )
}
