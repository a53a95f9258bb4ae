import type { Figures, Grouping } from '@contract'
import { type ReactNode, useMemo } from 'react'
import {
  FigureHelp,
  type FigureName,
  figureText,
  figureValue,
  kindOf,
  type Reading,
  ticketsBehind,
} from '@/features/figures'
import { useTexts } from '@/i18n'
import { Pressable } from './pressable'
import type { Behind } from './report'
import { type Column, SortedTable } from './sorted-table'

export interface TableRow {
  key: string
  label: string
  figures: Figures
}

export interface FigureTableProps {
  /** Of the section it is in. */
  name: string
  /** Accessible name. */
  label: string
  /** Head of the first column. */
  groupName: string
  by: Grouping
  columns: readonly FigureName[]
  rows: readonly TableRow[]
  total: Figures
  reading: Reading
  show: (behind: Behind) => void
}

/** The figures of every group, to be sorted by any of them, and of all; a press on one shows the tickets behind it. */
export function FigureTable({
  name: table,
  label,
  groupName,
  by,
  columns,
  rows,
  total,
  reading,
  show,
}: FigureTableProps) {
  const { t, format } = useTexts()
  const drawn = useMemo((): Column<TableRow>[] => {
    const cell = (figure: FigureName, figures: Figures, row: TableRow | null): ReactNode => {
      const value = figureValue(figure, figures, reading)
      const text = figureText(figure, value, format)
      const of = ticketsBehind(figure)
      if (of === null || value === null) return text
      const name = t(`figures.name.${of}`)
      const title = row ? `${name}: ${row.label}` : name
      return (
        <Pressable
          count={kindOf(figure) === 'count' ? value : 1}
          text={text}
          title={title}
          onPress={() =>
            show({ title, figure, of: { of, clock: reading.clock, ...(row ? { by, key: row.key } : {}) } })
          }
        />
      )
    }
    const timed = by === 'day' || by === 'week' || by === 'month'
    return [
      { key: 'group', title: groupName, value: row => (timed ? row.key : row.label), cell: row => row.label },
      ...columns.map(
        (figure): Column<TableRow> => ({
          key: figure,
          title: t(`figures.name.${figure}`),
          help: <FigureHelp figure={figure} />,
          figures: true,
          value: row => figureValue(figure, row.figures, reading),
          cell: row => cell(figure, row.figures, row),
          whole: cell(figure, total, null),
        }),
      ),
    ]
  }, [groupName, by, columns, total, reading, show, t, format])
  return <SortedTable name={table} label={label} columns={drawn} rows={rows} keyOf={row => row.key} />
}
