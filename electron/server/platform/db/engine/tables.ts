/** The description of the tables (../schema) as a list. */
import { type Column, getTableColumns, is } from 'drizzle-orm'
import { SQLiteInteger, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../schema'

/** Every table of the workspace. */
export const tables: readonly SQLiteTable[] = (Object.values(schema) as unknown[]).filter(
  (member): member is SQLiteTable => is(member, SQLiteTable),
)

/** Columns of a table, in their order. */
export const columnsOf = (table: SQLiteTable): Column[] => Object.values(getTableColumns(table))

/** Whether the database counts this column up by itself. */
export const isCounted = (column: Column): boolean =>
  column.primary && is(column, SQLiteInteger) && column.autoIncrement
