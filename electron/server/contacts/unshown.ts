/** People who do not show their number: an id of Meta's stands in its place (`BR.1502576394655843`). */
import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { contacts } from '../db/schema'

/** Whether it is such an id, and no number. */
export const isUnshown = (number: string): boolean => /^[A-Z]{2}\.[A-Za-z0-9.]{1,140}$/.test(number)

/**
 * Those of these numbers that are ids of people who are contacts already. An unknown one is nobody who could be written to.
 */
export async function unshownContacts(
  db: Reader,
  companyId: number,
  numbers: readonly string[],
): Promise<Set<string>> {
  const ids = numbers.map(number => number.trim()).filter(isUnshown)
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ number: contacts.number })
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.number, ids)))
  return new Set(rows.map(({ number }) => number))
}
