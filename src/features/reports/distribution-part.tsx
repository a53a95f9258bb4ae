import { DURATIONS, type DurationName, type FiguresReport } from '@contract'
import { Suspense, useMemo, useState } from 'react'
import { Chart } from '@/features/dashboard'
import { WaitingChart } from '@/features/figures'
import { useTexts } from '@/i18n'
import { Select } from '@/ui'
import { type DistributionBar, distributionOf } from './distribution'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import { Pressable } from './pressable'
import type { Report } from './report'
import styles from './reports.module.css'
import { type Column, SortedTable } from './sorted-table'

interface Row {
  label: string
  title: string
  total: number
  bar: DistributionBar
}

/** How a duration is spread, and not only its middle; a bar shows the tickets that took so long. */
export function DistributionPart({
  data,
  report,
  busy,
}: {
  data: FiguresReport | null
  report: Report
  busy: boolean
}) {
  const { t, format } = useTexts()
  const [duration, setDuration] = useState<DurationName>('firstAnswer')
  const { clock } = report.filter
  const { from, to } = report.days
  const bars = useMemo(
    () => (data ? distributionOf(data.distributions[duration][clock]) : null),
    [data, duration, clock],
  )
  /** Whole minutes, where there are some: ends of bars are near a round time and seldom on it. */
  const timeOf = (ms: number): string => format.span(ms < 60_000 ? ms : Math.round(ms / 60_000) * 60_000)
  const nameOf = ({ aboveMs, upToMs }: DistributionBar): string =>
    upToMs === null
      ? t('reports.distribution.over', { time: timeOf(aboveMs) })
      : aboveMs === 0
        ? t('reports.distribution.upTo', { time: timeOf(upToMs) })
        : `${timeOf(aboveMs)} – ${timeOf(upToMs)}`
  const all = bars?.reduce((sum, bar) => sum + bar.n, 0) ?? 0
  const title = t('reports.distribution.title', { figure: t(`figures.name.${duration}`) })
  const show = (bar: DistributionBar): void =>
    report.show({
      title: `${t(`figures.name.${duration}`)}: ${nameOf(bar)}`,
      figure: duration,
      of: {
        of: duration,
        clock,
        ...(bar.aboveMs > 0 ? { aboveMs: bar.aboveMs } : {}),
        ...(bar.upToMs === null ? {} : { upToMs: bar.upToMs }),
      },
    })
  const rows = bars?.map((bar): Row => ({ label: nameOf(bar), title: nameOf(bar), total: bar.n, bar }))
  const columns: Column<Row>[] = [
    {
      key: 'time',
      title: t(`figures.name.${duration}`),
      value: row => row.bar.aboveMs,
      cell: row => row.label,
    },
    {
      key: 'n',
      title: t('figures.name.arrived'),
      figures: true,
      value: row => row.total,
      cell: row => <Pressable count={row.total} title={row.label} onPress={() => show(row.bar)} />,
      whole: format.number(all),
    },
    {
      key: 'share',
      title: t('reports.distribution.share'),
      figures: true,
      value: row => row.total / all,
      cell: row => format.percent(row.total / all),
      whole: format.percent(1),
    },
  ]
  return (
    <Part
      title={title}
      busy={busy}
      {...(rows && rows.length > 0 ? { picture: `${from} ${to}` } : {})}
      tools={
        <Select<DurationName>
          className={styles.choice ?? ''}
          size="small"
          aria-label={t('reports.chart.figure')}
          popupMatchSelectWidth={false}
          value={duration}
          options={DURATIONS.map(value => ({ value, label: t(`figures.name.${value}`) }))}
          onChange={setDuration}
        />
      }
    >
      {!rows ? <WaitingChart /> : null}
      {rows?.length === 0 ? <NothingHere ofThis={data?.total.counts.arrived !== 0} /> : null}
      {rows && rows.length > 0 ? (
        <>
          <Suspense fallback={<WaitingChart />}>
            <Chart
              rows={rows}
              shape="columns"
              label={title}
              categoryName={t(`figures.name.${duration}`)}
              totalName={t('figures.name.arrived')}
              tabled
              onPress={pressed => {
                const row = rows.find(one => one.label === pressed.label)
                if (row) show(row.bar)
              }}
            />
          </Suspense>
          <SortedTable
            name="reports.distribution"
            label={title}
            columns={columns}
            rows={rows}
            keyOf={row => row.label}
          />
        </>
      ) : null}
    </Part>
  )
}
