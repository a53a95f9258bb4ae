import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useRef,
} from 'react'
import { cx } from './cx'
import styles from './data-table.module.css'
import { SkeletonRows } from './skeleton'
import { VirtualRows } from './virtual-rows'

/** Row height of every table, in pixels (design/look.md). */
const ROW_PX = 44
/** Distance from the bottom at which the next page is asked for (specification 1 section 9). */
const MORE_PX = 100

export interface Column<R> {
  key: string
  title: string
  render: (row: R) => ReactNode
  /** A grid track: "2fr", "160px", "minmax(120px, 1fr)". Default 1fr. */
  width?: string
  align?: 'start' | 'end' | 'center'
  /** Left out on narrow screens. */
  foldable?: boolean
}

export interface DataTableProps<R> {
  /** Accessible name. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  /** First page on its way. */
  loading: boolean
  loadingLabel: string
  /** Designed empty state. */
  empty: ReactNode
  /** Shown instead of the rows when the first page failed. */
  error?: ReactNode
  hasMore?: boolean
  /** Asked near the bottom, and again when the rows do not fill the pane; the caller guards against double loading. */
  onMore?: () => void
  /** Icons shown on hover and focus, at the right. */
  rowActions?: (row: R) => ReactNode
  actionsLabel?: string
  /** Enter or click on a row. */
  onOpen?: (row: R) => void
  /** Shown below the rows instead of the skeleton when the next page failed. */
  moreError?: ReactNode
}

/** The one table of the product: sticky header, virtual rows, skeleton, empty and error states, endless scrolling. */
export function DataTable<R>({
  label,
  columns,
  rows,
  rowKey,
  loading,
  loadingLabel,
  empty,
  error,
  hasMore = false,
  onMore,
  rowActions,
  actionsLabel,
  onOpen,
  moreError,
}: DataTableProps<R>) {
  const pane = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore

  const tracksOf = (shown: readonly Column<R>[]): string =>
    shown.map(column => column.width ?? 'minmax(0, 1fr)').join(' ') + (rowActions ? ' auto' : '')
  const tracks = {
    '--tracks': tracksOf(columns),
    // A folded column gives its track back.
    '--tracks-folded': tracksOf(columns.filter(column => !column.foldable)),
  }
  const near = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < MORE_PX
  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    if (hasMore && near(event.currentTarget)) more.current?.()
  }

  // A page that does not fill the pane leaves nothing to scroll, so the next one is asked for without a scroll.
  useEffect(() => {
    if (hasMore && !loading && rows.length > 0 && pane.current && near(pane.current)) more.current?.()
  })

  const onRowKey = (event: KeyboardEvent<HTMLDivElement>, row: R): void => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter' && onOpen) {
      // Else the same key press would go on to whatever the opened dialog focuses first: its close button.
      event.preventDefault()
      onOpen(row)
    }
    const sibling = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
    const way = sibling[event.key as keyof typeof sibling]
    const next = way && event.currentTarget.parentElement?.[way]?.querySelector<HTMLElement>('[role=row]')
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div ref={pane} className={styles.pane} onScroll={onScroll}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={loading}
        style={tracks as CSSProperties}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.row}>
            {columns.map(column => (
              <div
                key={column.key}
                role="columnheader"
                className={cx(
                  styles.cell,
                  styles[column.align ?? 'start'],
                  column.foldable && styles.foldable,
                )}
              >
                {column.title}
              </div>
            ))}
            {rowActions ? (
              <div role="columnheader" aria-label={actionsLabel} className={styles.actions} />
            ) : null}
          </div>
        </div>
        {rows.length > 0 ? (
          <div role="rowgroup">
            <VirtualRows scrollRef={pane} itemSize={ROW_PX} startMargin={ROW_PX}>
              {rows.map((row, place) => (
                <div
                  key={rowKey(row)}
                  role="row"
                  aria-rowindex={place + 2}
                  tabIndex={onOpen ? 0 : undefined}
                  className={cx(styles.row, styles.body, onOpen && styles.opens)}
                  onClick={onOpen ? () => onOpen(row) : undefined}
                  onKeyDown={event => onRowKey(event, row)}
                >
                  {columns.map(column => (
                    <div
                      key={column.key}
                      role="cell"
                      className={cx(
                        styles.cell,
                        styles[column.align ?? 'start'],
                        column.foldable && styles.foldable,
                      )}
                    >
                      {column.render(row)}
                    </div>
                  ))}
                  {rowActions ? (
                    <div
                      role="cell"
                      className={cx(styles.cell, styles.actions)}
                      onClick={event => event.stopPropagation()}
                      onKeyDown={event => event.stopPropagation()}
                    >
                      {rowActions(row)}
                    </div>
                  ) : null}
                </div>
              ))}
            </VirtualRows>
          </div>
        ) : null}
      </div>
      {rows.length === 0 && error ? error : null}
      {rows.length === 0 && !error && loading ? (
        <SkeletonRows count={12} height={ROW_PX} label={loadingLabel} />
      ) : null}
      {rows.length === 0 && !error && !loading ? empty : null}
      {rows.length > 0 && hasMore && moreError ? moreError : null}
      {rows.length > 0 && hasMore && !moreError ? (
        <SkeletonRows count={2} height={ROW_PX} label={loadingLabel} />
      ) : null}
    </div>
  )
}
