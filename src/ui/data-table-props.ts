/** What a table is given. */
import type { ReactNode } from 'react'
import type { RowAction } from './row-menu'

export interface Column<R> {
  key: string
  title: string
  render: (row: R) => ReactNode
  /** A grid track: "2fr", "160px", "minmax(120px, 1fr)". Default 1fr. */
  width?: string
  align?: 'start' | 'end' | 'center'
  /** Left out on narrow screens; `phone`: in windows no wider than a phone. */
  foldable?: boolean | 'phone'
  /** Cannot be left out; where no column says so, it is the first. */
  stays?: boolean
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
  /** What can be done with a row: icons on hover and focus, and the row's menu (context menu, menu key, Shift+F10). */
  rowActions?: (row: R) => readonly RowAction[]
  actionsLabel?: string
  /** Enter or click on a row. */
  onOpen?: (row: R) => void
  /** Rows that open; default all. The others do not look as if they did. */
  opens?: (row: R) => boolean
  /** Shown below the rows instead of the skeleton when the next page failed. */
  moreError?: ReactNode
  /** Rows can be chosen by boxes, Space and Shift with a click. */
  selection?: RowSelection<R>
  /** Words of the button for rows that appeared while one looks: "3 new". */
  newRowsLabel?: (count: number) => string
  /** How somebody arranged it; given: columns can be chosen and drawn wider, and rows made lower. */
  layout?: TableLayout
  /** Draws a colour or a tint on a row (a state, an overdue date). */
  rowClass?: (row: R) => string | undefined
}

/** What changes in an arrangement; members that are not named stay, and of the widths the columns that are not. */
interface TableChange {
  density?: 'compact' | 'normal'
  hidden?: string[]
  /** Pixels by key; null: the width the table gives by itself. */
  widths?: Record<string, number | null>
}

/** An arrangement and its words; the caller keeps it. */
export interface TableLayout {
  density: 'compact' | 'normal'
  /** Keys of columns that are left out. */
  hidden: readonly string[]
  widths: Readonly<Record<string, number | null>>
  onChange: (change: TableChange) => void
  words: {
    /** Name of the menu. */
    columns: string
    compact: string
    /** Everything as the table has it by itself. */
    restore: string
    /** Name of the edge of a column. */
    width: (title: string) => string
    /** Which keys it takes. */
    widthKeys: string
    automatic: string
  }
}

/** Which rows are chosen; the caller keeps it. */
interface RowSelection<R> {
  keys: ReadonlySet<string | number>
  onChange: (keys: ReadonlySet<string | number>) => void
  rowLabel: (row: R) => string
  allLabel: string
}
