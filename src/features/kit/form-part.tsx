import { type ReactNode, useId } from 'react'
import styles from './forms.module.css'

/** Fields of a dialog that belong together, under a heading of their own; an Editor has sections for it. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {title}
      </h3>
      {children}
    </section>
  )
}
