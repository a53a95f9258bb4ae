import { Suspense, useMemo } from 'react'
import { call } from '@/api'
import { Chart, chartQuery, countersQuery, dayRows } from '@/features/dashboard'
import { type FigureName, WaitingChart } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useUser } from '@/stores/session'
import { looks, SkeletonBox, SkeletonRows } from '@/ui'
import type { Days } from './filter'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import styles from './reports.module.css'
import { type Column, SortedTable } from './sorted-table'
import { useLoaded } from './use-figures'

interface OlderFigure {
  figure: FigureName
  text: string
  /** A word where the server counts something else than the figure's definition says. */
  note: string
}

/**
 * The reports of a server that keeps no figures: what its dashboard calls give, in the same frames, and in words what it
 * cannot give.
 */
export function OlderReports({ days }: { days: Days }) {
  const { t, format } = useTexts()
  const companyId = useUser()?.companyId ?? null
  const { value, error, busy, reload } = useLoaded(JSON.stringify([days, companyId]), async signal => {
    const range = { kind: 'range', ...days } as const
    const charts = chartQuery(range, companyId, days.to)
    const [figures, perDay, perUser] = await Promise.all([
      call('dashboard.get', { query: countersQuery(range), signal }),
      call('dashboard.ticketsDay', { query: charts, signal }),
      call('dashboard.ticketsUsers', { query: charts, signal }),
    ])
    return { figures, perDay, perUser }
  })
  const columns = useMemo(() => (value ? dayRows(value.perDay.data) : null), [value])
  if (error !== null && value === null)
    return (
      <div className={styles.failed}>
        <LoadError title={t('reports.failed')} error={error} onRetry={reload} busy={busy} />
      </div>
    )
  const counters = value?.figures.counters
  const minutes = (mean: number | null): string => format.span(mean === null ? null : mean * 60_000)
  const olderFigures: OlderFigure[] = [
    { figure: 'arrived', text: value ? format.number(value.perDay.count) : '', note: '' },
    { figure: 'resolved', text: counters ? format.number(counters.supportFinished) : '', note: '' },
    {
      figure: 'waiting',
      text: counters ? minutes(counters.avgWaitTime) : '',
      note: t('reports.statistic.mean'),
    },
    {
      figure: 'handling',
      text: counters ? minutes(counters.avgSupportTime) : '',
      note: t('reports.statistic.mean'),
    },
  ]
  const dayTitle = t('reports.chart.title', {
    figure: t('figures.name.arrived'),
    group: t('reports.by.day').toLocaleLowerCase(),
  })
  const people = value?.figures.attendants ?? []
  const counted = new Map(value?.perUser.data.map(row => [row.nome, row.quantidade]))
  type Person = (typeof people)[number]
  const ticketsOf = (person: Person): number => person.tickets ?? counted.get(person.name) ?? 0
  const ofPeople: Column<Person>[] = [
    { key: 'name', title: t('reports.by.user'), value: person => person.name },
    {
      key: 'tickets',
      title: t('figures.name.arrived'),
      figures: true,
      value: ticketsOf,
      cell: person => format.number(ticketsOf(person)),
    },
    {
      key: 'handling',
      title: `${t('figures.name.handling')} (${t('reports.statistic.mean')})`,
      figures: true,
      value: person => person.avgSupportTime,
      cell: person => minutes(person.avgSupportTime),
    },
    {
      key: 'rate',
      title: t('figures.name.meanRate'),
      figures: true,
      value: person => person.rating,
      cell: person => (person.rating === null ? '–' : format.tenth(person.rating)),
    },
  ]
  return (
    <>
      <section className={styles.older} aria-label={t('reports.older.title')}>
        <p>{t('reports.older.gives')}</p>
        <p>{t('reports.older.lacks')}</p>
      </section>
      <section aria-label={t('reports.whole')} aria-busy={value === null}>
        <dl className={styles.tiles}>
          {olderFigures.map(({ figure, text, note }) => (
            <div key={figure} className={styles.tile} data-figure={figure}>
              <dt className={styles.tileName}>{t(`figures.name.${figure}`)}</dt>
              <dd className={looks.figure}>{value ? text : <SkeletonBox width={72} height={22} />}</dd>
              {note ? <dd className={styles.tileChange}>{note}</dd> : null}
            </div>
          ))}
        </dl>
      </section>
      <Part title={dayTitle} busy={busy && value !== null}>
        {!columns ? <WaitingChart /> : null}
        {columns?.every(row => row.total === 0) ? <NothingHere /> : null}
        {columns?.some(row => row.total !== 0) ? (
          <Suspense fallback={<WaitingChart />}>
            <Chart
              rows={columns}
              shape="columns"
              label={dayTitle}
              categoryName={t('reports.by.day')}
              totalName={t('figures.name.arrived')}
            />
          </Suspense>
        ) : null}
      </Part>
      <Part title={t('reports.section.agents')} busy={busy && value !== null}>
        {value ? (
          <SortedTable
            name="reports.older"
            label={t('reports.section.agents')}
            columns={ofPeople}
            rows={people}
            keyOf={person => String(person.id ?? person.name)}
          />
        ) : (
          <SkeletonRows count={5} height={44} label={t('common.loading')} />
        )}
      </Part>
    </>
  )
}
