/** Endpoints that are alike for every kept record. */
import { z } from 'zod'
import type { ServerErrorCode } from '../errors'
import { pageNumber, rowIds, searchParam, type textId, token } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { type Access, done, type Endpoint, endpoint, type Made, type None } from './define'

/** A call's line for people, with the errors of this call alone. */
type Said = string | readonly [string, ...ServerErrorCode[]]
type Verb = 'list' | 'get' | 'create' | 'arrange' | 'update' | 'remove' | 'attach' | 'detach'

/** What is kept, and the calls there are. */
interface Kept extends Partial<Record<Verb, Said>> {
  access: Access
  /** Who may read them, where more people may than change them. */
  reads?: Access
  record: z.ZodType
  form?: Made<z.ZodType>
  /** The form of a change, where it differs. */
  change?: Made<z.ZodType>
  /** What is said of one that is not there. */
  missing?: ServerErrorCode
}

type Id = z.ZodObject<{ id: typeof textId }>
/** The schema a member gives, or another one where there is no such member. */
type MadeOf<M, Otherwise extends z.ZodType> = M extends Made<infer T> ? T : Otherwise
type FormOf<K extends Kept> = MadeOf<K['form'], None>
const order = z.object({ ids: rowIds })
/** `typeArch` is the folder some servers keep a file in. */
const beside = z.object({ typeArch: token(20).optional() })

interface Verbs<K extends Kept> {
  list: Endpoint<None, None, None, ReturnType<typeof listOf<K['record']>>>
  get: Endpoint<Id, None, None, K['record']>
  create: Endpoint<None, None, FormOf<K>, K['record']>
  arrange: Endpoint<None, None, typeof order, typeof done>
  update: Endpoint<Id, None, MadeOf<K['change'], FormOf<K>>, K['record']>
  remove: Endpoint<Id, None, None, typeof done>
  attach: Endpoint<Id, None, typeof beside, typeof done>
  detach: Endpoint<Id, None, None, typeof done>
}

/**
 * The calls by which a kind of record is kept.
 * @param area the first word of their names.
 * @param path where all of them are; one is below it by its id, their order at `/order`, the one file of each at `/media-upload`.
 */
export function crud<A extends string, K extends Kept>(
  area: A,
  path: `/${string}`,
  kept: K,
): { [V in Extract<keyof K, Verb> as `${A}.${V}`]: Verbs<K>[V] } {
  const { access, reads = access, record, form, change = form, missing } = kept
  const known = missing ? [missing] : []
  const one = `${path}/:id`
  const file = `${one}/media-upload`
  type Made = (summary: string, errors: ServerErrorCode[]) => Endpoint
  const make: Readonly<Record<Verb, Made>> = {
    list: (summary, errors) =>
      endpoint('GET', path, { summary, access: reads, response: () => listOf(area, record), errors }),
    get: (summary, errors) =>
      endpoint('GET', one, { summary, access: reads, response: record, errors: [...known, ...errors] }),
    create: (summary, errors) =>
      endpoint('POST', path, { summary, access, ...(form && { body: form }), response: record, errors }),
    arrange: (summary, errors) =>
      endpoint('PUT', `${path}/order`, { summary, access, body: order, response: done, errors }),
    update: (summary, own) => {
      const errors = [...known, ...own]
      return endpoint('PUT', one, {
        summary,
        access,
        ...(change && { body: change }),
        response: record,
        errors,
      })
    },
    remove: (summary, errors) =>
      endpoint('DELETE', one, { summary, access, response: done, errors: [...known, ...errors] }),
    attach: (summary, own) => {
      const errors = [...known, ...own, 'ERR_FILE_TOO_LARGE'] as const
      const multipart = { fileField: 'file', maxFiles: 1 }
      return endpoint('POST', file, { summary, access, multipart, body: beside, response: done, errors })
    },
    detach: (summary, errors) =>
      endpoint('DELETE', file, { summary, access, response: done, errors: [...known, ...errors] }),
  }
  const made = (Object.keys(make) as Verb[]).flatMap(verb => {
    const said: Said | undefined = kept[verb]
    if (said === undefined) return []
    const [summary, ...errors] = typeof said === 'string' ? ([said] as const) : said
    return [[`${area}.${verb}`, make[verb](summary, errors)]]
  })
  // Names that are put together are plain strings to the compiler.
  return Object.fromEntries(made)
}

/**
 * Question and answer of a list that is read page by page and searched.
 * @param named what the answer calls the rows.
 * @param where name used in reports of rows that are malformed.
 */
export const paged = <N extends string, R extends z.ZodType>(named: N, where: string, record: R) => ({
  query: () => z.object({ searchParam, pageNumber }),
  response: () =>
    z.object({ [named]: listOf(where, record), count: rowCount, hasMore }) as unknown as Page<N, R>,
})

type Page<N extends string, R extends z.ZodType> = z.ZodObject<
  { [K in N]: ReturnType<typeof listOf<R>> } & { count: typeof rowCount; hasMore: typeof hasMore }
>
