/** How a list is read by an endpoint. */
import { type EndpointName, fold, type ResponseOut } from '@contract'
import { call } from '@/api'
import type { Filters, PageOf } from './types'

interface Query {
  pageNumber: number
  searchParam?: string
}

/** What the lists in an answer hold. */
type RowIn<Answer> = {
  [M in keyof Answer]: Answer[M] extends readonly (infer Row)[] ? Row : never
}[keyof Answer]

/**
 * Reads pages by an endpoint that answers them under a name of its own, with `count` and `hasMore`. Filters that are set
 * are asked for as they are called.
 */
export const pagesOf =
  <N extends EndpointName>(name: N) =>
  async (
    { pageNumber, ...search }: Query,
    filters: Filters = {},
    signal?: AbortSignal,
  ): Promise<PageOf<RowIn<ResponseOut<N>>>> => {
    const set = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined)
    const options = {
      query: { ...search, pageNumber, ...Object.fromEntries(set) },
      ...(signal && { signal }),
    }
    // Which queries an endpoint takes is not known of one that is any of them.
    const answer = (await call(name, ...([options] as never))) as object
    const { count, hasMore, ...lists } = answer as Omit<PageOf<never>, 'rows'>
    return {
      ...(count === undefined ? {} : { count }),
      hasMore,
      rows: Object.values<readonly RowIn<ResponseOut<N>>[]>(lists)[0] ?? [],
    }
  }

/** Reads a list that an endpoint answers whole; it is searched here. @param text in which it is searched. */
export const wholeOf =
  <N extends EndpointName, Row = ResponseOut<N> extends readonly (infer One)[] ? One : never>(
    name: N,
    text: (row: Row) => string,
  ) =>
  async ({ searchParam = '' }: Query): Promise<PageOf<Row>> => {
    const all = (await call(name, ...([] as never))) as readonly Row[]
    const rows = all.filter(row => fold(text(row)).includes(fold(searchParam)))
    return { rows, count: rows.length, hasMore: false }
  }

/** Pages read at most: a server that says "there is more" for ever ends here. */
const MOST_PAGES = 20

/** Reads all pages, for lists that are chosen from. */
export const allOf =
  <T>(read: (query: Query) => Promise<PageOf<T>>) =>
  async (): Promise<T[]> => {
    const all: T[] = []
    for (let pageNumber = 1; pageNumber <= MOST_PAGES; pageNumber += 1) {
      const { rows, hasMore } = await read({ pageNumber })
      all.push(...rows)
      if (!hasMore || rows.length === 0) break
    }
    return all
  }
