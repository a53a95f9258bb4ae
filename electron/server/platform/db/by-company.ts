/** Statements over the rows of several companies. */
import type { SQL, SQLWrapper } from 'drizzle-orm'

/** A condition: the company of a row is one of those meant. */
export type Companies = (companyId: SQLWrapper) => SQL
