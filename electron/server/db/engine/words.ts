/**
 * Everything the two engines say differently, by what it means. Nothing else in the server writes a word that only one of
 * them knows; what both know (`count(*) filter (where ...)`, `true`, `on conflict`, window functions) needs no name here.
 */
import { type AnyColumn, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { messages } from '../schema'
import { containing, PHRASE_MIN_CHARS, phrase } from '../search'
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

/** Whether a text fits a LIKE pattern with `\` as its escape, capital letters (of ASCII) disregarded. */
export const likeNoCase = (text: Value, pattern: string): SQL =>
  perEngine({
    sqlite: () => sql`${text} like ${pattern} escape '\\'`,
    postgres: () => sql`${text} ilike ${pattern} escape '\\'`,
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

/** Values of one row as a JSON text. */
export const jsonArray = (values: readonly SQLWrapper[]): SQL<string> => {
  const list = sql.join([...values], sql`, `)
  return perEngine({
    sqlite: () => sql`json_array(${list})`,
    postgres: () => sql`json_build_array(${list})::text`,
  })
}

/** The same of columns by their quoted names, its text made once. */
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

/** Messages whose text contains what was typed; by the trigram index, where it is long enough for one. */
export const messageContains = (typed: string): SQL => {
  const anywhere = sql`${messages.search} like ${containing(typed)} escape '\\'`
  return [...typed.trim()].length < PHRASE_MIN_CHARS
    ? anywhere
    : perEngine({
        sqlite: () =>
          sql`${messages.seq} in (select rowid from message_index where search match ${phrase(typed)})`,
        postgres: () => anywhere,
      })
}
