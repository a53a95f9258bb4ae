/**
 * Sums of service cycles: counted singly, merged in any order, and evaluated. Medians and p90 come from a histogram
 * whose bars grow by HISTOGRAM_STEP from one second on. Pure; figures are computed here and nowhere else.
 */
import {
  COUNTS,
  type CountName,
  DEADLINE_KINDS,
  type DeadlineKind,
  DURATIONS,
  type DurationName,
  type DurationSummary,
  FIGURE_CLOCKS,
  type FigureClock,
  type Figures,
  HISTOGRAM_STEP,
  type HistogramBar,
} from '@contract'

/** A cycle for summing up: counts of 0 may be omitted. */
export interface Tallied {
  counts: Partial<Record<CountName, number>>
  /** Milliseconds by clock, as often as it was measured. */
  durations: Partial<Record<DurationName, readonly (readonly [calendar: number, business: number])[]>>
  /** Hour of the week in which it began. */
  hour: number
  deadlines: readonly { name: string; kind: DeadlineKind; kept: boolean }[]
}

interface Spread {
  n: number
  sum: number
  /** The number in each bar, shortest first. */
  bars: number[]
}

export interface Tally {
  counts: number[]
  spreads: Spread[]
  /** Arrivals by hour of the week, up to the last hour with any. */
  hours: number[]
  /** Kept and missed, by kind and name. */
  levels: Map<string, [kept: number, missed: number]>
}

const FIRST_BAR_MS = 1_000
/** Longest time of a bar, milliseconds. */
const barEnd = (bar: number): number => Math.round(FIRST_BAR_MS * HISTOGRAM_STEP ** bar)

/** The bar of a time: the first one that ends at it or later. */
function barOf(ms: number): number {
  if (ms <= FIRST_BAR_MS) return 0
  let bar = Math.max(0, Math.ceil(Math.log(ms / FIRST_BAR_MS) / Math.log(HISTOGRAM_STEP)))
  while (bar > 0 && barEnd(bar - 1) >= ms) bar -= 1
  while (barEnd(bar) < ms) bar += 1
  return bar
}

/** Whether a bar ends exactly at a time, so that longer and shorter ones are in different bars. */
export const isBarEnd = (ms: number): boolean => barEnd(barOf(ms)) === ms

export const newTally = (): Tally => ({
  counts: COUNTS.map(() => 0),
  spreads: DURATIONS.flatMap(() => FIGURE_CLOCKS.map(() => ({ n: 0, sum: 0, bars: [] }))),
  hours: [],
  levels: new Map(),
})

/** The counter at a position of a dense list, extended as needed. */
export function raise(list: number[], place: number, by: number): void {
  while (list.length <= place) list.push(0)
  list[place] = (list[place] ?? 0) + by
}

function raiseAll(list: number[], by: readonly number[], sign: 1 | -1): void {
  for (const [place, n] of by.entries()) if (n !== 0) raise(list, place, sign * n)
}

export function addLevel(tally: Tally, key: string, kept: number, missed: number): void {
  const sum = tally.levels.get(key)
  if (!sum) tally.levels.set(key, [kept, missed])
  else {
    sum[0] += kept
    sum[1] += missed
  }
}

/** A cycle whose bars are computed, to be added to all its tallies. */
export interface Counted {
  cycle: Tallied
  times: { spread: number; ms: number; bar: number }[]
}

export const counted = (cycle: Tallied): Counted => ({
  cycle,
  times: DURATIONS.flatMap((name, at) =>
    (cycle.durations[name] ?? []).flatMap(times =>
      times.map((ms, clock) => ({ spread: at * FIGURE_CLOCKS.length + clock, ms, bar: barOf(ms) })),
    ),
  ),
})

/** Adds one cycle. */
export function add(tally: Tally, { cycle, times }: Counted): void {
  for (const [at, name] of COUNTS.entries()) {
    const n = cycle.counts[name]
    if (n) tally.counts[at] = (tally.counts[at] ?? 0) + n
  }
  for (const { spread: at, ms, bar } of times) {
    const spread = tally.spreads[at]
    if (!spread) continue
    spread.n += 1
    spread.sum += ms
    raise(spread.bars, bar, 1)
  }
  raise(tally.hours, cycle.hour, cycle.counts.arrived ?? 0)
  for (const { name, kind, kept } of cycle.deadlines)
    addLevel(tally, `${kind}:${name}`, kept ? 1 : 0, kept ? 0 : 1)
}

export const count = (tally: Tally, cycle: Tallied): void => add(tally, counted(cycle))

