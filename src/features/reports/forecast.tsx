import { type ComingWeek, type ForecastHour, firstHourOf, plusDays } from '@contract'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '@/api'
import { Chart } from '@/features/dashboard'
import { StillCounting, WaitingChart } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { LANGUAGE_TAGS, type Texts, useTexts } from '@/i18n'
import { cx, EmptyState, FiguresToCome, looks, SegmentedTabs, Select } from '@/ui'
import type { ReportFilter } from './filter'
import own from './forecast.module.css'
import { Part } from './part'
import type { Report } from './report'
import styles from './reports.module.css'
import { type Column, SortedTable } from './sorted-table'
import { useLoaded } from './use-figures'

const SHARES = [50, 60, 70, 75, 80, 85, 90, 95, 99]
const SECONDS = [15, 30, 60, 120, 180, 300, 600, 900, 1_800, 3_600]
const DAYS = [0, 1, 2, 3, 4, 5, 6]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

type Found = NonNullable<ComingWeek['forecast']>
interface HourRow extends ForecastHour {
  hour: number
}

const dayText = (day: string, { language }: Pick<Texts, 'language'>, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    timeZone: 'UTC',
    weekday,
    day: '2-digit',
    month: '2-digit',
  }).format(new Date(`${day}T12:00:00Z`))

/** @param named what may be chosen, with what is chosen though it is not named. */
const withOwn = (named: readonly number[], own: number): number[] =>
  [...new Set([...named, own])].sort((a, b) => a - b)

function Target({ filter, onChange }: { filter: ReportFilter; onChange: ForecastProps['onChange'] }) {
  const { t, format } = useTexts()
  return (
    <div
      className={looks.wrapLine8}
      role="group"
      aria-label={t('reports.forecast.promise')}
      data-paper="none"
    >
      <span>{t('reports.forecast.answer')}</span>
      <Select<number>
        aria-label={t('reports.forecast.share')}
        popupMatchSelectWidth={false}
        value={filter.share}
        options={withOwn(SHARES, filter.share).map(value => ({ value, label: format.percent(value / 100) }))}
        onChange={share => onChange({ share })}
      />
      <span>{t('reports.forecast.within')}</span>
      <Select<number>
        aria-label={t('reports.forecast.seconds')}
        popupMatchSelectWidth={false}
        value={filter.seconds}
        options={withOwn(SECONDS, filter.seconds).map(value => ({
          value,
          label: format.span(value * 1_000),
        }))}
        onChange={seconds => onChange({ seconds })}
      />
    </div>
  )
}

