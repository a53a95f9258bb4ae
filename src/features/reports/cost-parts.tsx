/** The parts of the report of costs. */
import {
  type CostFigures,
  type CostGroup,
  type CostReport,
  type CostRow,
  isTime,
  type QueryIn,
} from '@contract'
import { type ReactNode, Suspense, useMemo } from 'react'
import { Chart } from '@/features/dashboard'
import { estimateText, MeaningHelp, relativeChange, WaitingChart } from '@/features/figures'
import { useTexts } from '@/i18n'
import { axisLabels } from './labels'
import { Part } from './part'
import { Pressable } from './pressable'
import type { Report } from './report'
import styles from './reports.module.css'
import { type Column, SortedTable } from './sorted-table'
import { type Tile, TileList } from './tiles'

/** Most bars that are drawn; the table has all. */
const MOST_BARS = 20

type CostName = NonNullable<QueryIn<'reports.tickets'>['cost']>
/** What a change would save. */
const SAVINGS = ['joined', 'replaced'] as const

/** How many messages a figure counts. */
const countOf = (figures: CostFigures, name: CostName): number =>
  name === 'joined' || name === 'replaced' ? figures[name].messages : figures[name]

export interface Row extends CostRow {
  short: string
  label: string
}

export type Loaded = CostReport & { by: CostGroup | Report['step'] }

interface PartProps {
  data: Loaded
  rows: readonly Row[]
  report: Report
  busy: boolean
}

/** Opens the tickets behind a count of messages. */
function useBehind(report: Report, by: Loaded['by']): (name: CostName, row: Row | null) => void {
  const { t } = useTexts()
  return (cost, row) => {
    const name = t(`figures.cost.name.${cost}`)
    const group = row === null ? {} : isTime(by) ? { by, key: row.key } : { costBy: by, costKey: row.key }
    report.show({
      title: row ? `${name}: ${row.label}` : name,
      figure: 'arrived',
      of: { cost, ...group },
    })
  }
}

function Help({ name }: { name: CostName | 'amount' }) {
  const { t } = useTexts()
  return <MeaningHelp name={t(`figures.cost.name.${name}`)} about={t(`figures.cost.about.${name}`)} />
}

export function Totals({ data, compared }: { data: Loaded | null; compared: boolean }) {
  const { t, format } = useTexts()
  const amount = (figures: CostFigures): string =>
    estimateText(t, format, figures, figures.charged, data?.rates ?? null)
  const tile = (
    name: 'free' | 'charged' | 'amount',
    amountOf: (figures: CostFigures) => number | null,
    textOf: (figures: CostFigures) => string,
  ): Tile => ({
    key: name,
    name: t(`figures.cost.name.${name}`),
    help: <Help name={name} />,
    text: data && textOf(data.total),
    ...(data
      ? {
          change: {
            change: changed(amountOf(data.total), data.previous && amountOf(data.previous)),
            kind: 'count' as const,
            before: data.previous ? textOf(data.previous) : '–',
          },
        }
      : {}),
  })
  const changed = (now: number | null, before: number | null) => {
    const by = relativeChange(now, before)
    return by === null ? null : { by, verdict: 'neutral' as const }
  }
  const priced = (figures: CostFigures): number | null =>
    data?.rates && figures.missing === 0 ? figures.amount : null
  return (
    <TileList
      compared={compared}
      tiles={[
        tile(
          'free',
          ({ free }) => free,
          ({ free }) => format.number(free),
        ),
        tile(
          'charged',
          ({ charged }) => charged,
          ({ charged }) => format.number(charged),
        ),
        tile('amount', priced, amount),
      ]}
    />
  )
}

