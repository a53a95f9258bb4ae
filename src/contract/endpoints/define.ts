import { z } from 'zod'
import type { ServerErrorCode } from '../errors'
import type { PermissionRule } from '../permissions'
import { textId } from '../requests'

/**
 * Who may call an endpoint:
 * `public` nobody signed in, `cookie` the refresh cookie alone, `member` any signed-in user of the company,
 * `connection` another program that shows the token of a connection,
 * `supervisor` supervisor or admin, `admin`, `super`, or whoever holds a named permission rule.
 */
export type Access =
  | 'public'
  | 'cookie'
  | 'connection'
  | 'member'
  | 'supervisor'
  | 'admin'
  | 'super'
  | PermissionRule

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A multipart endpoint: the name of the file part and how many files one call may carry. */
export interface Multipart {
  fileField: string
  maxFiles: number
  /** Most bytes of one file, where that is less than the company's upload limit. */
  maxBytes?: number
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** One line for people; shown by tests that go through the table. */
  summary: string
  method: Method
  /** Path below the API base, with `:name` parameters. */
  path: string
  access: Access
  params: Params
  query: Query
  /** JSON body, or the text fields of a multipart body. */
  body: Body
  /** Set when the call may be sent as multipart; `body` then describes its text fields. */
  multipart?: Multipart
  response: Response
  /** Errors a caller has to expect besides the general ones (401, 403 refresh, 400 ERR_VALIDATION, 500). */
  errors: readonly ServerErrorCode[]
  /** The body of the answer is not JSON (a file). */
  raw?: boolean
  /** An admin whose company's time is over may call it all the same: to see what is due, and to pay. */
  unpaid?: boolean
  /** Answered to programs that do not know the workspace's own key; calls of `connection` always are. */
  keyless?: boolean
}

const none = z.object({})
export type None = typeof none

/** The parameters of a path: ids of rows, unless an endpoint says otherwise. */
type Ids<Path extends string> = z.ZodObject<{ [Name in Named<Path>]: typeof textId }>
type Named<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Named<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

function idsOf<Path extends string>(path: Path): Ids<Path> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as Named<Path>)
  return z.object(Object.fromEntries(names.map(name => [name, textId]))) as Ids<Path>
}

/** A schema, or how it is made. */
export type Made<T extends z.ZodType> = T | (() => T)

type Spec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = {
  summary: string
  access: Access
  params?: Made<P>
  query?: Made<Q>
  body?: Made<B>
  multipart?: Multipart
  response: Made<R>
  errors?: readonly ServerErrorCode[]
  raw?: boolean
  unpaid?: boolean
  keyless?: boolean
}

/** Gives a schema that is made when it is asked for first. */
function once<T extends z.ZodType>(schema: Made<T>): () => T {
  let made: T | undefined
  return () => {
    made ??= typeof schema === 'function' ? schema() : schema
    return made
  }
}

/**
 * Declares one endpoint; members left out mean "nothing is sent", and ids of rows for the parameters of its path.
 * Schemas that only this endpoint has are given as functions: a start calls a dozen of three hundred endpoints, and making
 * the schemas of all took a tenth of it.
 */
export function endpoint<
  R extends z.ZodType,
  Path extends string,
  P extends z.ZodType = Ids<Path>,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
>(method: Method, path: Path, spec: Spec<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const params = once(spec.params ?? (() => idsOf(path) as z.ZodType as P))
  const query = once(spec.query ?? (none as z.ZodType as Q))
  const body = once(spec.body ?? (none as z.ZodType as B))
  const response = once(spec.response)
  return {
    method,
    path,
    summary: spec.summary,
    access: spec.access,
    get params() {
      return params()
    },
    get query() {
      return query()
    },
    get body() {
      return body()
    },
    ...(spec.multipart ? { multipart: spec.multipart } : {}),
    get response() {
      return response()
    },
    errors: spec.errors ?? [],
    ...(spec.raw ? { raw: true } : {}),
    ...(spec.unpaid ? { unpaid: true } : {}),
    ...(spec.keyless || spec.access === 'connection' ? { keyless: true } : {}),
  }
}

/** Answer of calls whose success needs no words; servers answer anything from an empty body to a sentence. */
export const done = z.unknown().transform((): null => null)

/**
 * The path of an endpoint with its parameters filled in and encoded.
 * @throws Error when a parameter is missing: a programming error, not a user's.
 */
export function pathOf({ path }: Endpoint, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${path} needs the parameter ${key}`)
    return encodeURIComponent(String(value))
  })
}
