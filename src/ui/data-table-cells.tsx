import { Checkbox } from 'antd'
import { EllipsisVertical } from 'lucide-react'
import { cx } from './cx'
import styles from './data-table.module.css'
import type { Column } from './data-table-props'
import { IconButton } from './icon-button'
import { type RowAction, RowIcons } from './row-menu'

/** Classes of a column's cells, its head as well. */
export const cellClass = ({
  align = 'start',
  foldable = false,
}: Pick<Column<never>, 'align' | 'foldable'>): string =>
  cx(styles.cell, styles[align], foldable && (foldable === 'phone' ? styles.foldsOnPhones : styles.folds))

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
