/** Pages of the rows behind figures, read a few days at a time: in a file a running statement blocks everybody. */
import { plusDays } from '@contract'
import { pace } from './pace'

/** Days per statement: few at first, which is enough when rows are frequent, up to this many. */
const FIRST_DAYS = 1
const MOST_DAYS = 8
/** How long rows are counted after the page is full, if no sum tells their number, milliseconds. */
const COUNT_MS = 100

interface Period {
  from: string
  to: string
}

/** The latest days first. */
export function* slices({ from, to }: Period): Generator<Period> {
  let last = to
  for (let days = FIRST_DAYS; last >= from; days = Math.min(MOST_DAYS, days * 2)) {
    const first = plusDays(last, 1 - days)
    yield { from: first > from ? first : from, to: last }
    last = plusDays(first, -1)
  }
}

interface Source<T> {
  /** Rows of some days, the latest first. */
  rows(days: Period, limit: number, offset: number): Promise<T[]>
  count(days: Period): Promise<number>
  /** The number of rows in all days; null: to be counted. */
  total: number | null
}

/**
 * @param offset rows before the page.
 * @param size rows of the page.
 * @returns `atLeast`: there may be more than `count`, because counting would have taken too long.
 */
export async function pageOf<T>(
  days: Period,
  offset: number,
  size: number,
  source: Source<T>,
): Promise<{ rows: T[]; count: number; atLeast: boolean; hasMore: boolean }> {
  const rows: T[] = []
  const turn = pace()
  const began = performance.now()
  let seen = 0
  let atLeast = false
  for (const slice of slices(days)) {
    // One more than the page has, to know whether there is another one.
    const wanted = size + 1 - rows.length
    if (source.total !== null && (wanted === 0 || seen >= source.total)) break
    atLeast = wanted === 0 && performance.now() - began > COUNT_MS
    if (atLeast) break
    const skipped = Math.max(0, offset - seen)
    const found = wanted > 0 ? await source.rows(slice, wanted, skipped) : []
    rows.push(...found)
    const isWhole = wanted > 0 && found.length < wanted && (skipped === 0 || found.length > 0)
    seen += isWhole ? skipped + found.length : await source.count(slice)
    await turn()
  }
  return { rows: rows.slice(0, size), count: source.total ?? seen, atLeast, hasMore: rows.length > size }
}
