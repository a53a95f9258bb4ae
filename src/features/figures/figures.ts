/** Figures of service as they are shown: of what kind, what is good, whose tickets stand behind them. Pure. */
import {
  COUNTS,
  type CountName,
  DURATIONS,
  type DurationName,
  type FigureClock,
  type Figures,
  meanRate,
  type RateName,
  rateOf,
} from '@contract'
import type { Formatters } from '@/i18n'

/** What of a duration is shown. */
export const STATISTICS = ['median', 'p90', 'mean'] as const
export type Statistic = (typeof STATISTICS)[number]

export type FigureName = CountName | RateName | DurationName | 'meanRate' | 'online' | 'onBreak' | 'busy'

/** How durations are read: all time or opening hours only, and which statistic. */
export interface Reading {
  clock: FigureClock
  statistic: Statistic
}

/**
 * Of what more is better, and of what less; the others say nothing by themselves. Nor do counts of what went well: they
 * fall with the conversations, while all that came may have been served.
 */
const MORE: ReadonlySet<FigureName> = new Set<FigureName>([
  ...(['csat', 'ratingRate', 'oneTouchRate', 'botSolvedRate', 'deadlinesKept', 'meanRate'] as const),
])
const LESS: ReadonlySet<FigureName> = new Set<FigureName>([
  ...(['abandoned', 'abandonment', 'reopened', 'reopening', 'transferred', 'transfers', 'missed'] as const),
  ...(['firstAnswer', 'firstAutomatic', 'nextAnswer', 'waiting', 'resolution'] as const),
])

/** Whose tickets are listed behind a share: those that make it, of promises those that were not kept. */
const BEHIND: Partial<Record<FigureName, CountName>> = {
  csat: 'satisfied',
  ratingRate: 'rated',
  abandonment: 'abandoned',
  reopening: 'reopened',
  oneTouchRate: 'oneTouch',
  botSolvedRate: 'botSolved',
  handoverRate: 'handedOver',
  deadlinesKept: 'missed',
  meanRate: 'rated',
}

const isOf = <N extends string>(names: readonly N[], name: string): name is N =>
  (names as readonly string[]).includes(name)

export type FigureKind = 'count' | 'share' | 'span' | 'score'

export function kindOf(figure: FigureName): FigureKind {
  if (isOf(COUNTS, figure)) return 'count'
  if (figure === 'meanRate') return 'score'
  return isOf(DURATIONS, figure) || ['online', 'onBreak', 'busy'].includes(figure) ? 'span' : 'share'
}

/** @returns by what name `reports.tickets` lists what stands behind a figure; null for what is of people, not of tickets. */
export const ticketsBehind = (figure: FigureName): CountName | DurationName | null =>
  isOf(COUNTS, figure) || isOf(DURATIONS, figure) ? figure : (BEHIND[figure] ?? null)

/** @returns a number, a share of 1, or milliseconds, by the figure's kind; null where there is nothing to tell. */
export function figureValue(figure: FigureName, from: Figures, { clock, statistic }: Reading): number | null {
  if (isOf(COUNTS, figure)) return from.counts[figure]
  if (isOf(DURATIONS, figure)) return from.durations[figure][clock][statistic]
  if (figure === 'meanRate') return meanRate(from.counts)
  if (figure === 'online' || figure === 'onBreak' || figure === 'busy') return from.presence?.[figure] ?? null
  return rateOf(figure, from)
}

export function figureText(figure: FigureName, value: number | null, format: Formatters): string {
  if (value === null) return '–'
  const kind = kindOf(figure)
  if (kind === 'share') return format.percent(value)
  if (kind === 'span') return format.span(value)
  return kind === 'score' ? format.tenth(value) : format.number(value)
}

export interface FigureChange {
  /** Counts and times: a share of the value before; shares and scores: the difference itself. */
  by: number
  verdict: 'better' | 'worse' | 'neutral'
}

/** @returns a share of the value before; null where one of the two is missing or nothing can be compared with. */
export function relativeChange(now: number | null, before: number | null): number | null {
  if (now === null || before === null) return null
  if (before === 0) return now === 0 ? 0 : null
  return (now - before) / before
}

/** @returns null where one of the two is missing or nothing can be compared with. */
export function changeOf(figure: FigureName, now: number | null, before: number | null): FigureChange | null {
  if (now === null || before === null) return null
  const kind = kindOf(figure)
  const by = kind === 'count' || kind === 'span' ? relativeChange(now, before) : now - before
  if (by === null) return null
  const good = MORE.has(figure) ? by > 0 : LESS.has(figure) ? by < 0 : null
  return { by, verdict: by === 0 || good === null ? 'neutral' : good ? 'better' : 'worse' }
}
