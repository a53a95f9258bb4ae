/** Rows that go with a row of another table, found by their foreign keys. */
import { inArray, is } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from './client'
import * as schema from './schema'

export type Parent = SQLiteTable

/** A table whose rows go with those of another one. */
export interface Attached {
  /** Its name in the schema. */
  name: string
  table: SQLiteTable
  /** The member of its rows that names the other one's. */
  key: string
  column: SQLiteColumn
}

/** The tables whose rows are deleted with a row of a table. */
export const attachedTo = (parent: Parent): Attached[] =>
  Object.entries(schema as Record<string, unknown>).flatMap(([name, table]) => {
    if (!is(table, SQLiteTable)) return []
    const found = getTableConfig(table).foreignKeys.find(
      ({ onDelete, reference }) => onDelete === 'cascade' && reference().foreignTable === parent,
    )
    const [column] = found?.reference().columns ?? []
    const key = Object.entries(table).find(([, member]) => member === column)?.[0]
    return column && key !== undefined ? [{ name, table, key, column }] : []
  })

/** Their rows, for rows with these ids. */
export const attachedRows = async (
  db: Reader,
  tables: readonly Attached[],
  ids: number[],
): Promise<{ name: string; key: string; rows: Record<string, unknown>[] }[]> =>
  Promise.all(
    (ids.length > 0 ? tables : []).map(async ({ name, table, key, column }) => ({
      name,
      key,
      rows: await db.select().from(table).where(inArray(column, ids)),
    })),
  )
