import type { Grouping } from '@contract'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Chart, type ChartRow } from '@/features/dashboard'
import {
  type FigureName,
  figureText,
  figureValue,
  kindOf,
  StillCounting,
  ticketsBehind,
  WaitingChart,
} from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { Select, SkeletonRows } from '@/ui'
import { FigureTable, type TableRow } from './figure-table'
import { axisLabels, groupLabel } from './labels'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import type { Report } from './report'
import styles from './reports.module.css'
import type { ReportSection } from './sections'
import { Tiles } from './tiles'
import { useFigures } from './use-figures'

/** Most bars that are drawn; the table has all. */
const MOST_BARS = 20
const PAIR = 'pair'
type Choice = FigureName | typeof PAIR

interface GroupRow extends TableRow {
  short: string
}

function GroupChart({
  rows,
  by,
  columns,
  pair,
  report,
  busy,
  empty,
}: {
  rows: readonly GroupRow[] | null
  by: Grouping
  columns: readonly FigureName[]
  pair: readonly [FigureName, FigureName] | undefined
  report: Report
  busy: boolean
  /** No conversation at all. */
  empty: boolean
}) {
  const { t, format, language } = useTexts()
  const { filter, show, days } = report
  const [choice, setChoice] = useState<Choice>(pair ? PAIR : (columns[0] ?? 'arrived'))
  const [first, second] = choice === PAIR && pair ? pair : [choice as FigureName, undefined]
  const lying = by !== 'day' && by !== 'week' && by !== 'month'
  const drawn = useMemo(() => {
    if (!rows) return null
    const of = (figure: FigureName, row: GroupRow): number | null => figureValue(figure, row.figures, filter)
    const most = lying
      ? [...rows].sort((a, b) => (of(first, b) ?? -1) - (of(first, a) ?? -1)).slice(0, MOST_BARS)
      : rows
    const labels = axisLabels(most.map(row => row.short))
    return most.map((row, at) => ({
      label: labels[at] ?? row.short,
      title: row.label,
      total: of(first, row),
      ...(second === undefined ? {} : { second: of(second, row) }),
      key: row.key,
    }))
  }, [rows, first, second, filter, lying])
  const valueText = useCallback((value: number) => figureText(first, value, format), [first, format])
  const names = (figure: FigureName): string => t(`figures.name.${figure}`)
  const press = (pressed: ChartRow, ofSecond: boolean): void => {
    const figure = ofSecond && second !== undefined ? second : first
    const row = drawn?.find(one => one.label === pressed.label)
    const of = ticketsBehind(figure)
    if (row && of !== null)
      show({
        title: `${names(of)}: ${row.title}`,
        figure,
        of: { of, by, key: row.key, clock: filter.clock },
      })
  }
  /** Two names read as one: the second goes on small. */
  const pairNames = ([one, other]: readonly [FigureName, FigureName]): string => {
    const next = names(other)
    return format.list([names(one), next.charAt(0).toLocaleLowerCase(language) + next.slice(1)])
  }
  const title = t('reports.chart.title', {
    figure: second === undefined ? names(first) : pairNames([first, second]),
    group: t(`reports.by.${by}`).toLocaleLowerCase(language),
  })
  const nothing = drawn?.every(row => !row.total && !row.second)
  return (
    <Part
      title={title}
      busy={busy}
      {...(drawn && !nothing ? { picture: `${days.from} ${days.to}` } : {})}
      tools={
        <Select<Choice>
          className={styles.choice ?? ''}
          size="small"
          aria-label={t('reports.chart.figure')}
          popupMatchSelectWidth={false}
          value={choice}
          options={[
            ...(pair ? [{ value: PAIR, label: pairNames(pair) }] : []),
            ...columns.map(value => ({ value, label: names(value) })),
          ]}
          onChange={setChoice}
        />
      }
    >
      {!drawn ? <WaitingChart /> : null}
      {nothing ? <NothingHere ofThis={!empty} /> : null}
      {drawn && !nothing ? (
        <Suspense fallback={<WaitingChart />}>
          <Chart
            key={choice}
            rows={drawn}
            shape={lying ? 'bars' : 'columns'}
            label={title}
            categoryName={t(`reports.by.${by}`)}
            totalName={names(first)}
            {...(second === undefined ? {} : { secondName: names(second) })}
            {...(kindOf(first) === 'count' ? {} : { valueText })}
            tabled
            onPress={press}
          />
          {rows && lying && rows.length > MOST_BARS ? (
            <p className={styles.note}>{t('reports.chart.most', { drawn: MOST_BARS, count: rows.length })}</p>
          ) : null}
        </Suspense>
      ) : null}
    </Part>
  )
}

export interface GroupReportProps {
  section: ReportSection
  report: Report
  /** Parts of this section alone, drawn between the chart and the table from the same answer. */
  children?: (figures: ReturnType<typeof useFigures>) => React.ReactNode
}

/** Tiles, a chart and a table of figures by time, person, queue, number or tag. */
export function GroupReport({ section, report, children }: GroupReportProps) {
  const { t, language } = useTexts()
  const { filter, query, step } = report
  const by = section.by === undefined || section.by === 'time' ? step : section.by
  const figures = useFigures(query, by, filter.compare)
  const { value, error, busy, reload } = figures
  const rows = useMemo(
    () =>
      value?.rows.map((row): GroupRow => {
        const { short, long } = groupLabel(value.by, row, t, language)
        return { key: row.key, label: long, short, figures: row.figures }
      }) ?? null,
    [value, t, language],
  )
  if (error !== null)
    return (
      <div className={styles.failed}>
        <LoadError title={t('reports.failed')} error={error} onRetry={reload} busy={busy} />
      </div>
    )
  const { tiles = [], columns = [], pair } = section
  const shownBy = value?.by ?? by
  const groupName = t(`reports.by.${shownBy}`)
  const empty =
    value !== null &&
    [value.total, ...value.rows.map(row => row.figures)].every(one => one.counts.arrived === 0)
  return (
    <>
      <StillCounting counting={value?.counting} />
      <Tiles
        figures={tiles}
        total={value?.total ?? null}
        previous={value?.previous ?? null}
        reading={filter}
        compared={filter.compare}
      />
      <GroupChart
        key={shownBy}
        rows={rows}
        by={shownBy}
        columns={columns}
        pair={pair}
        report={report}
        busy={busy && value !== null}
        empty={empty}
      />
      {children?.(figures)}
      <Part
        title={t('reports.table', { group: groupName.toLocaleLowerCase(language) })}
        busy={busy && value !== null}
      >
        {value === null || rows === null ? (
          <SkeletonRows count={8} height={44} label={t('common.loading')} />
        ) : empty ? (
          <NothingHere />
        ) : (
          <FigureTable
            name={`reports.${section.key}`}
            label={t('reports.table', { group: groupName.toLocaleLowerCase(language) })}
            groupName={groupName}
            by={shownBy}
            columns={columns}
            rows={rows}
            total={value.total}
            reading={filter}
            show={report.show}
          />
        )}
      </Part>
    </>
  )
}
