import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTableLayout } from '@/features/kit'
import { useTexts } from '@/i18n'
import { ColumnMenu, cx } from '@/ui'
import tables from './tables.module.css'

/** A column of a report's table; the first one names its row. */
export interface Column<Row> {
  key: string
  title: string
  /** Beside the title: what the figure means. */
  help?: ReactNode
  /** Figures stand at the right and are sorted from the greatest. */
  figures?: boolean
  /** What it is sorted by; whoever has none stands last either way. */
  value: (row: Row) => number | string | null
  /** What is shown; left out: the value. */
  cell?: (row: Row) => ReactNode
  /** What is shown below, of all rows. */
  whole?: ReactNode
}

export interface SortedTableProps<Row> {
  /** By which it is remembered how somebody arranged it (`useTableLayout`). */
  name: string
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** In the order that is shown until somebody sorts. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

interface Sorting {
  key: string
  descending: boolean
}

function Head<Row>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>
  sorting: Sorting | null
  onSort: () => void
}) {
  const sorted = sorting?.key === column.key
  const Arrow = sorting?.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={cx(column.figures && tables.end)}
      aria-sort={!sorted ? 'none' : sorting.descending ? 'descending' : 'ascending'}
    >
      <span className={tables.headCell}>
        <button type="button" className={tables.sort} onClick={onSort}>
          {column.title}
          {sorted ? <Arrow size={14} strokeWidth={2} aria-hidden="true" /> : null}
        </button>
        {column.help}
      </span>
    </th>
  )
}

/**
 * A table of a report that is sorted by a press on a column's head, with all rows together below. Columns can be left out, and its rows
 * made lower.
 */
export function SortedTable<Row>({ name, label, columns: all, rows, keyOf }: SortedTableProps<Row>) {
  const { t, language } = useTexts()
  const layout = useTableLayout(name)
  const columns = useMemo(
    () => all.filter((column, at) => at === 0 || !layout.hidden.includes(column.key)),
    [all, layout.hidden],
  )
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const shown = useMemo(() => {
    const column = columns.find(one => one.key === sorting?.key)
    if (!column || !sorting) return rows
    const sign = sorting.descending ? -1 : 1
    return [...rows].sort((a, b) => {
      const [first, second] = [column.value(a), column.value(b)]
      if (first === null || second === null) return Number(first === null) - Number(second === null)
      const order =
        typeof first === 'number' && typeof second === 'number'
          ? first - second
          : String(first).localeCompare(String(second), language, { sensitivity: 'base' })
      return sign * order
    })
  }, [columns, rows, sorting, language])
  const sort = ({ key, figures = false }: Column<Row>): void =>
    setSorting(before => ({ key, descending: before?.key === key ? !before.descending : figures }))
  const content = ({ value, cell }: Column<Row>, row: Row): ReactNode => (cell ? cell(row) : value(row))
  const [first, ...others] = columns
  if (!first) return null
  return (
    <div className={tables.whole}>
      <table className={cx(tables.table, layout.density === 'compact' && tables.compact)} aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => (
              <Head key={column.key} column={column} sorting={sorting} onSort={() => sort(column)} />
            ))}
            <th scope="col" className={tables.menu} data-paper="none" aria-label={layout.words.columns}>
              <ColumnMenu columns={all} layout={layout} />
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(row => (
            <tr key={keyOf(row)}>
              <th scope="row">
                <bdi>{content(first, row)}</bdi>
              </th>
              {others.map(column => (
                <td key={column.key} className={cx(column.figures && tables.end)}>
                  {content(column, row)}
                </td>
              ))}
              <td data-paper="none" />
            </tr>
          ))}
        </tbody>
        {columns.some(column => column.whole !== undefined) ? (
          <tfoot>
            <tr>
              <th scope="row">{first.whole ?? t('reports.total')}</th>
              {others.map(column => (
                <td key={column.key} className={cx(column.figures && tables.end)}>
                  {column.whole}
                </td>
              ))}
              <td data-paper="none" />
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
