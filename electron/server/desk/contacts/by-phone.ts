/**
 * Finds contacts by the phone behind a number in any notation (src/contract/phone-numbers.ts), or by the address in its
 * place (src/contract/addresses.ts).
 */
import { addressIn, numberForms } from '@contract'
import { type AnyColumn, and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { contacts } from '../../platform/db/schema'
import { hasAddress } from '../channel/addresses'

export type ContactRow = typeof contacts.$inferSelect

/** The condition "this column is one of the notations of a number". */
export const samePhone = (column: AnyColumn, number: string): SQL => oneOf(column, numberForms(number))

/** Of several contacts with one phone, the one with exactly this number; otherwise any. */
export const closest = (rows: readonly ContactRow[], number: string): ContactRow | null =>
  rows.find(row => row.number === number) ?? rows[0] ?? null

/** The contact of a phone, or of an address in its place; null when there is none. */
export async function contactByPhone(
  db: Reader,
  companyId: number,
  number: string,
  exceptId = 0,
): Promise<ContactRow | null> {
  const rows = await db
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, companyId),
        addressIn(number) ? hasAddress(companyId, number) : samePhone(contacts.number, number),
        ne(contacts.id, exceptId),
      ),
    )
  return closest(rows, number)
}

/** The other notation of a number in SQL, as in `numberForms`; the number itself if it has only one. */
export const otherForm = (number: SQL | AnyColumn): SQL<string> => sql<string>`case
  when length(${number}) = 13 and ${number} like '55__9%' and substr(${number}, 6, 1) in ('6', '7', '8', '9')
    then substr(${number}, 1, 4) || substr(${number}, 6)
  when length(${number}) = 12 and ${number} like '55%' and substr(${number}, 5, 1) in ('6', '7', '8', '9')
    then substr(${number}, 1, 4) || '9' || substr(${number}, 5)
  when length(${number}) = 13 and ${number} like '521%' and substr(${number}, 4, 1) between '2' and '9'
    then '52' || substr(${number}, 4)
  when length(${number}) = 12 and ${number} like '52%' and substr(${number}, 3, 1) between '2' and '9'
    then '521' || substr(${number}, 3)
  when length(${number}) = 13 and ${number} like '549%' and substr(${number}, 4, 1) between '1' and '8'
    then '54' || substr(${number}, 4)
  when length(${number}) = 12 and ${number} like '54%' and substr(${number}, 3, 1) between '1' and '8'
    then '549' || substr(${number}, 3)
  when length(${number}) = 13 and ${number} like '22901%' and substr(${number}, 6, 1) between '2' and '9'
    then '229' || substr(${number}, 6)
  when length(${number}) = 11 and ${number} like '229%' and substr(${number}, 4, 1) between '2' and '9'
    then '22901' || substr(${number}, 4)
  else ${number} end`
