/** Arithmetic of the bench. All times in milliseconds. */

const sorted = values => [...values].sort((a, b) => a - b)

/** @param {number[]} values @param {number} share 0 to 1 */
export const quantile = (values, share) =>
  values.length === 0 ? null : sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))]

export const median = values => quantile(values, 0.5)

/** How many, median, 95th percentile and worst, rounded to a tenth. */
export function summary(values) {
  const round = value => (value === null ? null : Math.round(value * 10) / 10)
  return {
    count: values.length,
    p50: round(median(values)),
    p95: round(quantile(values, 0.95)),
    max: round(quantile(values, 1)),
  }
}

/**
 * Medians, member by member, of several runs of the same part: the shape stays, each number is the median of its kind.
 * @param {unknown[]} runs
 */
export function medianOf(runs) {
  const [first] = runs
  if (typeof first === 'number' || first === null) {
    const known = runs.filter(value => typeof value === 'number')
    return known.length === 0 ? null : median(known)
  }
  if (typeof first !== 'object') return first
  return Object.fromEntries(
    Object.keys(first).map(key => [key, medianOf(runs.map(run => run?.[key] ?? null))]),
  )
}
