/** Bookkeeping of the workspace file. */
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/**
 * One row: how many commits were marked, and when last (keeping/mark.ts); when something was last erased for good, and
 * for which erasure the file was rewritten (keeping/erased.ts).
 */
export const keeping = sqliteTable('keeping', {
  id: integer('id').primaryKey(),
  beat: integer('beat').notNull(),
  at: instant('at').notNull(),
  erasedAt: instant('erased_at'),
  rewrittenFor: instant('rewritten_for'),
})