function Tiles({ found, asked }: { found: Found; asked: ComingWeek }) {
  const texts = useTexts()
  const { t, format } = texts
  const busiest = found.hours.reduce(
    (most, hour, at) => ((hour.needed ?? 0) > most.needed ? { needed: hour.needed ?? 0, at } : most),
    { needed: 0, at: 0 },
  )
  const short = found.hours.filter(
    ({ needed, there }) => needed !== null && needed > Math.round(there),
  ).length
  const day = DAYS.map(ahead => plusDays(asked.from, ahead)).find(
    one => firstHourOf(one) === busiest.at - (busiest.at % 24),
  )
  const tiles = [
    ['total', format.number(Math.round(found.total)), ''],
    [
      'error',
      found.wapeByDay === null ? '–' : format.percent(found.wapeByDay),
      t('reports.forecast.tested', { count: found.tested }),
    ],
    [
      'most',
      found.service ? format.number(busiest.needed) : '–',
      day && busiest.needed > 0
        ? t('reports.forecast.at', { day: dayText(day, texts, 'long'), hour: busiest.at % 24 })
        : '',
    ],
    ['short', found.service ? format.number(short) : '–', t('reports.forecast.shortOf')],
  ] as const
  return (
    <section aria-label={t('reports.section.forecast')}>
      <dl className={styles.tiles}>
        {tiles.map(([key, value, about]) => (
          <div key={key} className={styles.tile}>
            <dt className={styles.tileName}>{t(`reports.forecast.tile.${key}`)}</dt>
            <dd className={looks.figure}>{value}</dd>
            <dd className={styles.tileChange}>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** One day: how many people each hour needs beside who is usually there, as a chart and as a table. */
function Day({ found, from, busy }: { found: Found; from: string; busy: boolean }) {
  const texts = useTexts()
  const { t, format } = texts
  const [ahead, setAhead] = useState(0)
  const day = plusDays(from, ahead)
  const rows = HOURS.map(
    (hour): HourRow => ({
      ...(found.hours[firstHourOf(day) + hour] ?? { expected: 0, low: 0, high: 0, needed: null, there: 0 }),
      hour,
    }),
  )
  const title = t('reports.forecast.day', { day: dayText(day, texts, 'long') })
  const clock = (hour: number): string => t('reports.forecast.hour', { hour })
  const figures = (
    key: 'expected' | 'needed' | 'there',
    cell: (row: HourRow) => ReactNode,
  ): Column<HourRow> => ({
    key,
    title: t(`reports.forecast.${key}`),
    figures: true,
    value: row => row[key],
    cell,
  })
  const lacking = ({ needed, there }: HourRow): number | null =>
    needed === null ? null : Math.round(there) - needed
  const columns: Column<HourRow>[] = [
    { key: 'hour', title: t('reports.by.hour'), value: row => row.hour, cell: row => clock(row.hour) },
    figures('expected', row => format.tenth(row.expected)),
    {
      key: 'range',
      title: t('reports.forecast.range'),
      figures: true,
      value: row => row.high,
      cell: row => t('reports.forecast.fromTo', { from: format.tenth(row.low), to: format.tenth(row.high) }),
    },
    figures('needed', row => (row.needed === null ? '–' : format.number(row.needed))),
    figures('there', row => format.tenth(row.there)),
    {
      key: 'lacking',
      title: t('reports.forecast.lacking'),
      figures: true,
      value: lacking,
      cell: row => {
        const difference = lacking(row)
        if (difference === null) return '–'
        return difference < 0 ? (
          <strong className={styles.worse}>{`−${format.number(-difference)}`}</strong>
        ) : (
          `${difference > 0 ? '+' : ''}${format.number(difference)}`
        )
      },
    },
  ]
  return (
    <Part title={title} busy={busy} picture={day}>
      <div className={cx(styles.padded, own.days)} data-paper="none">
        <SegmentedTabs
          id="reports-forecast-day"
          look="pill"
          panels={false}
          label={t('reports.forecast.days')}
          items={DAYS.map(one => ({ key: String(one), label: dayText(plusDays(from, one), texts, 'short') }))}
          value={String(ahead)}
          onChange={key => setAhead(Number(key))}
        />
      </div>
      <Suspense fallback={<WaitingChart />}>
        <Chart
          rows={rows.map(row => ({
            label: clock(row.hour),
            title: clock(row.hour),
            total: row.needed,
            second: Math.round(row.there * 10) / 10,
          }))}
          shape="columns"
          label={title}
          categoryName={t('reports.by.hour')}
          totalName={t('reports.forecast.needed')}
          secondName={t('reports.forecast.there')}
          tabled
        />
      </Suspense>
      <SortedTable
        name="reports.forecast"
        label={title}
        columns={columns}
        rows={rows}
        keyOf={row => String(row.hour)}
      />
    </Part>
  )
}

/** What the figures were made of, and how. */
function Basis({ found, asked }: { found: Found; asked: ComingWeek }) {
  const { t, format } = useTexts()
  const { service } = found
  const inputs: [string, string][] = [
    [t('reports.forecast.input.weeks'), format.number(found.weeks)],
    [t('reports.forecast.input.smoothed'), t(found.smoothed ? 'common.yes' : 'common.no')],
    [t('reports.forecast.input.wapeByDay'), found.wapeByDay === null ? '–' : format.percent(found.wapeByDay)],
    [t('reports.forecast.input.wape'), found.wape === null ? '–' : format.percent(found.wape)],
    [t('reports.forecast.input.mape'), found.mape === null ? '–' : format.percent(found.mape)],
    [t('reports.forecast.input.handling'), format.span(service?.handlingMs ?? null)],
    [
      t('reports.forecast.input.patience'),
      service && service.patienceMs === null
        ? t('reports.forecast.patient')
        : format.span(service?.patienceMs ?? null),
    ],
    [t('reports.forecast.input.concurrency'), service ? format.tenth(service.concurrency) : '–'],
    [
      t('reports.forecast.input.promise'),
      t('reports.forecast.promised', {
        share: format.percent(asked.share),
        time: format.span(asked.seconds * 1_000),
      }),
    ],
  ]
  return (
    <Part title={t('reports.forecast.basis')}>
      <dl className={own.inputs}>
        {inputs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={own.method}>
        {(['shape', 'error', 'load', 'people', 'there'] as const).map(step => (
          <li key={step}>{t(`reports.forecast.method.${step}`)}</li>
        ))}
      </ul>
    </Part>
  )
}

export interface ForecastProps {
  report: Report
  onChange: (change: Partial<ReportFilter>) => void
}

/** The coming week: what each hour will bring, how many people it needs for a promise, and how many are usually there. */
export function Forecast({ report, onChange }: ForecastProps) {
  const { t } = useTexts()
  const { queueIds } = report.query
  const { share, seconds } = report.filter
  const query = { ...(queueIds ? { queueIds } : {}), share, seconds }
  const { value, error, busy, reload } = useLoaded(JSON.stringify(query), signal =>
    call('reports.forecast', { query, signal }),
  )
  const content = (): ReactNode => {
    if (!value)
      return error === null ? (
        <div className={styles.failed}>
          <WaitingChart />
        </div>
      ) : (
        <div className={styles.failed}>
          <LoadError title={t('reports.failed')} error={error} onRetry={reload} busy={busy} />
        </div>
      )
    const { forecast } = value
    if (!forecast)
      return (
        <div className={styles.failed}>
          <EmptyState
            drawing={FiguresToCome}
            title={t('reports.forecast.tooShort.title')}
            text={t('reports.forecast.tooShort.text')}
          />
        </div>
      )
    return (
      <>
        <StillCounting counting={value.counting} />
        {forecast.service ? null : (
          <p className={styles.old} role="status">
            {t('reports.forecast.nothingHandled')}
          </p>
        )}
        <Tiles found={forecast} asked={value} />
        <Day found={forecast} from={value.from} busy={busy} />
        <Basis found={forecast} asked={value} />
      </>
    )
  }
  return (
    <>
      <Target filter={report.filter} onChange={onChange} />
      {content()}
    </>
  )
}