export function GroupChart({ data, rows, report, busy, tools }: PartProps & { tools: ReactNode }) {
  const { t, language } = useTexts()
  const show = useBehind(report, data.by)
  const lying = !isTime(data.by)
  const drawn = useMemo(() => {
    const most = lying ? rows.slice(0, MOST_BARS) : rows
    const labels = axisLabels(most.map(row => row.short))
    return most.map((row, at) => ({
      label: labels[at] ?? row.short,
      title: row.label,
      total: row.figures.charged,
      second: row.figures.free,
      row,
    }))
  }, [rows, lying])
  const title = t('reports.costs.by', {
    group: t(`figures.cost.byIs.${data.by}`).toLocaleLowerCase(language),
  })
  return (
    <Part title={title} busy={busy} picture={`${report.days.from} ${report.days.to}`} tools={tools}>
      <Suspense fallback={<WaitingChart />}>
        <Chart
          rows={drawn}
          shape={lying ? 'bars' : 'columns'}
          label={title}
          categoryName={t(`figures.cost.byIs.${data.by}`)}
          totalName={t('figures.cost.name.charged')}
          secondName={t('figures.cost.name.free')}
          tabled
          onPress={(pressed, second) => {
            const found = drawn.find(one => one.label === pressed.label)
            if (found) show(second ? 'free' : 'charged', found.row)
          }}
        />
        {lying && rows.length > MOST_BARS ? (
          <p className={styles.note}>{t('reports.chart.most', { drawn: MOST_BARS, count: rows.length })}</p>
        ) : null}
      </Suspense>
    </Part>
  )
}

/** What a change of how the company writes would save. */
export function Savings({ data, report, busy }: PartProps) {
  const { t, format } = useTexts()
  const show = useBehind(report, data.by)
  const columns: Column<(typeof SAVINGS)[number]>[] = [
    {
      key: 'change',
      title: t('reports.costs.change'),
      value: name => t(`figures.cost.name.${name}`),
      cell: name => (
        <span className={styles.meant}>
          {t(`figures.cost.name.${name}`)}
          <Help name={name} />
        </span>
      ),
    },
    {
      key: 'messages',
      title: t('reports.costs.messages'),
      figures: true,
      value: name => data.total[name].messages,
      cell: name => (
        <Pressable
          count={data.total[name].messages}
          title={t(`figures.cost.name.${name}`)}
          onPress={() => show(name, null)}
        />
      ),
    },
    {
      key: 'saving',
      title: t('reports.costs.saving'),
      figures: true,
      value: name => data.total[name].amount,
      cell: name => estimateText(t, format, data.total[name], data.total[name].messages, data.rates),
    },
    { key: 'how', title: t('reports.costs.how'), value: name => t(`reports.costs.howTo.${name}`) },
  ]
  return (
    <Part title={t('reports.costs.savings')} busy={busy}>
      <SortedTable
        name="reports.savings"
        label={t('reports.costs.savings')}
        columns={columns}
        rows={SAVINGS}
        keyOf={name => name}
      />
    </Part>
  )
}

export function GroupTable({ data, rows, report, busy }: PartProps) {
  const { t, format, language } = useTexts()
  const show = useBehind(report, data.by)
  const count = (name: CostName): Column<Row> => {
    const cell = (figures: CostFigures, row: Row | null): ReactNode => (
      <Pressable
        count={countOf(figures, name)}
        title={`${t(`figures.cost.name.${name}`)}${row ? `: ${row.label}` : ''}`}
        onPress={() => show(name, row)}
      />
    )
    return {
      key: name,
      title: t(`figures.cost.name.${name}`),
      help: <Help name={name} />,
      figures: true,
      value: row => countOf(row.figures, name),
      cell: row => cell(row.figures, row),
      whole: cell(data.total, null),
    }
  }
  const group = t(`figures.cost.byIs.${data.by}`)
  const amount = (figures: CostFigures): string =>
    estimateText(t, format, figures, figures.charged, data.rates)
  const columns: Column<Row>[] = [
    {
      key: 'group',
      title: group,
      value: row => (isTime(data.by) ? row.key : row.label),
      cell: row => row.label,
    },
    count('free'),
    count('charged'),
    {
      key: 'amount',
      title: t('figures.cost.name.amount'),
      help: <Help name="amount" />,
      figures: true,
      value: row => (amount(row.figures) === '–' ? null : row.figures.amount),
      cell: row => amount(row.figures),
      whole: amount(data.total),
    },
    count('joined'),
    count('replaced'),
  ]
  const title = t('reports.table', { group: group.toLocaleLowerCase(language) })
  return (
    <Part title={title} busy={busy}>
      <SortedTable name="reports.costs" label={title} columns={columns} rows={rows} keyOf={row => row.key} />
    </Part>
  )
}
