/** Histograms as people read them: few bars, whose ends are those of the server's. Pure. */
import type { HistogramBar } from '@contract'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Where bars end, about: each takes the end of the server's bar that lies nearest. */
const ENDS = [1, 2, 5, 10, 15, 30]
  .map(minutes => minutes * MINUTE)
  .concat([1, 2, 4, 8, 24, 72].map(hours => hours * HOUR))

export interface DistributionBar {
  aboveMs: number
  /** null for the last, which has no end. */
  upToMs: number | null
  n: number
}

/** @returns bars without gaps from the first that holds anything to the last. */
export function distributionOf(bars: readonly HistogramBar[]): DistributionBar[] {
  const sorted = bars.filter(bar => bar.n > 0).sort((a, b) => a.upToMs - b.upToMs)
  if (sorted.length === 0) return []
  const nearest = (end: number): number =>
    sorted.reduce(
      (best, { upToMs }) => (Math.abs(upToMs - end) < Math.abs(best - end) ? upToMs : best),
      sorted[0]?.upToMs ?? end,
    )
  // An end that no bar of the server is near stays what it is: nothing lies between the two.
  const ends = [
    ...new Set(ENDS.map(end => (Math.abs(nearest(end) / end - 1) < 0.1 ? nearest(end) : end))),
  ].sort((a, b) => a - b)
  const found = [...ends, null].map((upToMs, at): DistributionBar => {
    const aboveMs = ends[at - 1] ?? 0
    const inside = sorted.filter(
      bar => (at === 0 || bar.upToMs > aboveMs) && (upToMs === null || bar.upToMs <= upToMs),
    )
    return { aboveMs, upToMs, n: inside.reduce((sum, bar) => sum + bar.n, 0) }
  })
  const first = found.findIndex(bar => bar.n > 0)
  const last = found.findLastIndex(bar => bar.n > 0)
  return found.slice(first, last + 1)
}
