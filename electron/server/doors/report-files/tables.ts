/** Figures as tables for files, print and mail. Pure. */
import {
  COUNTS,
  type ComingWeek,
  DURATIONS,
  type DurationSummary,
  type FigureClock,
  type Figures,
  type FiguresReport,
  firstHourOf,
  GROUPINGS,
  type Grouping,
  type Language,
  meanRate,
  plusDays,
  RATES,
  type ReportCampaign,
  type ReportCell,
  type ReportColumn,
  type ReportTable,
  type ReportTableName,
  rateOf,
} from '@contract'
import type { TFunction } from 'i18next'

const STATISTICS = ['median', 'p90', 'mean'] as const
const PRESENCE = ['online', 'onBreak', 'busy'] as const
/** Counted, but shown as the mean of ratings. */
const SHOWN_COUNTS = COUNTS.filter(count => count !== 'rateSum')

/** Milliseconds as whole seconds: finer than anybody measures. */
export const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1_000))

export interface Named {
  t: TFunction
  language: Language
  clock: FigureClock
}

interface Figure {
  column: ReportColumn
  of(figures: Figures): ReportCell
}

const statisticsOf = (
  durations: Figures['durations'],
  duration: (typeof DURATIONS)[number],
  clock: FigureClock,
): DurationSummary => durations[duration][clock]

/** All figures in the order of the columns. @param withPresence when the group is people. */
function everyFigure({ t, clock }: Named, withPresence: boolean): Figure[] {
  const column = (title: string, kind: ReportColumn['kind']): ReportColumn => ({ title, kind })
  return [
    ...SHOWN_COUNTS.map(count => ({
      column: column(t(`figures.name.${count}`), 'number'),
      of: ({ counts }: Figures) => counts[count],
    })),
    { column: column(t('figures.name.meanRate'), 'decimal'), of: ({ counts }) => meanRate(counts) },
    ...RATES.filter(rate => withPresence || rate !== 'occupancy').map(rate => ({
      column: column(t(`figures.name.${rate}`), 'percent'),
      of: (figures: Figures) => rateOf(rate, figures),
    })),
    ...DURATIONS.flatMap(duration =>
      STATISTICS.map(statistic => ({
        column: column(
          t('reportFiles.durationOf', {
            duration: t(`figures.name.${duration}`),
            statistic: t(`reportFiles.statistics.${statistic}`),
          }),
          'seconds',
        ),
        of: ({ durations }: Figures) => secondsOf(statisticsOf(durations, duration, clock)[statistic]),
      })),
    ),
    ...(withPresence
      ? PRESENCE.map(part => ({
          column: column(t(`figures.name.${part}`), 'seconds'),
          of: ({ presence }: Figures) => secondsOf(presence?.[part] ?? null),
        }))
      : []),
  ]
}

export const table = (
  named: Named,
  name: ReportTableName,
  columns: ReportColumn[],
  rows: ReportCell[][],
): ReportTable => ({ table: name, title: named.t(`reportFiles.tables.${name}`), columns, rows })

/** 1 January 2024 was a Monday. */
const A_MONDAY = Date.UTC(2024, 0, 1)

/** Monday, 00:00 for the hour 0 of the week. */
function hourName(language: Language, key: string): string {
  const hour = Number(key)
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return `${day.format(A_MONDAY + hour * 3_600_000)} ${String(hour % 24).padStart(2, '0')}:00`
}

/** The name of the group of cycles without any. */
const WITHOUT = { queue: 'queue', user: 'user', connection: 'connection', tag: 'tag' } as const
const withoutOf = (by: Grouping) => (by in WITHOUT ? WITHOUT[by as keyof typeof WITHOUT] : 'name')

const BY_DAY: ReadonlySet<Grouping> = new Set(['day', 'week', 'month'])

/** A row for each group, then the total. */
export function groupTable(named: Named, by: Grouping, { rows, total }: FiguresReport): ReportTable {
  const all = everyFigure(named, by === 'user')
  // For an hour of the week only arrivals are counted.
  const figures = by === 'hour' ? all.slice(0, 1) : all
  const dates = BY_DAY.has(by)
  const nameOf = ({ key, name }: FiguresReport['rows'][number]): string =>
    by === 'hour'
      ? hourName(named.language, key)
      : dates
        ? key
        : name || named.t(`reportFiles.without.${key === '0' ? withoutOf(by) : 'name'}`)
  return table(
    named,
    by,
    [
      { title: named.t(`reportFiles.groups.${by}`), kind: dates ? 'day' : 'text' },
      ...figures.map(one => one.column),
    ],
    [
      ...rows.map(row => [nameOf(row), ...figures.map(one => one.of(row.figures))]),
      // A cycle with two tags appears in both rows: the total is not the sum of the rows.
      [dates ? null : named.t('reportFiles.whole'), ...figures.map(one => one.of(total))],
    ],
  )
}

