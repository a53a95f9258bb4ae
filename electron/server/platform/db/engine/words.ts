/**
 * Everything the two engines write differently, by meaning. No other file writes SQL that only one of them knows; what
 * both know (`count(*) filter (where ...)`, `true`, `on conflict`, window functions) needs no name here.
 */
import { fold } from '@contract'
import { type AnyColumn, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { articles } from '../schema'
import { containing } from '../search'
import { perEngine } from './engine'
import { storable } from './texts'

type Value = SQL | AnyColumn | SQLWrapper

/** The text for ordering without regard to capital letters (ASCII). */
export const noCase = (text: Value): SQL =>
  perEngine({ sqlite: () => sql`${text} collate nocase`, postgres: () => sql`lower(${text})` })

/** Whether a column equals a text, ignoring capital letters (ASCII). */
export const sameNoCase = (column: AnyColumn, text: string): SQL =>
  perEngine({
    sqlite: () => sql`${column} = ${text} collate nocase`,
    postgres: () => sql`lower(${column}) = lower(${text}::text collate "C")`,
  })

/** Orders by a column that may be null: SQLite sorts nulls first, PostgreSQL last. */
export const ascending = (column: AnyColumn): SQL => sql`${column} asc nulls first`
export const descending = (column: AnyColumn): SQL => sql`${column} desc nulls last`

/** Accented letters of the three languages and their neighbours, each with the plain small one. */
const ACCENTED = [...'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ'].map(
  letter => [letter, fold(letter)] as const,
)
const [LETTERS, PLAIN] = [0, 1].map(at => sql.raw(`'${ACCENTED.map(pair => pair[at]).join('')}'`))

/** A GLOB pattern that finds a typed text anywhere, ignoring case and accents. */
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
 * Whether a stored text without a folded column contains what was typed, ignoring case and accents. Computed row by
 * row; long lists have a column (`containing`).
 */
export const contains = (text: Value, typed: string): SQL =>
  perEngine({
    sqlite: () => sql`${text} glob ${globOf(typed)}`,
    postgres: () =>
      sql`translate(lower(${text}), ${LETTERS}, ${PLAIN}) like ${containing(typed)} escape '\\'`,
  })

/** A list (JSON text) as an array, which PostgreSQL can look up in an index at any length. */
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

/** The condition "column is one of these", with the same statement for any number of values. */
export const oneOf = (column: AnyColumn, values: readonly (string | number)[]): SQL =>
  perEngine({
    sqlite: () => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
    postgres: () => sql`${column} = any(${arrayFor(column, JSON.stringify(values.map(storable)))})`,
  })

/** Whether a small select finds this; the select is evaluated first, whatever the planner expects. */
export const isFound = (column: AnyColumn, select: SQL): SQL =>
  perEngine({
    sqlite: () => sql`${column} in (${select})`,
    postgres: () => sql`${column} = any(array(${select}))`,
  })

/** Ids as something to select from, with the one column `id`. */
export const listed = (ids: readonly number[]): SQL =>
  perEngine({
    sqlite: () => sql`(select value as id from json_each(${JSON.stringify(ids)}))`,
    postgres: () =>
      sql`(select t.v::bigint as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as t(v))`,
  })

/** The condition "the text is none of these", with the same statement for any number of values. */
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

/** Whether a JSON list of objects has an object with one of these texts in one of its members. */
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

/** Whether a JSON list of objects has an object with a member that contains what was typed. */
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

/** Whether a JSON list of ids has one of these. */
export const jsonListMeets = (list: Value, ids: readonly number[]): SQL =>
  perEngine({
    sqlite: () =>
      sql`exists (select 1 from json_each(${list}) as one where one.value in (select value from json_each(${JSON.stringify(ids)})))`,
    postgres: () =>
      sql`exists (select 1 from jsonb_array_elements_text(${list}::jsonb) as one(v) where one.v = any(${arrayOf('text', JSON.stringify(ids.map(String)))}))`,
  })

/** Whether a JSON list of lists has one that meets a condition: members by position, as texts and as integers. */
export function jsonListSome(
  list: Value,
  holds: (textAt: (at: number) => SQL, numberAt: (at: number) => SQL) => SQL,
): SQL {
  const sqlite = (at: number): SQL => sql.raw(`json_extract(one.value, '$[${at}]')`)
  return perEngine({
    sqlite: () => sql`exists (select 1 from json_each(${list}) as one where ${holds(sqlite, sqlite)})`,
    postgres: () =>
      sql`exists (select 1 from jsonb_array_elements(${list}::jsonb) as one(value) where ${holds(
        at => sql.raw(`(one.value ->> ${at})`),
        at => sql.raw(`(one.value ->> ${at})::bigint`),
      )})`,
  })
}

/**
 * Articles found by the beginnings of words, as a subselect: `id`, and `score`, higher for a better match.
 * @param words folded, letters and digits only.
 * @param every whether all of them have to match.
 */
export const articlesWith = (words: readonly string[], every: boolean): SQL =>
  perEngine({
    sqlite: () =>
      sql`(select rowid as id, -bm25(article_index) as score from article_index
        where search match ${words.map(word => `"${word}"*`).join(every ? ' ' : ' OR ')})`,
    postgres: () =>
      sql`(select ${articles.id} as id, ts_rank(to_tsvector('simple', ${articles.search}), asked) as score
        from ${articles}, to_tsquery('simple', ${words.map(word => `${word}:*`).join(every ? ' & ' : ' | ')}) as asked
        where to_tsvector('simple', ${articles.search}) @@ asked)`,
  })

/** Columns of one row, by their quoted names, as a JSON text; its SQL is built once. */
export function jsonArrayOfNames(names: readonly string[]): SQL<string> {
  const sqlite = sql.raw(`json_array(${names.join(', ')})`)
  const postgres = sql.raw(`json_build_array(${names.join(', ')})::text`)
  return perEngine({ sqlite: () => sqlite, postgres: () => postgres })
}

/** All texts of a group with commas between them, in no order. */
export const joined = (text: Value): SQL<string> =>
  perEngine({ sqlite: () => sql`group_concat(${text}, ',')`, postgres: () => sql`string_agg(${text}, ',')` })

/** All values of a group as one JSON text, in no order; `[]` where there are none. */
export const jsonOfAll = (value: SQLWrapper): SQL<string> =>
  perEngine({
    sqlite: () => sql`json_group_array(${value})`,
    postgres: () => sql`coalesce(json_agg(${value}), '[]')::text`,
  })

/** All rows of a select as one JSON text, each an array of these values; unordered. */
export const jsonOfRows = (values: readonly SQLWrapper[]): SQL<string> => {
  const list = sql.join([...values], sql`, `)
  return perEngine({
    sqlite: () => sql`json_group_array(json_array(${list}))`,
    postgres: () => sql`coalesce(json_agg(json_build_array(${list})), '[]')::text`,
  })
}
