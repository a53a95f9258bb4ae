import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './list-screen.module.css'
import looks from './looks.module.css'

export interface ListScreenProps {
  /** Accessible name of the screen. */
  label: string
  /** Left: the search field; null for what cannot be searched. */
  search: ReactNode
  /** Quiet chips beside it. */
  filters?: ReactNode
  /** Title with count, as one phrase ("12 etiquetas"); "" while unknown. */
  count: string
  /** Quiet tools before the primary action. */
  tools?: ReactNode
  /** The one primary action, at the right. */
  action?: ReactNode
  /** While several rows are chosen: their actions, in the place of the whole line. */
  bar?: ReactNode
  /** Stands between the line and the table: a notice, a failed refresh. */
  notice?: ReactNode
  /** It stands inside a screen that has a main part already. */
  nested?: boolean
  /** The table, then dialogs. */
  children: ReactNode
}

/** The frame of every list: one line of search, filters, count and one action above a table that fills the rest. */
export function ListScreen({
  label,
  search,
  filters,
  count,
  tools,
  action,
  bar,
  notice,
  nested = false,
  children,
}: ListScreenProps) {
  const Frame = nested ? 'section' : 'main'
  return (
    <Frame className={styles.screen} aria-label={label} data-pane="content">
      <div className={styles.lines}>
        {bar ? (
          <div className={styles.line} role="toolbar" aria-label={label}>
            {bar}
          </div>
        ) : (
          <div className={styles.line}>
            {search === null ? null : <div className={styles.search}>{search}</div>}
            {filters ? <div className={cx(styles.filters, looks.swiped)}>{filters}</div> : null}
            <span className={styles.count} role="status">
              {count}
            </span>
            {tools}
            {action}
          </div>
        )}
      </div>
      {notice}
      {children}
    </Frame>
  )
}