/** A row for each figure: its name, its unit, this period, the one before. */
export function summaryTable(named: Named, { total, previous }: FiguresReport): ReportTable {
  const { t } = named
  const unit = (kind: ReportColumn['kind']): string =>
    kind === 'seconds' || kind === 'percent' ? t(`reportFiles.units.${kind}`) : ''
  const shownCell = (kind: ReportColumn['kind'], cell: ReportCell): ReportCell =>
    kind === 'percent' && typeof cell === 'number' ? Math.round(cell * 1_000) / 10 : cell
  return table(
    named,
    'summary',
    [
      { title: t('reportFiles.figure'), kind: 'text' },
      { title: t('reportFiles.unit'), kind: 'text' },
      { title: t('reportFiles.period'), kind: 'decimal' },
      ...(previous ? [{ title: t('reportFiles.before'), kind: 'decimal' as const }] : []),
    ],
    everyFigure(named, total.presence !== null).map(({ column, of }) => [
      column.title,
      unit(column.kind),
      shownCell(column.kind, of(total)),
      ...(previous ? [shownCell(column.kind, of(previous))] : []),
    ]),
  )
}

/** How many took longer than the previous limit and at most this long. */
export const distributionTable = (named: Named, { distributions }: FiguresReport): ReportTable =>
  table(
    named,
    'distribution',
    [
      { title: named.t('reportFiles.figure'), kind: 'text' },
      { title: named.t('reportFiles.upTo'), kind: 'seconds' },
      { title: named.t('reportFiles.howMany'), kind: 'number' },
    ],
    DURATIONS.flatMap(duration =>
      distributions[duration][named.clock].map(({ upToMs, n }) => [
        named.t(`figures.name.${duration}`),
        secondsOf(upToMs),
        n,
      ]),
    ),
  )

export const levelsTable = (named: Named, { levels }: FiguresReport): ReportTable =>
  table(
    named,
    'levels',
    [
      { title: named.t('reportFiles.level'), kind: 'text' },
      { title: named.t('reportFiles.deadline'), kind: 'text' },
      { title: named.t('figures.name.kept'), kind: 'number' },
      { title: named.t('figures.name.missed'), kind: 'number' },
      { title: named.t('figures.name.deadlinesKept'), kind: 'percent' },
    ],
    levels.map(({ name, kind, kept, missed }) => [
      name,
      named.t(`reportFiles.deadlines.${kind}`),
      kept,
      missed,
      kept + missed > 0 ? kept / (kept + missed) : null,
    ]),
  )

export const campaignsTable = (named: Named, campaigns: readonly ReportCampaign[]): ReportTable =>
  table(
    named,
    'campaigns',
    [
      { title: named.t('reportFiles.groups.campaign'), kind: 'text' },
      { title: named.t('reportFiles.began'), kind: 'instant' },
      ...(['contacts', 'sent', 'delivered', 'failed', 'replied'] as const).map(key => ({
        title: named.t(`reportFiles.campaign.${key}`),
        kind: 'number' as const,
      })),
    ],
    campaigns.map(one => [
      one.name,
      one.startedAt,
      one.contacts,
      one.sent,
      one.delivered,
      one.failed,
      one.replied,
    ]),
  )

/** Each hour of the next seven days; hours with too little history are left out. */
export function forecastTable(named: Named, { from, forecast }: ComingWeek): ReportTable {
  const column = (key: 'expected' | 'low' | 'high' | 'needed' | 'there', kind: 'number' | 'decimal') => ({
    title: named.t(`reportFiles.forecast.${key}`),
    kind,
  })
  const days = Array.from({ length: forecast ? 7 : 0 }, (_, ahead) => plusDays(from, ahead))
  return table(
    named,
    'forecast',
    [
      { title: named.t('reportFiles.groups.day'), kind: 'day' },
      { title: named.t('reportFiles.groups.hour'), kind: 'number' },
      column('expected', 'decimal'),
      column('low', 'decimal'),
      column('high', 'decimal'),
      column('needed', 'number'),
      column('there', 'decimal'),
    ],
    days.flatMap(day =>
      (forecast?.hours ?? [])
        .slice(firstHourOf(day), firstHourOf(day) + 24)
        .map((hour, at) => [day, at, hour.expected, hour.low, hour.high, hour.needed, hour.there]),
    ),
  )
}

/** The groupings figures are needed for. */
export const groupingsIn = (tables: readonly ReportTableName[]): Grouping[] =>
  GROUPINGS.filter(by => tables.includes(by))

type RowColumn =
  | 'ticket'
  | 'contact'
  | 'queue'
  | 'user'
  | 'connection'
  | 'queuedAt'
  | 'finishedAt'
  | 'rate'
  | 'measured'
  | 'comment'
  | 'createdAt'

/** Heading and columns of the rows behind the figures, which come slice by slice. */
export function rowsTable(named: Named, name: 'tickets' | 'ratings', measured: boolean): ReportTable {
  const column = (key: RowColumn, kind: ReportColumn['kind']): ReportColumn => ({
    title: named.t(`reportFiles.row.${key}`),
    kind,
  })
  const common = [
    column('ticket', 'number'),
    column('contact', 'text'),
    column('queue', 'text'),
    column('user', 'text'),
  ]
  return table(
    named,
    name,
    name === 'tickets'
      ? [
          ...common,
          column('connection', 'text'),
          column('queuedAt', 'instant'),
          column('finishedAt', 'instant'),
          column('rate', 'number'),
          ...(measured ? [column('measured', 'seconds')] : []),
        ]
      : [...common, column('rate', 'number'), column('comment', 'text'), column('createdAt', 'instant')],
    [],
  )
}
