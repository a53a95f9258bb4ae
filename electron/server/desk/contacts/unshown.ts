/** People without a visible number: an address replaces it (src/contract/addresses.ts). */
import { addressIn } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { contacts } from '../../platform/db/schema'

/** The addresses among these numbers that belong to existing contacts. Nobody can write to an unknown one. */
export async function unshownContacts(
  db: Reader,
  companyId: number,
  numbers: readonly string[],
): Promise<Set<string>> {
  const ids = numbers.map(number => number.trim()).filter(id => addressIn(id) !== null)
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ number: contacts.number })
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.number, ids)))
  return new Set(rows.map(({ number }) => number))
}
