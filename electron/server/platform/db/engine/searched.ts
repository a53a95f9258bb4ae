/**
 * What a typed text is looked for in: messages, and people by name, number and address. For somebody who is sent customers'
 * numbers masked (src/contract/masked-numbers.ts) a number is found as a whole or not at all: found by its parts, or in the
 * order of its digits, it could be told one digit after the other.
 */
import { numbersTyped } from '@contract'
import { type AnyColumn, and, not, or, type SQL, sql } from 'drizzle-orm'
import { contacts, messages } from '../schema'
import { containing, isIndexed, phrase } from '../search'
import { perEngine } from './engine'
import { contains, oneOf } from './words'

/** Who searches, as far as it decides what is found. */
export interface Searcher {
  /** Is sent customers' numbers masked. */
  hidesNumbers?: boolean
}

/** The columns of people a company writes to. */
interface PersonColumns {
  name: AnyColumn
  number: AnyColumn
  /** Of their names, numbers and addresses (`contactSearchText`). */
  search: AnyColumn
  /** What else of them is shown to everybody. */
  others?: readonly AnyColumn[]
}

export const contactColumns = { ...contacts, others: [contacts.email, contacts.username] }

/** Whether a search, or the order of what it finds, could tell somebody a digit of a number that is hidden from them. */
export const couldTell = ({ hidesNumbers }: Searcher, typed: string): boolean =>
  hidesNumbers === true && /\d/.test(typed.normalize('NFKC'))

const searchContains = (search: AnyColumn, typed: string): SQL =>
  sql`${search} like ${containing(typed)} escape '\\'`

/** Digits and what people write between them: a name of nothing else is a number, and masked as one. */
const PHONE_CHARS = '0123456789 ().+-\u00a0\u2009\u202f'
const LEAST_PHONE_CHARS = 10
const isNumber = ({ name, number }: PersonColumns): SQL =>
  sql`(${name} = ${number} or (length(${name}) >= ${LEAST_PHONE_CHARS} and ltrim(${name}, ${PHONE_CHARS}) = ''))`

/** Rows that contain what was typed in anything but their number, or have it as their whole number. */
function shownContains(person: PersonColumns, typed: string): SQL {
  const { name, number, others = [] } = person
  return sql`(${or(
    and(contains(name, typed), not(isNumber(person))),
    ...others.map(column => contains(column, typed)),
    oneOf(number, numbersTyped(typed)),
  )})`
}

/**
 * People who contain what was typed: for rows that another condition has found.
 * @param digits the same without what people write between digits, where it is a number (`digitsOf`).
 */
export function personContains(
  who: Searcher,
  person: PersonColumns,
  typed: string,
  digits: string | null = null,
): SQL {
  if (couldTell(who, typed)) return shownContains(person, typed)
  const { number, search } = person
  const plain = searchContains(search, typed)
  return digits ? sql`(${plain} or ${number} like ${`%${digits}%`})` : plain
}

/** The same for contacts. */
export const contactContains = (who: Searcher, typed: string): SQL =>
  personContains(who, contactColumns, typed)

/**
 * Contacts of a company that contain what was typed, by the trigram index where it is long enough for one. SQLite would
 * rather go through the company's contacts and look each up among those found: the sign keeps it from that.
 */
export const contactsContaining = (who: Searcher, companyId: number, typed: string): SQL => {
  const plain = sql`${contacts.companyId} = ${companyId} and ${contactContains(who, typed)}`
  return isIndexed(typed) && !couldTell(who, typed)
    ? perEngine({
        sqlite: () =>
          sql`+${contacts.companyId} = ${companyId} and ${contacts.id} in (select rowid from contact_index where search match ${phrase(typed)})`,
        postgres: () => plain,
      })
    : plain
}

const DIGITS = (count: number): string => '[0-9]'.repeat(count)

/** Whether words name somebody by the number, in the ways that are masked. */
const namesByNumber = (words: AnyColumn): SQL =>
  perEngine({
    sqlite: () =>
      sql`(${words} glob ${`*@${DIGITS(10)}*`} or ${words} glob ${`*${DIGITS(8)} → *`} or ${words} glob ${`* → ${DIGITS(8)}*`})`,
    postgres: () => sql`${words} ~ ${`@${DIGITS(10)}|${DIGITS(8)} → | → ${DIGITS(8)}`}`,
  })

/** A condition on words that contain what was typed; those that name somebody by the number are not found by digits. */
export const wordsContain = (who: Searcher, words: AnyColumn, found: SQL, typed: string): SQL =>
  couldTell(who, typed) ? sql`(${found} and not ${namesByNumber(words)})` : found

/** Messages whose text contains what was typed: for rows that another condition has found. */
export const messageContains = (who: Searcher, typed: string): SQL =>
  wordsContain(who, messages.search, searchContains(messages.search, typed), typed)

const before = (text: SQL | AnyColumn, part: SQL): SQL => {
  const cut = (at: SQL): SQL => sql`case when ${at} > 0 then substr(${text}, 1, ${at} - 1) else ${text} end`
  return perEngine({
    sqlite: () => cut(sql`instr(${text}, ${part})`),
    postgres: () => cut(sql`strpos(${text}, ${part})`),
  })
}

/** The order of people by name, whatever their numbers are where those are hidden. */
export const byName = (who: Searcher, person: PersonColumns): SQL =>
  who.hidesNumbers
    ? sql`case when ${isNumber(person)} then '' else ${before(person.search, sql`' ' || ${person.number}`)} end`
    : sql`${person.search}`
