import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './entrance-page.module.css'
import { Desk } from './illustrations'
import looks from './looks.module.css'

export interface EntrancePageProps {
  /** The mark before the product's name. */
  mark: ReactNode
  title: string
  lead?: string | undefined
  /** Theme and language, at the head. */
  tools?: ReactNode
  /** Between the mark and the title: the way back, the step one is at. */
  above?: ReactNode
  footer?: ReactNode
  /** What the drawing beside it says; both are there in a wide window only. */
  beside: { title: string; text: string }
  /** Room for things side by side instead of one column of fields. */
  wide?: boolean
  children: ReactNode
}

/** The frame of every page before anybody has signed in: mark, one question, what answers it; beside it, where there is room, a drawing. */
export function EntrancePage({
  mark,
  title,
  lead,
  tools,
  above,
  footer,
  beside,
  wide = false,
  children,
}: EntrancePageProps) {
  return (
    <div className={cx(styles.frame, wide && styles.wide)}>
      <div className={styles.page}>
        <div className={styles.tools}>{tools}</div>
        <main className={styles.main}>
          <div className={styles.brand}>{mark}</div>
          {above}
          <h1 className={looks.title}>{title}</h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
          {children}
        </main>
        {footer ? <footer className={styles.footer}>{footer}</footer> : null}
      </div>
      <aside className={styles.beside}>
        <div className={styles.drawing}>
          <Desk />
        </div>
        <p className={styles.said}>{beside.title}</p>
        <p className={styles.more}>{beside.text}</p>
      </aside>
    </div>
  )
}

/** The product's name beside its mark, on these pages. */
export const ProductName = ({ children }: { children: ReactNode }) => (
  <span className={styles.product}>{children}</span>
)
