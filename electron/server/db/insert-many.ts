/**
 * Writing many rows or many changes with one statement: the rows travel as one JSON text, so the statement is the same
 * whatever their number and nothing is built per row. This is what keeps a thousand messages a second affordable.
 */
import { getTableColumns, getTableName, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from './client'

type Keys<T extends SQLiteTable> = Extract<keyof InferInsertModel<T>, string>

/** Rows as the driver stores them (instants as milliseconds, yes/no as 0 and 1), in one JSON text. */
function encoded<T extends SQLiteTable>(
  table: T,
  keys: readonly Keys<T>[],
  rows: readonly InferInsertModel<T>[],
): string {
  const columns = getTableColumns(table)
  return JSON.stringify(
    rows.map(row =>
      keys.map(key => {
        const value = (row as Record<string, unknown>)[key] ?? null
        return value === null ? null : columns[key]?.mapToDriverValue(value)
      }),
    ),
  )
}

const nameOf = (table: SQLiteTable, key: string): string => `"${getTableColumns(table)[key]?.name ?? key}"`

type Text = { before: SQL; after: SQL }

/** Builds a statement's text once per list of keys: callers hold their lists. */
function texts(build: (table: SQLiteTable, keys: readonly string[]) => [before: string, after: string]) {
  const known = new WeakMap<readonly string[], Map<SQLiteTable, Text>>()
  return (table: SQLiteTable, keys: readonly string[]): Text => {
    const tables = known.get(keys) ?? new Map<SQLiteTable, Text>()
    known.set(keys, tables)
    const found = tables.get(table)
    if (found) return found
    const [before, after] = build(table, keys)
    const text = { before: sql.raw(before), after: sql.raw(after) }
    tables.set(table, text)
    return text
  }
}

const inserting = texts((table, keys) => {
  const names = keys.map(key => nameOf(table, key)).join(', ')
  const values = keys.map((_, i) => `value ->> ${i}`).join(', ')
  return [
    `insert into "${getTableName(table)}" (${names}) select ${values} from json_each(`,
    ') returning rowid as rowid',
  ]
})

const updating = texts((table, keys) => {
  const changes = keys.map((key, i) => `${nameOf(table, key)} = j.value ->> ${i + 1}`).join(', ')
  const name = `"${getTableName(table)}"`
  return [`update ${name} set ${changes} from json_each(`, `) as j where ${name}.id = j.value ->> 0`]
})

/**
 * Inserts rows in their order.
 * @param keys the columns given; every row holds all of them (null counts). Defaults of the schema are NOT applied.
 * @returns the new integer primary keys, in the same order.
 */
export async function insertMany<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  keys: readonly Keys<T>[],
  rows: readonly InferInsertModel<T>[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const { before, after } = inserting(table, keys)
  const made = await tx.all<{ rowid: number }>(sql`${before}${encoded(table, keys, rows)}${after}`)
  return made.map(row => row.rowid)
}

/**
 * Changes many rows, each to values of its own.
 * @param keys the columns written; `id` finds the row.
 */
export async function updateMany<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  keys: readonly Keys<T>[],
  rows: readonly (InferInsertModel<T> & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const all = ['id', ...keys] as unknown as Keys<T>[]
  const { before, after } = updating(table, keys)
  await tx.run(sql`${before}${encoded(table, all, rows)}${after}`)
}
