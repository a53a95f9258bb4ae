/** What is written for several companies at once is written company by company: each has its own turn. */
import type { SQL, SQLWrapper } from 'drizzle-orm'

/** Of a statement: the company of a row is one of those meant. */
export type Companies = (companyId: SQLWrapper) => SQL

/** @returns each company's rows, in the order they had. */
export function byCompany<R extends { companyId: number }>(rows: Iterable<R>): Map<number, R[]> {
  const parts = new Map<number, R[]>()
  for (const row of rows) {
    const known = parts.get(row.companyId)
    if (known) known.push(row)
    else parts.set(row.companyId, [row])
  }
  return parts
}
