/**
 * Writes many rows or changes with one statement: the rows travel as one JSON text, so that the statement is the same
 * for any number. This makes a thousand messages a second affordable.
 */
import { getTableColumns, getTableName, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from './client'
import { insertRows, type RowsColumn, updateRows } from './engine/rows'

type Keys<T extends SQLiteTable> = Extract<keyof InferInsertModel<T>, string>

/** Rows as the driver stores them (instants as milliseconds, yes/no as 0 and 1). */
function encoded<T extends SQLiteTable>(
  table: T,
  keys: readonly Keys<T>[],
  rows: readonly InferInsertModel<T>[],
): unknown[][] {
  const columns = getTableColumns(table)
  return rows.map(row =>
    keys.map(key => {
      const value = (row as Record<string, unknown>)[key] ?? null
      return value === null ? null : columns[key]?.mapToDriverValue(value)
    }),
  )
}

const columnOf = (table: SQLiteTable, key: string): RowsColumn => {
  const column = getTableColumns(table)[key]
  if (!column) throw new Error(`${getTableName(table)} has no ${key}`)
  return column
}

/** Builds a statement once per list of keys: callers keep their lists. */
function texts(build: (table: SQLiteTable, keys: readonly string[]) => (rows: readonly unknown[][]) => SQL) {
  const known = new WeakMap<readonly string[], Map<SQLiteTable, (rows: readonly unknown[][]) => SQL>>()
  return (table: SQLiteTable, keys: readonly string[]): ((rows: readonly unknown[][]) => SQL) => {
    const tables = known.get(keys) ?? new Map<SQLiteTable, (rows: readonly unknown[][]) => SQL>()
    known.set(keys, tables)
    const found = tables.get(table)
    if (found) return found
    const made = build(table, keys)
    tables.set(table, made)
    return made
  }
}

const inserting = (isNew: boolean) =>
  texts((table, keys) =>
    insertRows(
      table,
      keys.map(key => columnOf(table, key)),
      isNew,
    ),
  )
const INSERTING = { all: inserting(false), new: inserting(true) }

const updating = texts((table, keys) =>
  updateRows(
    table,
    keys.map(key => columnOf(table, key)),
  ),
)

/**
 * Inserts rows in their order.
 * @param keys the columns given; every row holds all of them (null counts). Defaults of the schema are NOT applied.
 * @param which `new` leaves out rows that are there already.
 * @returns the new integer primary keys, in the same order.
 */
export async function insertMany<T extends SQLiteTable>(
  tx: Pick<Tx, 'all'>,
  table: T,
  keys: readonly Keys<T>[],
  rows: readonly InferInsertModel<T>[],
  which: 'all' | 'new' = 'all',
): Promise<number[]> {
  if (rows.length === 0) return []
  const insert = INSERTING[which](table, keys)(encoded(table, keys, rows))
  const made = await tx.all<{ rowid: number }>(insert, true)
  return made.map(row => row.rowid)
}

/** Changes many rows, each to its own values. @param keys the columns written; `id` finds the row. */
export async function updateMany<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  keys: readonly Keys<T>[],
  rows: readonly (InferInsertModel<T> & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const all = ['id', ...keys] as unknown as Keys<T>[]
  await tx.run(updating(table, keys)(encoded(table, all, rows)), true)
}
