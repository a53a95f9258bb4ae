/** Which engine the test servers have their databases on. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../../electron/server/platform/db/client'

/** `npm run test:postgres`. */
export const onPostgres = process.env.TURNO_TEST_ENGINE === 'postgres'

/** Everything the database of a test server holds of a table: the bytes of the file and its log, or the rows as text. */
export async function storedBytes(db: Db, folder: string, table: string): Promise<Buffer> {
  if (onPostgres) return Buffer.from(JSON.stringify(await db.all(sql.raw(`select * from "${table}"`))))
  const bytes = await readFile(join(folder, 'workspace.db'))
  const log = await readFile(join(folder, 'workspace.db-wal')).catch(() => Buffer.alloc(0))
  return Buffer.concat([bytes, log])
}

/** Makes a table keep none of the rows it is given, without a word. @returns what ends it. */
export async function losing(db: Db, table: string): Promise<() => Promise<void>> {
  const name = `lost_${table}`
  if (onPostgres) {
    await db.platform.run(
      sql.raw(`create function ${name}() returns trigger language plpgsql as 'begin return null; end'`),
    )
    await db.platform.run(
      sql.raw(`create trigger ${name} before insert on ${table} for each row execute function ${name}()`),
    )
  } else
    await db.platform.run(
      sql.raw(`create trigger ${name} before insert on ${table} begin select raise(ignore); end`),
    )
  return async () => {
    await db.platform.run(sql.raw(`drop trigger ${name}${onPostgres ? ` on ${table}` : ''}`))
    if (onPostgres) await db.platform.run(sql.raw(`drop function ${name}()`))
  }
}
