/** Keys that count up, and emptying tables. */
import { getTableName, sql } from 'drizzle-orm'
import type { Db, Tx } from '../client'
import { perEngine } from './engine'
import { columnsOf, isCounted, tables } from './tables'

/** Raises a table's counter to its highest key; one line per table. */
export const counters = (): string =>
  tables
    .flatMap(table =>
      columnsOf(table)
        .filter(isCounted)
        .map(({ name }) => {
          const sequence = `pg_get_serial_sequence('"${getTableName(table)}"', '${name}')`
          return `select setval(${sequence}, max("${name}")) from "${getTableName(table)}"
            having max("${name}") > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`
        }),
    )
    .join(' union all ')

/** Call after inserting rows with keys of their own: the next keys follow them. SQLite does so by itself. */
export async function countOn(tx: Tx): Promise<void> {
  await tx.run(perEngine({ sqlite: () => sql`select 1`, postgres: () => sql.raw(counters()) }))
}

/** Tables that are not data of a workspace: the marks of its file, and the processes. */
export const NO_DATA: ReadonlySet<string> = new Set(['keeping', 'work_processes', 'work_shards'])

/** Deletes every row of a workspace; keys begin at 1 again. */
export async function emptyTables(db: Db): Promise<void> {
  const names = tables.map(getTableName).filter(name => !NO_DATA.has(name))
  await db.platform.write(async tx => {
    if (db.engine === 'postgres') {
      await tx.run(sql.raw(`truncate ${names.map(name => `"${name}"`).join(', ')} restart identity`))
      return
    }
    await tx.run(sql`PRAGMA defer_foreign_keys = ON`)
    for (const name of names) await tx.run(sql.raw(`DELETE FROM "${name}"`))
    await tx.run(sql`DELETE FROM sqlite_sequence`)
  })
}
