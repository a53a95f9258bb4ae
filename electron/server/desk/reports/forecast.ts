/**
 * How many conversations will begin in each hour of a week: the shape of the weeks before, times their trend. Pure.
 *
 * Shape: an hour's share of its week, a mean without the lowest and the highest of five weeks and more. Trend: the line with the
 * median of all slopes between two weeks (Theil and Sen), so that one campaign bends nothing. Error: each of the last weeks is
 * forecast from those before it alone and compared with what came. Neighbouring hours are smoothed where that had the smaller error.
 */

export const HOURS = 168
/** Weeks that are looked at, and below which nothing is forecast. */
export const FORECAST_WEEKS = 8
const LEAST_WEEKS = 3
/** Weeks that are forecast to measure the error. */
const TESTED_WEEKS = 4
/** Eight of ten hours lay between these. */
const [LOW, HIGH] = [0.1, 0.9]

interface HourForecast {
  expected: number
  low: number
  high: number
}

export interface WeekForecast {
  /** Weeks it was made of. */
  weeks: number
  /** Of the whole week. */
  total: number
  /** Whether neighbouring hours were smoothed. */
  smoothed: boolean
  /** By hour of the week, from Monday, 0:00. */
  hours: HourForecast[]
  /** The sum of what was wrong by the sum of what came (WAPE). null where nothing came. */
  wape: number | null
  /** The same of whole days, whose noise is smaller. */
  wapeByDay: number | null
  /** The mean of what was wrong by what came, of hours in which anything came (MAPE). */
  mape: number | null
  /** Weeks the error was measured on. */
  tested: number
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length)

/** @param share 0 to 1, linear between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return low + (high - low) * (at - Math.floor(at))
}

function trimmedMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return mean(sorted.length >= 5 ? sorted.slice(1, -1) : sorted)
}

/** The next week's total; at most half as much again as the median of the weeks, at least half of it. */
function nextTotal(totals: readonly number[]): number {
  const slopes = totals.flatMap((a, i) => totals.slice(i + 1).map((b, j) => (b - a) / (j + 1)))
  const slope = quantile(slopes, 0.5)
  const start = quantile(
    totals.map((total, week) => total - slope * week),
    0.5,
  )
  const middle = quantile(totals, 0.5)
  return Math.min(1.5 * middle, Math.max(0.5 * middle, start + slope * totals.length))
}

function expectedOf(weeks: readonly (readonly number[])[], smooth: boolean): number[] {
  const totals = weeks.map(sum)
  const shares = weeks.flatMap((week, at) => {
    const total = totals[at] ?? 0
    return total > 0 ? [week.map(n => n / total)] : []
  })
  const shape = Array.from({ length: HOURS }, (_, hour) => trimmedMean(shares.map(week => week[hour] ?? 0)))
  const around = smooth
    ? shape.map(
        (own, hour) =>
          own / 2 + ((shape[(hour + HOURS - 1) % HOURS] ?? 0) + (shape[(hour + 1) % HOURS] ?? 0)) / 4,
      )
    : shape
  const whole = sum(around)
  const total = nextTotal(totals)
  return around.map(share => (whole > 0 ? (share / whole) * total : 0))
}

/** An hour's noise grows with the root of what comes in it; where hardly anything comes it is that of one. */
const noise = (expected: number): number => Math.sqrt(Math.max(1, expected))

/**
 * @param history by week, the oldest first, how many began in each hour of it (168 from Monday, 0:00). Weeks before the first in
 *   which anything came are left out.
 * @returns null where it is too short.
 */
export function forecastWeek(history: readonly (readonly number[])[]): WeekForecast | null {
  const first = history.findIndex(week => sum(week) > 0)
  const weeks = first < 0 ? [] : history.slice(first).slice(-FORECAST_WEEKS)
  if (weeks.length < LEAST_WEEKS) return null
  const firstTested = Math.max(2, weeks.length - TESTED_WEEKS)
  const tested = (smooth: boolean) => {
    const pairs = weeks.slice(firstTested).flatMap((actual, i) => {
      const expected = expectedOf(weeks.slice(0, firstTested + i), smooth)
      return expected.map((value, hour) => ({ expected: value, actual: actual[hour] ?? 0 }))
    })
    return { smooth, pairs, wrong: sum(pairs.map(({ expected, actual }) => Math.abs(actual - expected))) }
  }
  const [plain, smoothed] = [tested(false), tested(true)]
  const { smooth, pairs, wrong } = smoothed.wrong < plain.wrong ? smoothed : plain
  const days = Array.from({ length: pairs.length / 24 }, (_, day) => pairs.slice(day * 24, day * 24 + 24))
  const wrongOfDays = sum(
    days.map(day => Math.abs(sum(day.map(({ expected, actual }) => actual - expected)))),
  )
  const came = sum(pairs.map(({ actual }) => actual))
  const residuals = pairs
    .filter(({ expected, actual }) => expected > 0 || actual > 0)
    .map(({ expected, actual }) => (actual - expected) / noise(expected))
  const [low, high] = [Math.min(0, quantile(residuals, LOW)), Math.max(0, quantile(residuals, HIGH))]
  const hours = expectedOf(weeks, smooth).map(expected => ({
    expected,
    low: expected === 0 ? 0 : Math.max(0, expected + low * noise(expected)),
    high: expected === 0 ? 0 : expected + high * noise(expected),
  }))
  const percents = pairs.filter(({ actual }) => actual > 0)
  return {
    weeks: weeks.length,
    total: sum(hours.map(({ expected }) => expected)),
    smoothed: smooth,
    hours,
    wape: came > 0 ? wrong / came : null,
    wapeByDay: came > 0 ? wrongOfDays / came : null,
    mape:
      percents.length > 0
        ? mean(percents.map(({ expected, actual }) => Math.abs(actual - expected) / actual))
        : null,
    tested: weeks.length - firstTested,
  }
}
