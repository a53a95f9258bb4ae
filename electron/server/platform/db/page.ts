/** Pages of lists, and lists in order of names. */
import { fold, PAGE } from '@contract'

interface Query<T> {
  limit(most: number): { offset(from: number): PromiseLike<T[]> }
}

/** Rows of one page, how many there are on all pages, and whether another one follows. */
export interface Page<T> {
  page: T[]
  count: number
  hasMore: boolean
}

/**
 * One page of what a query finds.
 * @param count how many rows it finds without pages.
 * @param size rows of a page.
 */
export async function readPage<T>(
  pageNumber: number,
  query: Query<T>,
  count: PromiseLike<number> | number,
  size: number = PAGE.records,
): Promise<Page<T>> {
  const from = (pageNumber - 1) * size
  const page = await query.limit(size).offset(from)
  const all = await count
  return { page, count: all, hasMore: all > from + page.length }
}

/** One page of rows that were all read. */
export function pageOf<T>(rows: readonly T[], pageNumber: number): Page<T> {
  const from = (pageNumber - 1) * PAGE.records
  const page = rows.slice(from, from + PAGE.records)
  return { page, count: rows.length, hasMore: rows.length > from + page.length }
}

/** Rows by name, ignoring accents and case; equal names by id. */
export const byName = <T extends { id: number }>(rows: readonly T[], nameOf: (row: T) => string): T[] =>
  rows
    .map(row => ({ row, key: fold(nameOf(row)) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id))
    .map(({ row }) => row)
