import { INFINITE_SCROLL_PX } from '@contract'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cx } from './cx'
import styles from './data-table.module.css'
import { ActionsCell, ChoiceCell, cellClass } from './data-table-cells'
import { Head } from './data-table-head'
import { useDrawing } from './data-table-layout'
import type { DataTableProps } from './data-table-props'
import { RowMenu } from './row-menu'
import { SkeletonRows } from './skeleton'
import { useStillRows } from './use-still-rows'
import { VirtualRows } from './virtual-rows'

const near = (box: HTMLElement): boolean =>
  box.scrollHeight - box.scrollTop - box.clientHeight < INFINITE_SCROLL_PX

/**
 * The one table of the product: sticky header, virtual rows, skeleton, empty and error states, endless scrolling, row
 * actions, choosing several, and what a person arranges: columns, their widths, the height of rows. Rows added live do
 * not move what is under the pointer or the keyboard.
 */
export function DataTable<R>({
  label,
  columns: all,
  rows: live,
  rowKey,
  loading,
  loadingLabel,
  empty,
  error,
  hasMore = false,
  onMore,
  rowActions,
  actionsLabel,
  onOpen: openRow,
  opens = () => true,
  moreError,
  selection,
  newRowsLabel,
  layout,
  rowClass,
}: DataTableProps<R>) {
  const pane = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ row: R; x: number; y: number } | null>(null)
  const { columns, rowPx, table, style, preview } = useDrawing(
    all,
    layout,
    selection !== undefined,
    rowActions !== undefined,
  )
  const { rows, waiting, hold, release } = useStillRows(live, rowKey, pane, rowPx)
  const lastChosen = useRef<string | number | null>(null)
  const more = useRef(onMore)
  more.current = onMore

  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    if (hasMore && near(event.currentTarget)) more.current?.()
  }

  // A page that does not fill the pane leaves nothing to scroll, so the next one is asked for without a scroll.
  useEffect(() => {
    if (hasMore && !loading && rows.length > 0 && pane.current && near(pane.current)) more.current?.()
  })

  const toggle = (row: R, range: boolean): void => {
    if (!selection) return
    const key = rowKey(row)
    const keys = new Set(selection.keys)
    const on = !keys.has(key)
    const from = rows.findIndex(one => rowKey(one) === lastChosen.current)
    const to = rows.findIndex(one => rowKey(one) === key)
    const span = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    for (const one of span) {
      if (on) keys.add(rowKey(one))
      else keys.delete(rowKey(one))
    }
    lastChosen.current = key
    selection.onChange(keys)
  }
  const openOf = (row: R) => (openRow && opens(row) ? () => openRow(row) : undefined)
  const openMenu = (row: R, x: number, y: number): void => {
    if (rowActions && rowActions(row).length > 0) setMenu({ row, x, y })
  }
  const onRowMenu = (event: MouseEvent<HTMLDivElement>, row: R): void => {
    if (rowActions) event.preventDefault()
    // The menu key gives no place of the pointer; the row has one.
    const box = event.currentTarget.getBoundingClientRect()
    const byKey = event.clientX === 0 && event.clientY === 0
    openMenu(row, byKey ? box.left + 40 : event.clientX, byKey ? box.top + rowPx / 2 : event.clientY)
  }

  const onRowKey = (event: KeyboardEvent<HTMLDivElement>, row: R): void => {
    if (event.target !== event.currentTarget) return
    if (event.key === ' ' && selection) {
      event.preventDefault()
      toggle(row, event.shiftKey)
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      openMenu(row, box.left + 40, box.top + rowPx / 2)
    }
    if (event.key === 'Enter' && openOf(row)) {
      // Else the same key press would go on to whatever the opened dialog focuses first: its close button.
      event.preventDefault()
      openOf(row)?.()
    }
    const sibling = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
    const way = sibling[event.key as keyof typeof sibling]
    const next = way && event.currentTarget.parentElement?.[way]?.querySelector<HTMLElement>('[role=row]')
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={pane}
      className={styles.pane}
      onScroll={onScroll}
      // Rows that can only be read are in no tab order: then the pane itself is scrolled by keys.
      tabIndex={openRow || rowActions || selection ? undefined : 0}
    >
      {waiting > 0 && newRowsLabel ? (
        <div className={styles.updatesPlace}>
          <button type="button" className={styles.updates} onClick={release}>
            {newRowsLabel(waiting)}
          </button>
        </div>
      ) : null}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={loading}
        ref={table}
        className={styles.table}
        style={style}
      >
        <Head
          all={all}
          columns={columns}
          layout={layout}
          preview={preview}
          rows={rows}
          rowKey={rowKey}
          selection={selection}
          actionsLabel={rowActions ? actionsLabel : null}
        />
        {rows.length > 0 ? (
          <div
            role="rowgroup"
            onPointerEnter={event => hold(event.pointerType !== 'touch')}
            onPointerLeave={() => hold(false)}
            onFocus={() => hold(true)}
            onBlur={(event: FocusEvent<HTMLDivElement>) => {
              if (!event.currentTarget.contains(event.relatedTarget)) hold(false)
            }}
          >
            <VirtualRows key={rowPx} data={rows} scrollRef={pane} itemSize={rowPx} startMargin={rowPx}>
              {/* Drawn when it comes into view: thousands of rows are not drawn anew for each page that arrives. */}
              {(row, place) => (
                <div
                  key={rowKey(row)}
                  role="row"
                  aria-rowindex={place + 2}
                  tabIndex={openRow || rowActions || selection ? 0 : undefined}
                  aria-selected={selection ? selection.keys.has(rowKey(row)) : undefined}
                  className={cx(
                    styles.row,
                    styles.body,
                    openOf(row) && styles.opens,
                    selection?.keys.has(rowKey(row)) && styles.chosen,
                    rowClass?.(row),
                  )}
                  onClick={openOf(row)}
                  onContextMenu={event => onRowMenu(event, row)}
                  onKeyDown={event => onRowKey(event, row)}
                >
                  {selection ? (
                    <ChoiceCell
                      label={selection.rowLabel(row)}
                      chosen={selection.keys.has(rowKey(row))}
                      onToggle={range => toggle(row, range)}
                    />
                  ) : null}
                  {columns.map((column, at) => (
                    <div
                      key={column.key}
                      role="cell"
                      className={cx(cellClass(column), at === 0 && styles.first)}
                    >
                      {column.render(row)}
                    </div>
                  ))}
                  {rowActions ? (
                    <ActionsCell
                      actions={rowActions(row)}
                      label={actionsLabel ?? ''}
                      onMenu={(x, y) => openMenu(row, x, y)}
                    />
                  ) : null}
                </div>
              )}
            </VirtualRows>
          </div>
        ) : null}
      </div>
      {menu && rowActions ? (
        <RowMenu actions={rowActions(menu.row)} at={menu} onClose={() => setMenu(null)} />
      ) : null}
      {rows.length === 0 && error ? error : null}
      {rows.length === 0 && !error && loading ? (
        <SkeletonRows count={12} height={rowPx} label={loadingLabel} />
      ) : null}
      {rows.length === 0 && !error && !loading ? empty : null}
      {rows.length > 0 && hasMore && moreError ? moreError : null}
      {rows.length > 0 && hasMore && !moreError ? (
        <SkeletonRows count={2} height={rowPx} label={loadingLabel} />
      ) : null}
    </div>
  )
}
