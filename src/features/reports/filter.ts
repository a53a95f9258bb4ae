/** What a report is of, as it stands in the address: a link shows the same report, and "back" the one before. Pure. */
import { COST_GROUPS, type CostGroup, type FigureClock, isDay, plusDays, REPORT_MAX_DAYS } from '@contract'
import { type Reading, STATISTICS, type Statistic } from '@/features/figures'

export const PRESETS = ['7', '30', '90', '365', 'month', 'lastMonth'] as const
export type Preset = (typeof PRESETS)[number]
const FIRST_PRESET: Preset = '30'

/** First and last day, YYYY-MM-DD, in the company's zone. */
export interface Days {
  from: string
  to: string
}

export interface ReportFilter extends Reading {
  period: Preset | Days
  /** Beside the figures of as many days before. */
  compare: boolean
  /** Empty means all; 0 is "none". */
  queueIds: readonly number[]
  userIds: readonly number[]
  whatsappIds: readonly number[]
  tagId: number | null
  /** The promise of the forecast: which percent of customers is answered within how many seconds. */
  share: number
  seconds: number
  /** Of the ratings that are listed: which, null for any, and whether only those with words. */
  rate: Rate | null
  withComment: boolean
  /** By what costs are told apart; null: by time. */
  costBy: CostGroup | null
}

export const RATES = [3, 2, 1] as const
export type Rate = (typeof RATES)[number]

/** Names of the filter's members in the address. */
const NAMES = { queueIds: 'queues', userIds: 'people', whatsappIds: 'connections' } as const
const LISTS = Object.keys(NAMES) as (keyof typeof NAMES)[]

const idsIn = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .filter(part => /^\d{1,15}$/.test(part))
    .map(Number)

/** A whole number of an address, within bounds. */
function wholeIn(text: string | null, least: number, most: number, usual: number): number {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : usual
  return value >= least && value <= most ? value : usual
}

const USUAL = { share: 80, seconds: 300 } as const

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** @returns the filter an address means; what is no value of it is left out. */
export function filterIn(params: URLSearchParams): ReportFilter {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const ranged = isDay(from) && isDay(to) && from <= to && daysBetween(from, to) < REPORT_MAX_DAYS
  const tag = params.get('tag') ?? ''
  return {
    period: ranged ? { from, to } : (PRESETS.find(one => one === params.get('period')) ?? FIRST_PRESET),
    compare: params.get('compare') !== '0',
    queueIds: idsIn(params.get(NAMES.queueIds)),
    userIds: idsIn(params.get(NAMES.userIds)),
    whatsappIds: idsIn(params.get(NAMES.whatsappIds)),
    tagId: /^\d{1,15}$/.test(tag) ? Number(tag) : null,
    rate: RATES.find(one => String(one) === params.get('rate')) ?? null,
    withComment: params.get('silent') !== '1',
    costBy: COST_GROUPS.find(one => one === params.get('split')) ?? null,
    clock: params.get('clock') === 'business' ? 'business' : 'calendar',
    statistic: STATISTICS.find(one => one === params.get('stat')) ?? 'median',
    share: wholeIn(params.get('share'), 50, 99, USUAL.share),
    seconds: wholeIn(params.get('seconds'), 5, 86_400, USUAL.seconds),
  }
}

/** @returns the address of a filter; what is as usual is not written. */
export function paramsOf(filter: ReportFilter): URLSearchParams {
  const params = new URLSearchParams()
  const { period, compare, tagId, clock, statistic, rate, withComment, costBy } = filter
  if (typeof period === 'object') {
    params.set('from', period.from)
    params.set('to', period.to)
  } else if (period !== FIRST_PRESET) params.set('period', period)
  if (!compare) params.set('compare', '0')
  for (const list of LISTS) if (filter[list].length > 0) params.set(NAMES[list], filter[list].join(','))
  if (tagId !== null) params.set('tag', String(tagId))
  if (rate !== null) params.set('rate', String(rate))
  if (!withComment) params.set('silent', '1')
  if (costBy !== null) params.set('split', costBy)
  if (clock !== 'calendar') params.set('clock', clock satisfies FigureClock)
  if (statistic !== 'median') params.set('stat', statistic satisfies Statistic)
  for (const key of ['share', 'seconds'] as const)
    if (filter[key] !== USUAL[key]) params.set(key, String(filter[key]))
  return params
}

/** @param today in the company's zone, YYYY-MM-DD. */
export function daysOf(period: ReportFilter['period'], today: string): Days {
  if (typeof period === 'object') return period
  const firstOfMonth = `${today.slice(0, 8)}01`
  if (period === 'month') return { from: firstOfMonth, to: today }
  if (period === 'lastMonth') {
    const to = plusDays(firstOfMonth, -1)
    return { from: `${to.slice(0, 8)}01`, to }
  }
  return { from: plusDays(today, 1 - Number(period)), to: today }
}

/** By what a period is drawn: few enough columns to be told apart. */
export function stepOf({ from, to }: Days): 'day' | 'week' | 'month' {
  const days = daysBetween(from, to) + 1
  return days <= 62 ? 'day' : days <= 200 ? 'week' : 'month'
}

/** What every call of a report is asked with. */
export interface ReportQuery extends Days {
  queueIds?: number[]
  userIds?: number[]
  whatsappIds?: number[]
  tagId?: number
}

export function queryOf(filter: ReportFilter, today: string): ReportQuery {
  const query: ReportQuery = daysOf(filter.period, today)
  return {
    from: query.from,
    to: query.to,
    ...Object.fromEntries(
      LISTS.flatMap(list => (filter[list].length > 0 ? [[list, [...filter[list]]]] : [])),
    ),
    ...(filter.tagId === null ? {} : { tagId: filter.tagId }),
  }
}
