/** The only place that loads the chart library; the dashboard asks for it when it is shown. */
import { Bar, Column } from '@ant-design/charts'
import { useMemo } from 'react'
import { VisuallyHidden } from '@/ui'
import { type ChartLook, useChartLook } from './chart-look'
import styles from './charts.module.css'
import type { ChartRow } from './figures'

export interface ChartProps {
  rows: readonly ChartRow[]
  /** Spoken name of the drawing. */
  label: string
  /** What a category is: "Day", "Agent". */
  categoryName: string
  /** What is counted. */
  totalName: string
  /** Columns stand, bars lie. */
  shape: 'columns' | 'bars'
}

const COLUMNS_PX = 264
/** Height of one lying bar with its gap. */
const BAR_PX = 30

/** Columns that are named under the axis; as many as a phone has room for. */
const MOST_LABELS = 8

const axis = (look: ChartLook) => ({
  labelFill: look.text,
  labelOpacity: 1,
  labelFillOpacity: 1,
  labelFontSize: 12,
  labelFontFamily: look.font,
  title: false,
})

/** Counts have no halves: only whole ticks are named. */
const whole = (value: number): string => (Number.isInteger(value) ? String(value) : '')

function config(rows: readonly ChartRow[], look: ChartLook, totalName: string, lying: boolean) {
  const every = lying ? 1 : Math.ceil(rows.length / MOST_LABELS)
  return {
    data: rows.map(({ label, title, total }) => ({ label, title, total })),
    xField: 'label',
    yField: 'total',
    autoFit: true,
    animate: false as const,
    marginTop: 10,
    marginRight: 12,
    marginBottom: 4,
    marginLeft: 4,
    scale: { y: { nice: true, domainMin: 0, tickCount: 5 } },
    axis: {
      x: {
        ...axis(look),
        tick: false,
        line: true,
        lineStroke: look.line,
        lineStrokeOpacity: 1,
        labelAutoRotate: false,
        labelAutoHide: false,
        labelFilter: (_label: unknown, place: number) => place % every === 0,
      },
      y: {
        ...axis(look),
        tick: false,
        labelFormatter: whole,
        grid: true,
        gridStroke: look.line,
        gridStrokeOpacity: 1,
        gridLineDash: [0, 0],
      },
    },
    style: { fill: look.bar, fillOpacity: 1, radiusTopLeft: 3, radiusTopRight: 3, maxWidth: lying ? 18 : 36 },
    legend: false as const,
    tooltip: { title: 'title', items: [{ field: 'total', name: totalName }] },
    interaction: {
      tooltip: {
        css: {
          '.g2-tooltip': {
            background: look.tip,
            color: look.onTip,
            'font-family': look.font,
            'border-radius': '6px',
            'box-shadow': 'none',
          },
          '.g2-tooltip-title': { color: look.onTip },
          '.g2-tooltip-list-item-name-label': { color: look.onTip },
          '.g2-tooltip-list-item-value': { color: look.onTip },
        },
      },
    },
  }
}

/** A chart, and the same figures as a table for those who cannot see it. */
export default function Chart({ rows, label, categoryName, totalName, shape }: ChartProps) {
  const look = useChartLook()
  const lying = shape === 'bars'
  const options = useMemo(() => config(rows, look, totalName, lying), [rows, look, totalName, lying])
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.drawing} aria-hidden="true">
        {lying ? (
          <Bar {...options} height={Math.max(COLUMNS_PX, rows.length * BAR_PX + 32)} />
        ) : (
          <Column {...options} height={COLUMNS_PX} />
        )}
      </div>
      <VisuallyHidden as="div">
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{categoryName}</th>
              <th scope="col">{totalName}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.label}>
                <th scope="row">{row.title}</th>
                <td>{row.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
