import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '@/ui'
import styles from './contact-panel.module.css'
import { type SectionKey, toggleSection, useSectionOpen } from './open-sections'

export interface SectionProps {
  name: SectionKey
  title: string
  /** Drawn beside the title when known. */
  count?: number | undefined
  children: ReactNode
}

/** A part of the panel that folds; which parts are open is remembered on this computer. */
export function Section({ name, title, count, children }: SectionProps) {
  const open = useSectionOpen(name)
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <h3 className={styles.sectionHead}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => toggleSection(name)}
        >
          <ChevronDown
            className={cx(styles.chevron, !open && styles.folded)}
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
          />
          <span id={`${id}-title`}>{title}</span>
          {count ? <span className={styles.figure}>{count}</span> : null}
        </button>
      </h3>
      <div id={id} className={styles.sectionBody} hidden={!open}>
        {open ? children : null}
      </div>
    </section>
  )
}
