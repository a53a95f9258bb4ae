/**
 * Several columns of a row as one JSON text. The driver creates an object member for every single value, twice; for the
 * forty columns of a listed ticket that took longer than finding the tickets.
 */
import { type AnyColumn, type GetColumnData, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from './client'
import { jsonArrayOfNames, jsonOfRows } from './engine/words'

type Columns = Record<string, AnyColumn>
type RowOf<C extends Columns> = { [K in keyof C]: GetColumnData<C[K]> }

function rowOf(
  columns: readonly [string, AnyColumn][],
  values: readonly unknown[],
  from: number,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = from
  for (const [key, column] of columns) {
    const value = values[at++]
    row[key] = value === null ? null : column.mapFromDriverValue(value)
  }
  return row
}

function reader<C extends Columns>(columns: C): (text: string) => RowOf<C> {
  const all = Object.entries(columns)
  return text => rowOf(all, JSON.parse(text) as unknown[], 0) as RowOf<C>
}

type Groups = Record<string, Columns>
type Together<G extends Groups, O extends keyof G> = {
  [K in keyof G]: K extends O ? RowOf<G[K]> | null : RowOf<G[K]>
}

/**
 * All rows of a select as one value, unordered. Each row has a member per group, as `select` would give it.
 * @param optional groups of left-joined tables: null when their first column is.
 * @param from its own select inside another one: SQL from `from` on.
 */
export function jsonRowOf<G extends Groups, O extends keyof G>(
  groups: G,
  optional: readonly O[],
  from?: SQL,
): SQL<Together<G, O>[]> {
  const parts = Object.entries(groups).map(([name, columns]) => ({
    name,
    columns: Object.entries(columns),
    optional: (optional as readonly string[]).includes(name),
  }))
  const read = (line: unknown[]): Together<G, O> => {
    const row: Record<string, unknown> = {}
    let at = 0
    for (const group of parts) {
      const from = at
      at += group.columns.length
      row[group.name] = group.optional && line[from] === null ? null : rowOf(group.columns, line, from)
    }
    return row as Together<G, O>
  }
  const columns = Object.values(groups).flatMap(Object.values<AnyColumn>)
  const rows = jsonOfRows(columns)
  const all = from ? sql<string>`(select ${rows} ${from})` : rows
  return all.mapWith((value: string) => (JSON.parse(value) as unknown[][]).map(read))
}

/**
 * Makes a reader of whole rows for reads at every message inside a transaction, where nothing can be prepared: the long
 * part of its SQL is built once.
 */
export function wholeRows<T extends SQLiteTable>(
  table: T,
): (db: Reader, where: SQL) => Promise<T['$inferSelect'][]> {
  const columns = getTableColumns(table)
  const read = reader(columns)
  const names = Object.values(columns).map(column => `"${column.name}"`)
  const values = jsonArrayOfNames(names)
  const head = sql`select ${values} as row from ${sql.raw(`"${getTableName(table)}"`)} where `
  return async (db, where) => {
    const rows = await db.all<{ row: string }>(sql`${head}${where}`)
    return rows.map(({ row }) => read(row) as T['$inferSelect'])
  }
}
