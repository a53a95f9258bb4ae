/** Pages of what stands behind a figure: whole, in order, and with as many as there are as far as somebody waits for it. */
import { plusDays } from '@contract'
import { afterEach, expect, it, vi } from 'vitest'
import { pageOf } from '../../../electron/server/desk/reports/pages'

const PERIOD = { from: '2026-01-01', to: '2026-03-31' }
/** Three rows of each day, the latest day first. */
const ROWS = Array.from({ length: 90 }, (_, back) => plusDays(PERIOD.to, -back)).flatMap(day =>
  [1, 2, 3].map(n => `${day}/${n}`),
)
const SIZE = 20

/** @param stepMs how long each look at the rows takes. */
function source(total: number | null, stepMs: number) {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const within = ({ from, to }: typeof PERIOD) =>
    ROWS.filter(row => row.slice(0, 10) >= from && row.slice(0, 10) <= to)
  return {
    rows: async (days: typeof PERIOD, limit: number, offset: number) => {
      clock += stepMs
      return within(days).slice(offset, offset + limit)
    },
    count: async (days: typeof PERIOD) => {
      clock += stepMs
      return within(days).length
    },
    total,
  }
}

afterEach(() => void vi.restoreAllMocks())

it('every row is on one page, and each page says how many there are', async () => {
  const pages = await Promise.all(
    Array.from({ length: 14 }, (_, at) => pageOf(PERIOD, at * SIZE, SIZE, source(null, 0))),
  )
  expect(pages.flatMap(({ rows }) => rows)).toEqual(ROWS)
  for (const [at, page] of pages.entries())
    expect(page).toMatchObject({ count: ROWS.length, atLeast: false, hasMore: at < 13 })
})

it('whoever waits long for a page does not wait for the rest to be counted, and is told so', async () => {
  for (const offset of [0, 40, 200]) {
    const page = await pageOf(PERIOD, offset, SIZE, source(null, 60))
    expect(page.rows).toEqual(ROWS.slice(offset, offset + SIZE))
    expect(page).toMatchObject({ atLeast: true, hasMore: true })
    expect(page.count).toBeGreaterThan(offset + SIZE)
    expect(page.count).toBeLessThan(ROWS.length)
  }
  // Of the last page nothing is left to be counted.
  const last = await pageOf(PERIOD, 260, SIZE, source(null, 60))
  expect(last).toMatchObject({ rows: ROWS.slice(260), count: ROWS.length, atLeast: false, hasMore: false })
})

it('what sums tell is told, however long the page took', async () => {
  const page = await pageOf(PERIOD, 0, SIZE, source(ROWS.length, 5_000))
  expect(page).toEqual({ rows: ROWS.slice(0, SIZE), count: ROWS.length, atLeast: false, hasMore: true })
})