/** Adds another tally to one. */
export function merge(into: Tally, other: Tally): void {
  for (const [at, n] of other.counts.entries()) into.counts[at] = (into.counts[at] ?? 0) + n
  for (const [at, spread] of other.spreads.entries()) {
    const sum = into.spreads[at]
    if (!sum) continue
    sum.n += spread.n
    sum.sum += spread.sum
    raiseAll(sum.bars, spread.bars, 1)
  }
  raiseAll(into.hours, other.hours, 1)
  for (const [key, [kept, missed]] of other.levels) addLevel(into, key, kept, missed)
}

/** Subtracts what is in a tally. */
export function subtract(from: Tally, part: Tally): void {
  for (const [at, n] of part.counts.entries()) from.counts[at] = (from.counts[at] ?? 0) - n
  for (const [at, spread] of part.spreads.entries()) {
    const sum = from.spreads[at]
    if (!sum) continue
    sum.n -= spread.n
    sum.sum -= spread.sum
    raiseAll(sum.bars, spread.bars, -1)
  }
  raiseAll(from.hours, part.hours, -1)
  for (const [key, [kept, missed]] of part.levels) addLevel(from, key, -kept, -missed)
  for (const [key, [kept, missed]] of from.levels) if (kept === 0 && missed === 0) from.levels.delete(key)
}

/** Whether no cycle is in it. */
export const isEmpty = (tally: Tally): boolean => tally.counts[COUNTS.indexOf('arrived')] === 0

const placeOf = (name: DurationName, clock: FigureClock): number =>
  DURATIONS.indexOf(name) * FIGURE_CLOCKS.length + FIGURE_CLOCKS.indexOf(clock)

/** The total of a duration, milliseconds. */
export const sumOf = (tally: Tally, name: DurationName, clock: FigureClock): number =>
  tally.spreads[placeOf(name, clock)]?.sum ?? 0

/** The time that this share of all took at most, to a step of the histogram. */
function quantile(spread: Spread, share: number): number {
  // A single value is known exactly.
  if (spread.n === 1) return spread.sum
  const rank = Math.max(1, Math.ceil(spread.n * share))
  let passed = 0
  for (const [bar, n] of spread.bars.entries()) {
    passed += n
    if (passed < rank) continue
    return bar === 0 ? FIRST_BAR_MS / 2 : Math.round(Math.sqrt(barEnd(bar - 1) * barEnd(bar)))
  }
  return 0
}

function summaryOf(spread: Spread | undefined): DurationSummary {
  if (!spread || spread.n === 0) return { n: 0, median: null, p90: null, mean: null }
  return {
    n: spread.n,
    median: quantile(spread, 0.5),
    p90: quantile(spread, 0.9),
    mean: spread.sum / spread.n,
  }
}

function eachDuration<T>(
  tally: Tally,
  make: (spread: Spread | undefined) => T,
): Record<DurationName, Record<FigureClock, T>> {
  const clocks = (name: DurationName) =>
    Object.fromEntries(FIGURE_CLOCKS.map(clock => [clock, make(tally.spreads[placeOf(name, clock)])]))
  return Object.fromEntries(DURATIONS.map(name => [name, clocks(name)])) as ReturnType<typeof eachDuration<T>>
}

/** Counts and durations; presence is not in a tally. */
export const figuresOf = (tally: Tally): Figures => ({
  counts: Object.fromEntries(COUNTS.map((name, at) => [name, tally.counts[at] ?? 0])) as Figures['counts'],
  durations: eachDuration(tally, summaryOf),
  presence: null,
})

/** For each duration and clock the histogram, shortest first. */
export const distributionsOf = (tally: Tally): Record<DurationName, Record<FigureClock, HistogramBar[]>> =>
  eachDuration(tally, spread =>
    (spread?.bars ?? []).flatMap((n, bar) => (n > 0 ? [{ upToMs: barEnd(bar), n }] : [])),
  )

/** Deadlines kept and missed, by service level and kind. */
export const levelsOf = (
  tally: Tally,
): { name: string; kind: DeadlineKind; kept: number; missed: number }[] =>
  [...tally.levels]
    .flatMap(([key, [kept, missed]]) => {
      const kind = DEADLINE_KINDS.find(one => key.startsWith(`${one}:`))
      return kind ? [{ name: key.slice(kind.length + 1), kind, kept, missed }] : []
    })
    .sort((a, b) => (a.name === b.name ? (a.kind < b.kind ? -1 : 1) : a.name < b.name ? -1 : 1))
