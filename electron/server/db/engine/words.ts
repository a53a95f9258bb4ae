/**
 * Everything the two engines say differently, by what it means. Nothing else in the server writes a word that only one of
 * them knows; what both know (`count(*) filter (where ...)`, `true`, `on conflict`, window functions) needs no name here.
 */
import { fold } from '@contract'
import { type AnyColumn, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { contacts, messages } from '../schema'
import { containing, isIndexed, phrase } from '../search'
import { perEngine } from './engine'
import { storable } from './texts'

type Value = SQL | AnyColumn | SQLWrapper

/** The text as it is ordered without regard to capital letters (those of ASCII). */
export const noCase = (text: Value): SQL =>
  perEngine({ sqlite: () => sql`${text} collate nocase`, postgres: () => sql`lower(${text})` })

/** Whether a column is this text, capital letters (of ASCII) disregarded. */
export const sameNoCase = (column: AnyColumn, text: string): SQL =>
  perEngine({
    sqlite: () => sql`${column} = ${text} collate nocase`,
    postgres: () => sql`lower(${column}) = lower(${text}::text collate "C")`,
  })

/** Accented letters of the three languages and their neighbours, each with the plain small one. */
const ACCENTED = [...'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ'].map(
  letter => [letter, fold(letter)] as const,
)
const [LETTERS, PLAIN] = [0, 1].map(at => sql.raw(`'${ACCENTED.map(pair => pair[at]).join('')}'`))

/** A GLOB pattern that finds a typed text anywhere: each letter stands for itself in either case and with any accent. */
function globOf(typed: string): string {
  const oneOfLetters = (char: string): string => {
    if ('*?['.includes(char)) return `[${char}]`
    const accented = ACCENTED.flatMap(([letter, plain]) => (plain === char ? [letter] : []))
    const all = new Set([char, char.toUpperCase(), ...accented])
    return all.size > 1 ? `[${[...all].join('')}]` : char
  }
  return `*${[...fold(typed.trim())].map(oneOfLetters).join('')}*`
}

/**
 * Whether a stored text that no column keeps folded contains what was typed, case and accents disregarded. It is worked
 * out row by row; long lists have a column (`containing`).
 */
export const contains = (text: Value, typed: string): SQL =>
  perEngine({
    sqlite: () => sql`${text} glob ${globOf(typed)}`,
    postgres: () =>
      sql`translate(lower(${text}), ${LETTERS}, ${PLAIN}) like ${containing(typed)} escape '\\'`,
  })

/** A list (JSON text) as an array, which PostgreSQL looks up in an index at any length. */
const arrayOf = (type: 'text' | 'bigint', list: string | Placeholder): SQL =>
  sql`array(select t.v::${sql.raw(type)} from jsonb_array_elements_text(${list}::jsonb) as t(v))`

const arrayFor = (column: AnyColumn, list: string | Placeholder): SQL =>
  arrayOf(column.getSQLType() === 'text' ? 'text' : 'bigint', list)

/** The condition "column is among the ids of placeholder `ids`"; execute with `{ ids: JSON.stringify([...]) }`. */
export const amongIds = (column: AnyColumn): SQL =>
  perEngine({
    sqlite: () => sql`${column} in (select value from json_each(${sql.placeholder('ids')}))`,
    postgres: () => sql`${column} = any(${arrayFor(column, sql.placeholder('ids'))})`,
  })

/** The condition "column is one of these", the same text for any number of them. */
export const oneOf = (column: AnyColumn, values: readonly (string | number)[]): SQL =>
  perEngine({
    sqlite: () => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
    postgres: () => sql`${column} = any(${arrayFor(column, JSON.stringify(values.map(storable)))})`,
  })

/** Ids as something to select from, with the one column `id`. */
export const listed = (ids: readonly number[]): SQL =>
  perEngine({
    sqlite: () => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
    postgres: () =>
      sql`(select t.v::bigint as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as t(v))`,
  })

/** The condition "the text is none of these", the same words for any number of them. */
export const noneOf = (text: SQL, values: readonly string[]): SQL =>
  perEngine({
    sqlite: () => sql`${text} not in (select value from json_each(${JSON.stringify(values)}))`,
    postgres: () => sql`${text} <> all(${arrayOf('text', JSON.stringify(values.map(storable)))})`,
  })

/** The greater of two values, neither of them null. */
export const greater = <T = number>(a: Value, b: Value | number): SQL<T> =>
  perEngine<T>({ sqlite: () => sql`max(${a}, ${b})`, postgres: () => sql`greatest(${a}, ${b})` })

/** A member of a JSON text that may be empty, as text; null where there is none. */
export const jsonMember = (text: Value, member: string): SQL<string | null> =>
  perEngine({
    sqlite: () => sql`json_extract(${text}, ${sql.raw(`'$.${member}'`)})`,
    postgres: () => sql`(nullif(${text}, '')::json ->> ${sql.raw(`'${member}'`)})`,
  })

const members = (
  object: string,
  names: readonly string[],
  how: (object: string, name: string) => string,
): SQL[] => names.map(name => sql.raw(how(object, name)))
const sqliteMember = (object: string, name: string): string => `json_extract(${object}, '$.${name}')`
const postgresMember = (object: string, name: string): string => `(${object} ->> '${name}')`

/** Whether a JSON list of objects has one with one of these texts in one of its members. */
export const jsonListHas = (list: Value, names: readonly string[], texts: readonly string[]): SQL =>
  perEngine({
    sqlite: () =>
      sql`exists (select 1 from json_each(${list}) as one where ${sql.join(
        members('one.value', names, sqliteMember).map(
          member => sql`${member} in (select value from json_each(${JSON.stringify(texts)}))`,
        ),
        sql` or `,
      )})`,
    postgres: () =>
      sql`exists (select 1 from jsonb_array_elements(${list}::jsonb) as one(value) where ${sql.join(
        members('one.value', names, postgresMember).map(
          member => sql`${member} = any(${arrayOf('text', JSON.stringify(texts.map(storable)))})`,
        ),
        sql` or `,
      )})`,
  })

/** Whether a JSON list of objects has one with a member that contains what was typed. */
export const jsonListContains = (list: Value, names: readonly string[], typed: string): SQL =>
  perEngine({
    sqlite: () =>
      sql`exists (select 1 from json_each(${list}) as one where ${sql.join(
        members('one.value', names, sqliteMember).map(member => contains(member, typed)),
        sql` or `,
      )})`,
    postgres: () =>
      sql`exists (select 1 from jsonb_array_elements(${list}::jsonb) as one(value) where ${sql.join(
        members('one.value', names, postgresMember).map(member => contains(member, typed)),
        sql` or `,
      )})`,
  })

/** Columns of one row, by their quoted names, as a JSON text; its words are made once. */
export function jsonArrayOfNames(names: readonly string[]): SQL<string> {
  const sqlite = sql.raw(`json_array(${names.join(', ')})`)
  const postgres = sql.raw(`json_build_array(${names.join(', ')})::text`)
  return perEngine({ sqlite: () => sqlite, postgres: () => postgres })
}

/** All values of a group as one JSON text, in no order; `[]` where there are none. */
export const jsonOfAll = (value: SQLWrapper): SQL<string> =>
  perEngine({
    sqlite: () => sql`json_group_array(${value})`,
    postgres: () => sql`coalesce(json_agg(${value}), '[]')::text`,
  })

/** All rows of a select as one JSON text, each an array of these values; in no order. */
export const jsonOfRows = (values: readonly SQLWrapper[]): SQL<string> => {
  const list = sql.join([...values], sql`, `)
  return perEngine({
    sqlite: () => sql`json_group_array(json_array(${list}))`,
    postgres: () => sql`coalesce(json_agg(json_build_array(${list})), '[]')::text`,
  })
}

/** Messages whose text contains what was typed: for rows that another condition has found. */
export const messageContains = (typed: string): SQL =>
  sql`${messages.search} like ${containing(typed)} escape '\\'`

/** The same for contacts: name, number and address. */
export const contactContains = (typed: string): SQL =>
  sql`${contacts.search} like ${containing(typed)} escape '\\'`

/**
 * Contacts of a company that contain what was typed, by the trigram index where it is long enough for one. SQLite would
 * rather go through the company's contacts and look each up among those found: the sign keeps it from that.
 */
export const contactsContaining = (companyId: number, typed: string): SQL => {
  const plain = sql`${contacts.companyId} = ${companyId} and ${contactContains(typed)}`
  return isIndexed(typed)
    ? perEngine({
        sqlite: () =>
          sql`+${contacts.companyId} = ${companyId} and ${contacts.id} in (select rowid from contact_index where search match ${phrase(typed)})`,
        postgres: () => plain,
      })
    : plain
}

/** Newest messages PostgreSQL looks through for a word before it asks its index, which knows no order. */
const LOOKED_THROUGH = 20_000
/**
 * And how many at most, where that promises enough of them: from there on the index takes no longer, which leads to every
 * message with the word.
 */
const LOOKED_THROUGH_FURTHER = 70_000
/** The same for several words: the index leads to every message that holds all their parts, wherever they stand. */
const LOOKED_THROUGH_FOR_SEVERAL = 300_000
/** How many more than it should take are looked through then: words come in waves. */
const MARGIN = 1.4

/**
 * The tickets (`ticket_id`) of a company's newest messages that contain what was typed, `most` messages at most; the text
 * must be long enough for the index (`isIndexed`). SQLite's index is read from its newest entry until there are enough;
 * PostgreSQL's gives every match at once, so it is asked only for words that are not in most messages anyway.
 */
export const newestMatches = (companyId: number, typed: string, most: number): SQL =>
  perEngine({
    sqlite: () => sql`select m.ticket_id from message_index i cross join ${messages} m on m.seq = i.rowid
      where i.search match ${phrase(typed)} and m.company_id = ${companyId} order by i.rowid desc limit ${most}`,
    postgres: () => {
      const matching = sql`company_id = ${companyId} and search like ${containing(typed)} escape '\\'`
      const through = (window: SQL): SQL =>
        sql`select seq, ticket_id from (select seq, ticket_id, company_id, search from ${messages}
          order by seq desc limit ${window}) w where ${matching}`
      const furthest = /\s/.test(typed.trim()) ? LOOKED_THROUGH_FOR_SEVERAL : LOOKED_THROUGH_FURTHER
      const few = Math.floor((most * LOOKED_THROUGH) / furthest)
      const enough = sql.raw(
        `(select ${Math.ceil(most * LOOKED_THROUGH * MARGIN)} / greatest(n, ${few}) from n)`,
      )
      return sql`with near as materialized (${through(sql.raw(String(LOOKED_THROUGH)))}),
        n as materialized (select count(*) as n from near),
        further as materialized (select * from (${through(enough)}) f
          where (select n from n) between ${sql.raw(`${few} and ${most - 1}`)} order by seq desc limit ${most}),
        m as materialized (select count(*) as n from further),
        indexed as materialized (select seq, ticket_id from ${messages} where ${matching}
          and (select n from n) < ${most} and (select n from m) < ${most})
        select ticket_id from (
          select * from near where (select n from n) >= ${most}
          union all select * from further where (select n from m) >= ${most}
          union all select * from indexed) found order by seq desc limit ${most}`
    },
  })
