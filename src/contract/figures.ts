/**
 * Figures of service: what is counted and measured (docs/figures.md says each in full). Everything belongs to the service cycle it
 * is about, and a cycle to the hour in which it began, in the company's zone: so figures of one period agree wherever they stand.
 */
import { z } from 'zod'
import { figure, flag, listOf, maybe, maybeFigure, name, text } from './scalars'
import { DEADLINE_KINDS } from './service-levels'

/**
 * What is measured of a cycle, milliseconds.
 * `firstAnswer`: from when the customer wrote first to the first message of a person; `firstAutomatic`: the same to the first
 * automatic one before that; `nextAnswer`: from each later message that nobody had answered to the answer of a person; `waiting`: until somebody
 * accepted; `handling`: from there to the end; `resolution`: from the beginning to the end.
 */
export const DURATIONS = [
  'firstAnswer',
  'firstAutomatic',
  'nextAnswer',
  'waiting',
  'handling',
  'resolution',
] as const
export type DurationName = (typeof DURATIONS)[number]

/** Whether all time counts, or only what lies within opening hours of the queue, else of the company. */
export const FIGURE_CLOCKS = ['calendar', 'business'] as const
export type FigureClock = (typeof FIGURE_CLOCKS)[number]

/**
 * What is counted of cycles.
 * `arrived`: began; `resolved`: ended; `answered`: a person answered; `reopened`: the ticket had a cycle before; `abandoned`: ended
 * though the customer who wrote was answered by nobody and no bot solved it; `transferred`: went to another queue, person or
 * number; `transfers`: how often; `oneTouch`: resolved with one answer of a person; `botAnswered`: chatbot, assistant or
 * integration answered; `botSolved`: and it ended without a person, and without being left to one;
 * `handedOver`: and the customer was left to people, or a person took over; `asked`: the customer was
 * asked for a rating; `rated`: gave one; `satisfied`: 2 or 3 of 3; `rateSum`: their sum; `kept`, `missed`: deadlines.
 */
export const COUNTS = [
  'arrived',
  'resolved',
  'answered',
  'reopened',
  'abandoned',
  'transferred',
  'transfers',
  'oneTouch',
  'botAnswered',
  'botSolved',
  'handedOver',
  'asked',
  'rated',
  'satisfied',
  'rateSum',
  'kept',
  'missed',
] as const
export type CountName = (typeof COUNTS)[number]

const durationSummary = z.object({
  /** How many were measured. */
  n: figure,
  /** Milliseconds; null where n is 0. Median and p90 are exact to a step of HISTOGRAM_STEP. */
  median: maybeFigure,
  p90: maybeFigure,
  mean: maybeFigure,
})
export type DurationSummary = z.output<typeof durationSummary>

/** How long people were there in a period, milliseconds. */
const presence = z.object({
  online: figure,
  onBreak: figure,
  /** Online, on no break and with at least one open ticket. */
  busy: figure,
})
export type PresenceFigures = z.output<typeof presence>

const eachOf = <const K extends readonly string[], S extends z.ZodType>(names: K, schema: S) =>
  z.object(Object.fromEntries(names.map(one => [one, schema])) as { [N in K[number]]: S })

export const figures = z.object({
  counts: eachOf(COUNTS, figure),
  durations: eachOf(DURATIONS, eachOf(FIGURE_CLOCKS, durationSummary)),
  /** null where the group is none of people. */
  presence: maybe(presence),
})
export type Figures = z.output<typeof figures>

/** Shares that are shown in percent: what of what. Nothing is divided by nothing. */
const RATIOS = {
  csat: ['satisfied', 'rated'],
  ratingRate: ['rated', 'asked'],
  abandonment: ['abandoned', 'arrived'],
  reopening: ['reopened', 'arrived'],
  oneTouchRate: ['oneTouch', 'resolved'],
  botSolvedRate: ['botSolved', 'botAnswered'],
  handoverRate: ['handedOver', 'botAnswered'],
} as const satisfies Record<string, readonly [CountName, CountName]>
export const RATES = [
  ...(Object.keys(RATIOS) as (keyof typeof RATIOS)[]),
  'deadlinesKept',
  'occupancy',
] as const
export type RateName = (typeof RATES)[number]

/** @returns 0 to 1; null where there is nothing to divide by. */
export function rateOf(
  rate: RateName,
  { counts, presence: there }: Pick<Figures, 'counts' | 'presence'>,
): number | null {
  if (rate === 'occupancy') {
    const available = there ? there.online - there.onBreak : 0
    return there && available > 0 ? Math.min(1, there.busy / available) : null
  }
  const [part, whole] =
    rate === 'deadlinesKept'
      ? [counts.kept, counts.kept + counts.missed]
      : [counts[RATIOS[rate][0]], counts[RATIOS[rate][1]]]
  return whole > 0 ? part / whole : null
}

/** @returns the mean of ratings, 1 to 3; null where nobody rated. */
export const meanRate = ({ rated, rateSum }: Figures['counts']): number | null =>
  rated > 0 ? rateSum / rated : null

/** By what figures are grouped. `hour`: of the week, keys 0 (Monday, 0:00) to 167; of hours it is told what arrived alone. */
export const GROUPINGS = ['day', 'week', 'month', 'hour', 'queue', 'user', 'connection', 'tag'] as const
export type Grouping = (typeof GROUPINGS)[number]

/**
 * One group. Its key is a day (YYYY-MM-DD; the first of a week, which is a Monday, or of a month), an hour of the week, or a row's
 * id, 0 where a cycle has none.
 */
export const figureRow = z.object({ key: text, name, figures })
export type FigureRow = z.output<typeof figureRow>

/** How many took longer than the bar before, and at most so long. */
const histogramBar = z.object({ upToMs: figure, n: figure })
export type HistogramBar = z.output<typeof histogramBar>

export const figuresReport = z.object({
  /** The time zone of days and hours. */
  zone: text,
  /** What came before is still being measured (after an update, or a change of the zone): figures may be too small. */
  counting: flag,
  /** Groups that have anything, in the order of time or by name; a day without any stands there with zeros. */
  rows: listOf('reports.rows', figureRow),
  total: figures,
  /** The same of as many days before; null where it was not asked for. */
  previous: maybe(figures),
  distributions: eachOf(DURATIONS, eachOf(FIGURE_CLOCKS, listOf('reports.distribution', histogramBar))),
  /** Deadlines by service level and kind. */
  levels: listOf(
    'reports.levels',
    z.object({ name, kind: z.enum(DEADLINE_KINDS), kept: figure, missed: figure }),
  ),
})
export type FiguresReport = z.output<typeof figuresReport>

/** Steps of the histograms that medians are read from: each is so many times the one before. */
export const HISTOGRAM_STEP = 1.1
/** Longest period of a report, days. */
export const REPORT_MAX_DAYS = 366
