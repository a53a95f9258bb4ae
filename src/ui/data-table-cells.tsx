import { Checkbox } from 'antd'
import { EllipsisVertical } from 'lucide-react'
import { cx } from './cx'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props'
import { IconButton } from './icon-button'
import { type RowAction, RowIcons } from './row-menu'

interface HeadProps<R> extends Pick<DataTableProps<R>, 'columns' | 'rows' | 'rowKey'> {
  selection: DataTableProps<R>['selection']
  /** Null where rows have no actions. */
  actionsLabel: string | null | undefined
}

export function Head<R>({ columns, rows, rowKey, selection, actionsLabel }: HeadProps<R>) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.row}>
        {selection ? (
          <div role="columnheader" className={cx(styles.cell, styles.check)} aria-label={selection.allLabel}>
            <Checkbox
              aria-label={selection.allLabel}
              disabled={rows.length === 0}
              checked={rows.length > 0 && rows.every(row => selection.keys.has(rowKey(row)))}
              indeterminate={selection.keys.size > 0 && !rows.every(row => selection.keys.has(rowKey(row)))}
              onChange={event => selection.onChange(new Set(event.target.checked ? rows.map(rowKey) : []))}
            />
          </div>
        ) : null}
        {columns.map(column => (
          <div
            key={column.key}
            role="columnheader"
            className={cx(styles.cell, styles[column.align ?? 'start'], column.foldable && styles.foldable)}
          >
            {column.title}
          </div>
        ))}
        {actionsLabel !== null ? (
          <div role="columnheader" aria-label={actionsLabel} className={styles.actions} />
        ) : null}
      </div>
    </div>
  )
}

interface ActionsCellProps {
  actions: readonly RowAction[]
  label: string
  onMenu: (x: number, y: number) => void
}

interface ChoiceCellProps {
  label: string
  chosen: boolean
  /** @param range everything from the row chosen last. */
  onToggle: (range: boolean) => void
}

export function ChoiceCell({ label, chosen, onToggle }: ChoiceCellProps) {
  return (
    <div
      role="cell"
      className={cx(styles.cell, styles.check)}
      onClick={event => event.stopPropagation()}
      onKeyDown={event => event.stopPropagation()}
    >
      <Checkbox
        aria-label={label}
        checked={chosen}
        onChange={event =>
          onToggle(event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey)
        }
      />
    </div>
  )
}

/** What can be done with a row: as icons, or folded into one that opens its menu. */
export function ActionsCell({ actions, label, onMenu }: ActionsCellProps) {
  return (
    <div
      role="cell"
      className={cx(styles.cell, styles.actions)}
      onClick={event => event.stopPropagation()}
      onKeyDown={event => event.stopPropagation()}
    >
      <span className={styles.icons}>
        <RowIcons actions={actions} />
      </span>
      {actions.length > 0 ? (
        <span className={styles.folded}>
          <IconButton
            icon={EllipsisVertical}
            size="small"
            label={label}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const box = currentTarget.getBoundingClientRect()
              onMenu(box.left, box.bottom)
            }}
          />
        </span>
      ) : null}
    </div>
  )
}
