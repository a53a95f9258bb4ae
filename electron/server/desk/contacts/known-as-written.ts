/** Values of a column of numbers that are known as they stand. */
import { addressIn } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { contacts } from '../../platform/db/schema'

/**
 * Those of these values that are the number of a contact, or the address that replaces it (src/contract/addresses.ts). They
 * are no longer read: ten digits of another country would be taken for an area of one's own.
 */
export async function knownAsWritten(
  db: Reader,
  companyId: number,
  numbers: readonly string[],
): Promise<Set<string>> {
  const exact = numbers
    .map(number => number.trim())
    .filter(one => addressIn(one) !== null || /^\d{8,15}$/.test(one))
  if (exact.length === 0) return new Set()
  const rows = await db
    .select({ number: contacts.number })
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.number, exact)))
  return new Set(rows.map(({ number }) => number))
}
