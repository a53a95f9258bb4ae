/**
 * Strict building blocks for what is SENT to a server: every text, id, day, page and list a request may carry is made
 * of these, so that a bound holds for every endpoint, also for those to come (tests/unit/contract/bounds.test.ts checks
 * the table). What is read from servers is tolerant and lives in ./scalars.
 */
import { z } from 'zod'
import { SEARCH_MAX_CHARS } from './constants'
import { singleLine, wellFormed } from './text'

/** Largest row id: SQLite and JavaScript agree on integers up to here. */
const MOST_ID = Number.MAX_SAFE_INTEGER
/** Last page anybody can ask for. */
export const MOST_PAGES = 100_000
/** Most ids one call may name. */
export const MOST_IDS = 500
/** First and last year of any date in a request. */
export const YEARS = { first: 2000, last: 2100 } as const

/** Words a person wrote, kept as they are but for what no server can store (U+0000, halves of characters). */
export const words = (max: number) => z.string().overwrite(wellFormed).max(max)

/** A name or title, on one line: trimmed, without control characters and without marks that turn text around. */
export const line = (max: number, tooLong?: string) =>
  z.string().overwrite(singleLine).trim().max(max, tooLong)

/** An e-mail address as it is typed: blanks around it are not part of it. */
export const emailAddress = line(255).pipe(z.email('Invalid email'))

/** An opaque id or position given by a server or client: printable characters only; anything else is refused. */
export const token = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{C}]*$/u)

/** A row's id in a JSON body. */
export const rowId = z.number().int().positive().max(MOST_ID)
/** A row's id in a path, a query or a multipart field. */
export const textId = z.coerce.number().int().positive().max(MOST_ID)
/** The same, where 0 stands for "none of them". */
export const textIdOrNone = z.coerce.number().int().min(0).max(MOST_ID)

/**
 * At most `max` members. How many there are is asked before any of them is looked at: a list of a million costs its
 * sender an error and the server nothing.
 */
export function upTo<S extends z.ZodType>(max: number, member: S) {
  return z
    .custom<z.input<S>[]>(value => Array.isArray(value) && value.length <= max, `at most ${max} members`)
    .pipe(z.array(member))
}

/** Ids in a JSON body; 0 stands for "none of them" where a call knows it (NO_QUEUE_ID). */
export const idsWithNone = upTo(MOST_IDS, z.number().int().min(0).max(MOST_ID))
export const rowIds = upTo(MOST_IDS, rowId)

/** Whether the calendar has this day (YYYY-MM-DD), and within the years of `YEARS`. */
export function isDay(value: string): boolean {
  const year = Number(value.slice(0, 4))
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || year < YEARS.first || year > YEARS.last) return false
  const noon = new Date(`${value}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().slice(0, 10) === value
}

/** A calendar day, YYYY-MM-DD, that exists. */
export const day = z.string().max(10).refine(isDay, 'no such day')

/** A moment with its offset, within the years of `YEARS`. */
export const moment = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine(value => {
    const year = new Date(value).getUTCFullYear()
    return year >= YEARS.first && year <= YEARS.last
  }, 'no such time')

/** Page number, 1-based. */
export const pageNumber = z.coerce.number().int().min(1).max(MOST_PAGES).default(1)
/** Search text of a list. */
export const searchParam = line(SEARCH_MAX_CHARS).optional()
/** yes/no in a query string. */
export const queryFlag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', '']).transform(v => v === 'true' || v === '1')])
  .optional()

/**
 * A list in a query string, as JSON text (`[1,2]`), the legacy API's own way.
 * @param most members; @param chars of one with what parts it from the next.
 */
function listInText<S extends z.ZodType>(most: number, member: S, chars: number) {
  const members = upTo(most, member)
  return z
    .union([
      members,
      z
        .string()
        .max(most * chars)
        .transform((value, ctx): z.output<S>[] => {
          if (value === '') return []
          try {
            const parsed = members.safeParse(JSON.parse(value))
            if (parsed.success) return parsed.data
          } catch {
            // falls through to the issue below
          }
          ctx.addIssue({ code: 'custom', message: 'not a JSON list' })
          return z.NEVER
        }),
    ])
    .optional()
}

export const idList = listInText(MOST_IDS, z.coerce.number().int().min(0).max(MOST_ID), 18)
/** Some of a few words. */
export const wordList = <const W extends readonly string[]>(of: W) =>
  listInText(of.length, z.enum(of), Math.max(...of.map(word => word.length)) + 4)
