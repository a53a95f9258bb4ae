/**
 * Positions in ticket lists. A cursor contains the sort key of a page's last row, so that new rows on top move nothing;
 * `since` tells when the first page was read, so that rows that jumped to the top meanwhile come at the end instead of
 * being skipped.
 */
import { TICKET_ORDERS } from '@contract'
import { z } from 'zod'

const position = z.object({
  order: z.enum(TICKET_ORDERS),
  /**
   * Sort key of the last row: milliseconds, preceded by the priority in that order; null for rows that wait for
   * nothing.
   */
  key: z.number().nullable(),
  id: z.number().int(),
  /** updatedAt of the newest row when paging by activity began, milliseconds. */
  since: z.number(),
})
export type Cursor = z.output<typeof position>

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Parses a cursor; null when it is not valid. */
export function readCursor(text: string): Cursor | null {
  try {
    const parsed = position.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
