/**
 * Positions in ticket lists. A cursor names the last row of a page by its sort key, so that rows arriving on top move
 * nothing; `since` remembers when the first page was read, so that rows which jumped to the top meanwhile are found
 * again at the end instead of being skipped.
 */
import { TICKET_ORDERS } from '@contract'
import { z } from 'zod'

const position = z.object({
  order: z.enum(TICKET_ORDERS),
  /** Sort key of the last row: milliseconds, with the priority before them in that order; null for rows that wait for nothing. */
  key: z.number().nullable(),
  id: z.number().int(),
  /** updatedAt of the newest row when paging by activity began, milliseconds. */
  since: z.number(),
})
export type Cursor = z.output<typeof position>

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Reads a cursor; null when it is none of ours. */
export function readCursor(text: string): Cursor | null {
  try {
    const parsed = position.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
