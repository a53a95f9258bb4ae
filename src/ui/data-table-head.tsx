/** The head of a table: names of the columns, edges that are drawn wider, and the menu that says which are shown. */
import { Checkbox, Dropdown, type MenuProps } from 'antd'
import { Check, Columns3 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { cx } from './cx'
import styles from './data-table.module.css'
import { cellClass } from './data-table-cells'
import { FOLDED, PHONE, stays, WIDTH_PX } from './data-table-layout'
import type { Column, DataTableProps, TableLayout } from './data-table-props'
import { IconButton } from './icon-button'
import { MENU_KEYS } from './menu-keys'
import { tipOf } from './tip-layer'
import { useMedia } from './use-media'

interface HeadProps<R> extends Pick<DataTableProps<R>, 'columns' | 'rows' | 'rowKey'> {
  /** Those that are not shown too. */
  all: readonly Column<R>[]
  layout: TableLayout | undefined
  preview: EdgeProps['preview']
  selection: DataTableProps<R>['selection']
  /** Null where rows have no actions. */
  actionsLabel: string | null | undefined
}

export function Head<R>({
  all,
  columns,
  rows,
  rowKey,
  layout,
  preview,
  selection,
  actionsLabel,
}: HeadProps<R>) {
  /** The edge that Tab leads to; from there arrows go to the others. */
  const [current, setCurrent] = useState(0)
  const stop = Math.min(current, columns.length - 1)
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
        {columns.map((column, at) => (
          <div
            key={column.key}
            role="columnheader"
            // Else the name of its edge would be a part of its own.
            aria-label={column.title || undefined}
            className={cellClass(column)}
          >
            <span className={styles.title}>{column.title}</span>
            {layout ? (
              <Edge
                name={column.key}
                title={column.title}
                kept={layout.widths[column.key] ?? null}
                stop={at === stop}
                onStop={() => setCurrent(at)}
                layout={layout}
                preview={preview}
              />
            ) : null}
          </div>
        ))}
        {actionsLabel !== null || layout ? (
          <div
            role="columnheader"
            aria-label={actionsLabel ?? layout?.words.columns}
            className={cx(styles.cell, styles.actions)}
          >
            {layout ? <ColumnMenu columns={all} layout={layout} /> : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}

interface EdgeProps {
  name: string
  title: string
  /** Width that somebody drew, in pixels. */
  kept: number | null
  /** Tab leads to it. */
  stop: boolean
  onStop: () => void
  layout: TableLayout
  preview: (key: string, width: number | null) => void
}

/** Pixels an arrow key moves an edge; with Shift four times as far, as the dividers of panes (pane-splitter.tsx). */
const STEP = 16

const within = (width: number): number => Math.round(Math.min(WIDTH_PX.max, Math.max(WIDTH_PX.min, width)))

/** The right edge of a column: drawn by a pointer, moved by arrows; pressed twice, the width is the table's own again. */
function Edge({ name, title, kept, stop, onStop, layout, preview }: EdgeProps) {
  const { words, onChange } = layout
  const drag = useRef<{ x: number; from: number; now: number } | null>(null)
  const set = (width: number | null): void => onChange({ widths: { [name]: width } })
  const widthOf = (edge: HTMLElement): number => edge.parentElement?.getBoundingClientRect().width ?? 0

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const from = widthOf(event.currentTarget)
    drag.current = { x: event.clientX, from, now: from }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!drag.current) return
    drag.current.now = within(drag.current.from + event.clientX - drag.current.x)
    preview(name, drag.current.now)
  }
  const end = (done: boolean): void => {
    const { current } = drag
    drag.current = null
    if (!current || current.now === current.from) return
    if (done) set(current.now)
    else preview(name, kept)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const { key, currentTarget: edge } = event
    const step = event.shiftKey ? STEP * 4 : STEP
    if (key === 'ArrowRight') set(within(widthOf(edge) + step))
    else if (key === 'ArrowLeft') set(within(widthOf(edge) - step))
    else if (key === 'Home') set(WIDTH_PX.min)
    else if (key === 'Delete') set(null)
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const edges = [...(edge.closest('[role=row]')?.querySelectorAll<HTMLElement>('[role=separator]') ?? [])]
      edges[edges.indexOf(edge) + (key === 'ArrowDown' ? 1 : -1)]?.focus()
    } else return
    event.preventDefault()
  }

  return (
    // A focusable separator is a widget (ARIA 1.2), as in pane-splitter.tsx.
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={words.width(title)}
      aria-valuenow={kept ?? WIDTH_PX.min}
      aria-valuetext={kept === null ? words.automatic : `${kept} px`}
      aria-valuemin={WIDTH_PX.min}
      aria-valuemax={WIDTH_PX.max}
      tabIndex={stop ? 0 : -1}
      {...tipOf(words.widthKeys)}
      onFocus={onStop}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onDoubleClick={() => set(null)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Which columns are shown, and how high the rows are. It stays open while one chooses. */
export function ColumnMenu({
  columns,
  layout,
}: {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'foldable' | 'stays'>[]
  layout: TableLayout
}) {
  const { words, hidden, density, widths, onChange } = layout
  const [open, setOpen] = useState(false)
  const folded = useMedia(FOLDED)
  const phone = useMedia(PHONE)
  // What a narrow window folds is not shown there, chosen or not; rows have one height in it.
  const choices = columns.filter(
    column =>
      !stays(columns, column) &&
      column.title !== '' &&
      !(folded && column.foldable === true) &&
      !(phone && column.foldable),
  )
  if (folded && choices.length === 0) return null
  const choice = (key: string, label: string, checked: boolean, choose: () => void) => ({
    key,
    label,
    role: 'menuitemcheckbox',
    'aria-checked': checked,
    icon: checked ? (
      <Check size={16} strokeWidth={2} aria-hidden="true" />
    ) : (
      <span className={styles.unchosen} />
    ),
    onClick: choose,
  })
  const arranged =
    hidden.length > 0 || density !== 'normal' || Object.values(widths).some(one => one !== null)
  const items = [
    ...choices.map(({ key, title }) =>
      choice(`column ${key}`, title, !hidden.includes(key), () =>
        onChange({ hidden: hidden.includes(key) ? hidden.filter(one => one !== key) : [...hidden, key] }),
      ),
    ),
    ...(choices.length > 0 && !folded ? [{ key: 'line', type: 'divider' }] : []),
    ...(folded
      ? []
      : [
          choice('compact', words.compact, density === 'compact', () =>
            onChange({ density: density === 'compact' ? 'normal' : 'compact' }),
          ),
        ]),
    { key: 'end', type: 'divider' },
    {
      key: 'restore',
      label: words.restore,
      disabled: !arranged,
      icon: <span className={styles.unchosen} />,
      onClick: () => {
        setOpen(false)
        onChange({
          density: 'normal',
          hidden: [],
          widths: Object.fromEntries(Object.keys(widths).map(key => [key, null])),
        })
      },
    },
    // The library hands on what an entry's element is given and has no types for it.
  ] as NonNullable<MenuProps['items']>
  return (
    <Dropdown
      open={open}
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      destroyOnHidden
      menu={{ ...MENU_KEYS, items }}
      onOpenChange={(next, { source }) => {
        if (source === 'trigger') setOpen(next)
      }}
    >
      <IconButton
        icon={Columns3}
        size="small"
        label={words.columns}
        aria-haspopup="menu"
        aria-expanded={open}
      />
    </Dropdown>
  )
}
