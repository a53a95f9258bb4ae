/**
 * Writing many rows or many changes with one statement: the rows travel as one JSON text, so the statement is the same
 * whatever their number and nothing is built per row. This is what keeps a thousand messages a second affordable.
 */
import { getTableColumns, getTableName, type InferInsertModel, type SQLChunk, sql } from 'drizzle-orm'
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

const nameOf = (table: SQLiteTable, key: string): SQLChunk =>
  sql.identifier(getTableColumns(table)[key]?.name ?? key)

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
  const names = sql.join(
    keys.map(key => nameOf(table, key)),
    sql`, `,
  )
  const values = sql.join(
    keys.map((_, i) => sql.raw(`value ->> ${i}`)),
    sql`, `,
  )
  const made = await tx.all<{ rowid: number }>(
    sql`insert into ${sql.identifier(getTableName(table))} (${names}) select ${values} from json_each(${encoded(table, keys, rows)}) returning rowid as rowid`,
  )
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
  const changes = sql.join(
    keys.map((key, i) => sql`${nameOf(table, key)} = j.value ->> ${sql.raw(String(i + 1))}`),
    sql`, `,
  )
  const name = sql.identifier(getTableName(table))
  await tx.run(
    sql`update ${name} set ${changes} from json_each(${encoded(table, all, rows)}) as j where ${name}.id = j.value ->> 0`,
  )
}
