import type { ReactNode } from 'react'
import { useId } from 'react'
import { LoadError } from '@/features/load-error'
import styles from './panel.module.css'
import type { Part } from './use-dashboard'

export interface PanelProps {
  title: string
  /** Right of the title, for instance a total. */
  note?: string
  /** Said when the part could not be loaded. */
  failedText: string
  part: Pick<Part<unknown>, 'status' | 'value' | 'error'>
  onRetry: () => void
  busy: boolean
  children: ReactNode
}

/** A titled part of the dashboard; when it fails it says so alone. */
export function Panel({ title, note, failedText, part, onRetry, busy, children }: PanelProps) {
  const heading = useId()
  const failed = part.status === 'failed'
  // Older figures are better than none: they stay, with a word that they are old.
  const stale = failed && part.value !== null
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header className={styles.head}>
        <h3 id={heading} className={styles.title}>
          {title}
        </h3>
        {stale ? (
          <span className={styles.stale} role="status">
            {failedText}
          </span>
        ) : note ? (
          <span className={styles.note}>{note}</span>
        ) : null}
      </header>
      {failed && !stale ? (
        <LoadError compact title={failedText} error={part.error} onRetry={onRetry} busy={busy} />
      ) : (
        children
      )}
    </section>
  )
}
