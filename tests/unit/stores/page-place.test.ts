import { describe, expect, it } from 'vitest'
import { advance, everyPage, FIRST_PLACE } from '@/stores/paged-list/place'

const page = (ids: number[], hasMore: boolean, cursor: string | null = null, count = 0) => ({
  rows: ids,
  hasMore,
  cursor,
  count,
})

describe('the end of a list', () => {
  it('is where a cursor says, and not where somebody says who repeats himself', () => {
    const ends = (answer: ReturnType<typeof page>, fresh: number, known: number, believed = false) =>
      advance(FIRST_PLACE, answer, { fresh, known, believed }).complete
    expect(ends(page([1], true, 'x'), 1, 1)).toBe(false)
    expect(ends(page([1], false, 'x'), 1, 1)).toBe(true)
    expect(ends(page([], true), 0, 0)).toBe(true)
    // hasMore false although only 3 of 5 are here: on.
    expect(ends(page([1, 2, 3], false, null, 5), 3, 3)).toBe(false)
    expect(ends(page([1, 2, 3], true, null, 3), 3, 3)).toBe(true)
    expect(ends(page([1, 2, 3], false, null, 5), 3, 3, true)).toBe(true)
    let at = FIRST_PLACE
    for (let turn = 0; turn < 3; turn += 1) {
      expect(at.complete).toBe(false)
      at = advance(at, page([1], true, null, 9), { fresh: 0, known: 1 })
    }
    expect(at.complete).toBe(true)
  })

  it('is not proven by pages that were read before', () => {
    let at = FIRST_PLACE
    for (let turn = 0; turn < 5; turn += 1)
      at = advance(at, page([1], true), { fresh: 0, known: 1, expected: 6 })
    expect(at.complete).toBe(false)
  })

  it('is reached page by page, or given up after the most that are wanted', async () => {
    const asked: number[] = []
    const read = async (most?: number): Promise<number[]> => {
      const ids: number[] = []
      const pages = everyPage(
        async ({ page: number }) => {
          asked.push(number)
          return page([number, number + 1], number < 4, null, 5)
        },
        id => id,
        most,
      )
      for await (const { rows } of pages) ids.push(...rows)
      return ids
    }
    expect(new Set(await read())).toEqual(new Set([1, 2, 3, 4, 5]))
    expect(asked).toEqual([1, 2, 3, 4])
    expect(await read(2)).toEqual([1, 2, 2, 3])
  })
})
