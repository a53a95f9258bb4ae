/** The only place that loads the chart library; the dashboard asks for it when it is shown. */
import { Bar, Column } from '@ant-design/charts'
import { useEffect, useMemo, useRef } from 'react'
import { cx, VisuallyHidden } from '@/ui'
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
  /** Name of a second series, where the rows have one. */
  secondName?: string
  /** How a value reads on the axis and in the tooltip; counts by themselves. */
  valueText?: (value: number) => string
  /** A column was pressed, of the first series or the second. */
  onPress?: (row: ChartRow, second: boolean) => void
  /** The screen shows the same figures as a table beside it. */
  tabled?: boolean
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

/** Of the drawing, what a pair of columns or bars takes at most where there are few: the two stand beside each other. */
const PAIR_SHARE = { columns: 0.08, bars: 0.18 }
/** What the library leaves between categories, as a share of each. */
const GAP = 0.1

/** How so many pairs share the drawing; as the library does where they are many. */
function bandOf(pairs: number, lying: boolean): { paddingInner?: number; paddingOuter?: number } {
  const gap = 1 - pairs * PAIR_SHARE[lying ? 'bars' : 'columns']
  return gap > GAP ? { paddingInner: gap, paddingOuter: gap / 2 } : {}
}

type Words = Pick<ChartProps, 'totalName' | 'secondName' | 'valueText'>

function config(rows: readonly ChartRow[], look: ChartLook, words: Words, lying: boolean) {
  const { totalName, secondName, valueText } = words
  const every = lying ? 1 : Math.ceil(rows.length / MOST_LABELS)
  const hatched = secondName === undefined ? null : hatch(look)
  const fill = ({ second }: { second: boolean }) =>
    second && hatched ? { image: hatched, repetition: 'repeat' as const } : look.bar
  return {
    data: rows.flatMap(({ label, title, total, second }) => [
      { label, title, total, series: totalName, second: false },
      ...(secondName === undefined
        ? []
        : [{ label, title, total: second ?? null, series: secondName, second: true }]),
    ]),
    ...(secondName === undefined ? {} : { seriesField: 'series', group: true }),
    xField: 'label',
    yField: 'total',
    autoFit: true,
    animate: false as const,
    marginTop: 10,
    marginRight: 12,
    marginBottom: 4,
    marginLeft: 4,
    scale: {
      ...(secondName === undefined ? {} : { x: bandOf(rows.length, lying) }),
      y: { nice: true, domainMin: 0, tickCount: 5 },
    },
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
        labelFormatter: valueText ?? whole,
        grid: true,
        gridStroke: look.line,
        gridStrokeOpacity: 1,
        gridLineDash: [0, 0],
      },
    },
    style: {
      fill,
      fillOpacity: 1,
      stroke: look.bar,
      lineWidth: ({ total, second }: { total: number | null; second: boolean }) => (second && total ? 1 : 0),
      radiusTopLeft: 3,
      radiusTopRight: 3,
      maxWidth: lying ? 18 : 36,
    },
    legend: false as const,
    tooltip: {
      title: 'title',
      items: [
        ({ total, series }: { total: number | null; series: string }) => ({
          name: series,
          value: total === null ? '–' : valueText ? valueText(total) : String(total),
          color: look.bar,
        }),
      ],
    },
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

/** Stripes in the colour of the bars: what tells a second series apart without a colour of its own. */
function hatch({ bar, surface }: ChartLook): HTMLCanvasElement | null {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const paint = tile.getContext('2d')
  if (!paint) return null
  paint.fillStyle = surface
  paint.fillRect(0, 0, 6, 6)
  paint.strokeStyle = bar
  paint.lineWidth = 1.5
  for (const from of [-6, 0, 6]) {
    paint.beginPath()
    paint.moveTo(from, 6)
    paint.lineTo(from + 6, 0)
    paint.stroke()
  }
  return tile
}

/** What a press in the drawing tells of. */
interface Pressed {
  type: string
  data?: { data?: { label?: string; second?: boolean } }
}

/** A chart, and the same figures as a table for those who cannot see it. */
export default function Chart({
  rows,
  label,
  categoryName,
  totalName,
  shape,
  secondName,
  valueText,
  onPress,
  tabled = false,
}: ChartProps) {
  const look = useChartLook()
  const lying = shape === 'bars'
  const options = useMemo(
    () => config(rows, look, { totalName, secondName, valueText }, lying),
    [rows, look, totalName, secondName, valueText, lying],
  )
  // The library keeps the function it was drawn with first.
  const press = useRef<(pressed: Pressed) => void>(null)
  useEffect(() => {
    press.current = ({ type, data }) => {
      const row = rows.find(one => one.label === data?.data?.label)
      if (type === 'element:click' && row) onPress?.(row, data?.data?.second === true)
    }
  }, [rows, onPress])
  const onEvent = (_chart: unknown, event: Pressed): void => press.current?.(event)
  const drawing = { ...options, onEvent }
  return (
    <figure className={cx(styles.figure, onPress && styles.pressable)} aria-label={label}>
      {secondName === undefined ? null : (
        <p className={styles.legend} aria-hidden="true" data-legend>
          <span className={styles.first}>{totalName}</span>
          <span className={styles.second}>{secondName}</span>
        </p>
      )}
      <div className={styles.drawing} aria-hidden="true">
        {lying ? (
          <Bar {...drawing} height={Math.max(COLUMNS_PX, rows.length * BAR_PX + 32)} />
        ) : (
          <Column {...drawing} height={COLUMNS_PX} />
        )}
      </div>
      {tabled ? null : (
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
      )}
    </figure>
  )
}
