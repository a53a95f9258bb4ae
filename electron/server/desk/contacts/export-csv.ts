/** Contacts as CSV without cells that a spreadsheet would run. */
import { phoneOf } from '@contract'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { contacts } from '../../platform/db/schema'
import { csvLines } from '../../platform/http/csv'
import type { Me } from '../../workspace'
import { contactsMatching } from './list'

/** Rows converted to text before the event loop gets a turn. */
const PAGE = 1_000
/** Marks the text as UTF-8 for spreadsheets. */
const MARK = '\uFEFF'
/** The last is Meta's name of what stands in the place of a phone that is not shown. */
const CSV_HEADERS = ['name', 'number', 'email', 'wa_id'] as const

/**
 * The file's text: a header, then every contact except groups, oldest first.
 * @param typed only those a search finds.
 */
export async function exportContacts(db: Reader, me: Me, typed?: string): Promise<string> {
  const parts = [csvLines([CSV_HEADERS])]
  let after = 0
  for (;;) {
    const rows = await db
      .select({ id: contacts.id, name: contacts.name, number: contacts.number, email: contacts.email })
      .from(contacts)
      .where(and(contactsMatching(me, typed), eq(contacts.isGroup, false), gt(contacts.id, after)))
      .orderBy(asc(contacts.id))
      .limit(PAGE)
    const last = rows.at(-1)
    if (!last) return `${MARK}${parts.join('\r\n')}\r\n`
    after = last.id
    parts.push(
      csvLines(
        rows.map(({ name, number, email }) => {
          const phone = phoneOf(number)
          return [name, phone, email, phone === '' ? number : '']
        }),
      ),
    )
    await new Promise(resolve => setImmediate(resolve))
  }
}
