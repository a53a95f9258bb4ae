/** Finds contacts by name and number without accents, by date, in pages. */
import { DEFAULT_TIME_ZONE, isDay, localDay, PAGE } from '@contract'
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { byName, contactColumns, contactsContaining, couldTell } from '../../platform/db/engine/searched'
import { readPage } from '../../platform/db/page'
import { contacts } from '../../platform/db/schema'
import { containing } from '../../platform/db/search'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'
import { digitsOf } from './numbers'
import { contactViews } from './views'

export interface ContactQuery {
  searchParam?: string | undefined
  pageNumber: number
  /** Contacts of one day. */
  date?: string | undefined
  /** First and last day, both included. */
  dateStart?: string | undefined
  dateEnd?: string | undefined
}

/** @throws ApiError ERR_VALIDATION for an impossible day, or one outside the allowed range (`isDay`). */
export function calendarDay(zone: string, day: string, field: string): { from: string; to: string } {
  if (!isDay(day)) throw new ApiError('ERR_VALIDATION', { field })
  return localDay(zone, day)
}

/** A company's contacts whose name, number or e-mail contains the text, or all; a typed number may be formatted. */
export function contactsMatching(me: Me, typed: string | undefined): SQL {
  const { companyId } = me
  if (!typed?.trim()) return eq(contacts.companyId, companyId)
  const digits = /[a-z]/i.test(typed) ? null : digitsOf(typed)
  const plain = contactsContaining(me, companyId, typed)
  if (!digits || couldTell(me, typed)) return plain
  // The search text contains the number: the index finds the digits anywhere.
  return sql`((${plain}) or (${contactsContaining(me, companyId, digits)} and ${contacts.number} like ${`%${digits}%`}))`
}

/** Date filters use the day the contact was created. */
function inDates(query: ContactQuery, zone: string): SQL | undefined {
  const first = query.date ?? query.dateStart
  const last = query.date ?? query.dateEnd
  return and(
    first ? gte(contacts.createdAt, calendarDay(zone, first, 'dateStart').from) : undefined,
    last ? lt(contacts.createdAt, calendarDay(zone, last, 'dateEnd').to) : undefined,
  )
}

/**
 * The order of a search, roughly that of contract/people-ranking.ts, so that a person with that name is on the first
 * page: beginning of the name, of a word, number, then others.
 */
function byMatch(me: Me, typed: string | undefined): SQL[] {
  if (!typed?.trim() || couldTell(me, typed)) return []
  const start = containing(typed).slice(1)
  const digits = digitsOf(typed)
  const number =
    digits && !/[a-z]/i.test(typed) ? sql`when ${contacts.number} like ${`%${digits}%`} then 2` : sql``
  return [
    sql`case when ${contacts.search} like ${start} escape '\\' then 0
      when ${contacts.search} like ${`% ${start}`} escape '\\' then 1 ${number} else 3 end`,
  ]
}

/** A page by name, ignoring accents and case; a search returns the best matches first. */
export async function contactPage(db: Reader, me: Me, query: ContactQuery) {
  const dated = query.date || query.dateStart || query.dateEnd
  const zone = dated ? await timeZoneOf(db, me.companyId) : DEFAULT_TIME_ZONE
  const wanted = and(contactsMatching(me, query.searchParam), inDates(query, zone))
  const rows = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(wanted)
    .orderBy(...byMatch(me, query.searchParam), byName(me, contactColumns), asc(contacts.id))
  const count = db.$count(contacts, wanted)
  const { page, ...rest } = await readPage(query.pageNumber, rows, count, PAGE.contacts)
  const ids = page.map(row => row.id)
  return { contacts: await contactViews(db, me, ids), ...rest }
}

/** Most contacts a picker gets. */
const PICKER = 5_000

/** The same by name for pickers, without pages. */
export async function pickedContacts(db: Reader, me: Me, typed: string | undefined) {
  const rows = await db
    .select()
    .from(contacts)
    .where(contactsMatching(me, typed))
    .orderBy(byName(me, contactColumns), asc(contacts.id))
    .limit(PICKER)
  return rows.map(({ companyId: _c, search: _s, ...contact }) => contact)
}
