/** Rows in bulk, as the database stores them: instants as milliseconds, yes/no as 0 and 1. For filling, not for rules. */
import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from '../server/platform/db/client'
import { insertRows } from '../server/platform/db/engine/rows'

/** A row by the names of its table in the schema. */
export type Stored<T extends SQLiteTable> = {
  [K in keyof InferInsertModel<T>]?: string | number | null | undefined
}

/**
 * Inserts rows in their order with one statement; defaults of the schema are not applied.
 * @param rows all with the members of the first.
 */
export async function insertStored<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  rows: readonly Stored<T>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const keys = Object.keys(first) as (keyof Stored<T>)[]
  const known = getTableColumns(table)
  const columns = keys.map(key => {
    const column = known[key as string]
    if (!column) throw new Error(`${getTableName(table)} has no ${String(key)}`)
    return column
  })
  await tx.run(insertRows(table, columns)(rows.map(row => keys.map(key => row[key] ?? null))))
}
