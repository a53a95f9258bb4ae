/**
 * Several columns of a row as one JSON text. The driver makes an object member of every single value it reads, twice;
 * for the forty columns of a listed ticket that took longer than finding the tickets.
 */
import { type AnyColumn, type GetColumnData, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader } from './client'

type Columns = Record<string, AnyColumn>
type Unpacked<C extends Columns> = { [K in keyof C]: GetColumnData<C[K]> }

function reader<C extends Columns>(columns: C): (text: string) => Unpacked<C> {
  const all = Object.entries(columns)
  return text => {
    const values = JSON.parse(text) as unknown[]
    const row: Record<string, unknown> = {}
    for (const [i, [key, column]] of all.entries()) {
      const value = values[i]
      row[key] = value === null ? null : column.mapFromDriverValue(value)
    }
    return row as Unpacked<C>
  }
}

const text = (columns: Columns): SQL => sql`json_array(${sql.join(Object.values(columns), sql`, `)})`

/** What `select` gives for these columns, read as one value. Not for columns that hold bytes or fractions. */
export function packed<C extends Columns>(columns: C): SQL<Unpacked<C>> {
  return text(columns).mapWith(reader(columns))
}

/** The same for a table that may have been joined to nothing: null where `there` is null. */
export function packedOrNull<C extends Columns>(columns: C, there: AnyColumn): SQL<Unpacked<C> | null> {
  return sql`iif(${there} is null, null, ${text(columns)})`.mapWith<(value: string) => Unpacked<C> | null>(
    reader(columns),
  )
}

/**
 * Makes a reader of whole rows of a table for what is asked at every message inside of a transaction, where nothing can be
 * prepared: the long part of its text is built once.
 */
export function wholeRows<T extends SQLiteTable>(
  table: T,
): (db: Reader, where: SQL) => Promise<T['$inferSelect'][]> {
  const columns = getTableColumns(table)
  const read = reader(columns)
  const names = Object.values(columns).map(column => `"${column.name}"`)
  const head = sql.raw(`select json_array(${names.join(', ')}) as row from "${getTableName(table)}" where `)
  return async (db, where) => {
    const rows = await db.all<{ row: string }>(sql`${head}${where}`)
    return rows.map(({ row }) => read(row) as T['$inferSelect'])
  }
}
