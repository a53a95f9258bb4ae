/** Many rows or changes in one statement: they travel as one JSON text. */
import { type AnyColumn, getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { perEngine } from './engine'
import { postgresType } from './postgres-types'
import { storable } from './texts'

export type RowsColumn = AnyColumn
type Rows = readonly (readonly unknown[])[]

const json = (rows: Rows): string => JSON.stringify(rows)
const storableJson = (rows: Rows): string => JSON.stringify(rows.map(row => row.map(storable)))

const quoted = (name: string): string => `"${name}"`
const named = (columns: readonly RowsColumn[]): string =>
  columns.map(column => quoted(column.name)).join(', ')

/** The value at a position of a row, cast to PostgreSQL's type of the column. */
const valueAt = (column: RowsColumn, at: number): string => `(j.v ->> ${at})::${postgresType(column)}`

/** The whole-number key a table's rows are known by. */
function keyOf(table: SQLiteTable): string {
  const key = getTableConfig(table).columns.find(column => column.primary)
  return key ? quoted(key.name) : 'null'
}

/** Text that is made at the first use and kept. */
function once(make: () => string): () => SQL {
  let made: SQL | null = null
  return () => {
    made ??= sql.raw(make())
    return made
  }
}

/**
 * Inserts rows in order, each a list of values in the order of the columns; returns their keys as `rowid`.
 * @param isNew leaves out those that are there already.
 */
export function insertRows(
  table: SQLiteTable,
  columns: readonly RowsColumn[],
  isNew = false,
): (rows: Rows) => SQL {
  const orNot = isNew ? ' on conflict do nothing' : ''
  const into = `insert into ${quoted(getTableName(table))} (${named(columns)})`
  const sqlite = once(() => {
    const values = columns.map((_, at) => `value ->> ${at}`)
    return `${into} select ${values.join(', ')} from json_each(`
  })
  const postgres = once(() => `${into} select ${columns.map(valueAt).join(', ')} from jsonb_array_elements(`)
  const key = once(
    () => `::jsonb) with ordinality as j(v, n) order by j.n${orNot} returning ${keyOf(table)} as rowid`,
  )
  // Without a condition SQLite would read what follows as one of a join.
  const sqliteEnd = once(() => `) where true${orNot} returning rowid as rowid`)
  return rows =>
    perEngine({
      sqlite: () => sql`${sqlite()}${json(rows)}${sqliteEnd()}`,
      postgres: () => sql`${postgres()}${storableJson(rows)}${key()}`,
    })
}

/** Updates rows. Each list begins with the id of its row, followed by values in the order of the columns. */
export function updateRows(table: SQLiteTable, columns: readonly RowsColumn[]): (rows: Rows) => SQL {
  const name = quoted(getTableName(table))
  const changes = (value: (column: RowsColumn, at: number) => string): string =>
    `update ${name} set ${columns.map((column, i) => `${quoted(column.name)} = ${value(column, i + 1)}`).join(', ')} from `
  const sqlite = once(() => `${changes((_, at) => `j.value ->> ${at}`)}json_each(`)
  const sqliteEnd = once(() => `) as j where ${name}.id = j.value ->> 0`)
  const postgres = once(() => `${changes(valueAt)}jsonb_array_elements(`)
  const postgresEnd = once(() => `::jsonb) as j(v) where ${name}.id = (j.v ->> 0)::bigint`)
  return rows =>
    perEngine({
      sqlite: () => sql`${sqlite()}${json(rows)}${sqliteEnd()}`,
      postgres: () => sql`${postgres()}${storableJson(rows)}${postgresEnd()}`,
    })
}

/**
 * Rows as something to select from, under the name `j`.
 * @param columns the name of each value of a row, and the column it is compared with or stored in.
 */
export function rowsAsTable(rows: Rows, columns: Readonly<Record<string, RowsColumn>>): SQL {
  const list = Object.entries(columns)
  const values = (value: (column: RowsColumn, at: number) => string): SQL =>
    sql.raw(list.map(([name, column], at) => `${value(column, at)} as ${quoted(name)}`).join(', '))
  return perEngine({
    sqlite: () => sql`(select ${values((_, at) => `value ->> ${at}`)} from json_each(${json(rows)})) as j`,
    postgres: () =>
      sql`(select ${values(valueAt)} from jsonb_array_elements(${storableJson(rows)}::jsonb) as j(v)) as j`,
  })
}
