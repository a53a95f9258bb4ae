/** Sets of instants as spans, epoch milliseconds: sorted, `from` before `to`, none touching the next. Pure. */
export interface Span {
  from: number
  to: number
}

/** @returns the union of spans in any order; empty ones are left out. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const united: Span[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = united.at(-1)
    if (from >= to) continue
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else united.push({ from, to })
  }
  return united
}

/** @returns what lies in both. */
export function common(a: readonly Span[], b: readonly Span[]): Span[] {
  const both: Span[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [a[i] as Span, b[j] as Span]
    const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
    if (from < to) both.push({ from, to })
    if (one.to < other.to) i++
    else j++
  }
  return both
}

/** @returns what lies in `a` and not in `b`. */
export function without(a: readonly Span[], b: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let from = Number.NEGATIVE_INFINITY
  for (const span of b) {
    gaps.push({ from, to: span.from })
    from = span.to
  }
  return common(a, [...gaps, { from, to: Number.POSITIVE_INFINITY }])
}

/** @returns their total length, milliseconds. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0)
