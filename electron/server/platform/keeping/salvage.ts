/** Carries the readable rows of a damaged workspace into an intact one. */
import type { Client, InValue, Row } from '@libsql/client'

/** Rows read at once; if one of them is unreadable, the others are read one by one. */
const STRIDE = 500

export interface Salvaged {
  /** Rows carried over. */
  kept: number
  /** Places that could not be read. */
  lost: number
}

const numberOf = (row: Row | undefined): number => Number(Object.values(row ?? {})[0] ?? 0)

async function between(from: Client, table: string, first: number, last: number): Promise<Row[]> {
  const sql = `SELECT * FROM "${table}" WHERE rowid BETWEEN ? AND ?`
  return (await from.execute({ sql, args: [first, last] })).rows
}

async function copyTable(from: Client, to: Client, table: string): Promise<Salvaged> {
  const info = await to.execute(`PRAGMA table_info("${table}")`)
  const columns = new Set(info.rows.map(row => String(row.name)))
  const last = numberOf((await from.execute(`SELECT max(rowid) FROM "${table}"`)).rows[0])
  const result: Salvaged = { kept: 0, lost: 0 }
  const put = async (rows: readonly Row[]): Promise<void> => {
    const names = Object.keys(rows[0] ?? {}).filter(name => columns.has(name))
    if (names.length === 0) return
    const sql = `INSERT OR REPLACE INTO "${table}" (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    for (const row of rows) {
      try {
        await to.execute({ sql, args: names.map(name => (row[name] ?? null) as InValue) })
        result.kept += 1
      } catch {
        // A row whose bytes violate the table's constraints.
        result.lost += 1
      }
    }
  }
  for (let first = 1; first <= last; first += STRIDE) {
    const end = Math.min(last, first + STRIDE - 1)
    try {
      await put(await between(from, table, first, end))
    } catch {
      for (let id = first; id <= end; id += 1) {
        try {
          await put(await between(from, table, id, id))
        } catch {
          result.lost += 1
        }
      }
    }
  }
  return result
}

/** Rows whose referenced row was lost are deleted too, repeatedly: a dangling reference breaks every list. */
async function dropOrphans(to: Client): Promise<number> {
  let dropped = 0
  for (let round = 0; round < 10; round += 1) {
    const { rows } = await to.execute('PRAGMA foreign_key_check')
    const orphans = rows.filter(row => row.rowid !== null)
    if (orphans.length === 0) break
    for (const row of orphans) {
      const sql = `DELETE FROM "${String(row.table)}" WHERE rowid = ?`
      dropped += (await to.execute({ sql, args: [Number(row.rowid)] })).rowsAffected
    }
  }
  return dropped
}

/**
 * Copies every table row by row; existing rows give way to those of the damaged file, which are newer.
 * @param to a migrated workspace: an earlier copy, or an empty one.
 */
export async function salvage(from: Client, to: Client): Promise<Salvaged> {
  const total: Salvaged = { kept: 0, lost: 0 }
  // Row by row: a refused one must not cost the others. The disk is flushed once, at the end.
  await to.execute('PRAGMA journal_mode = WAL')
  await to.execute('PRAGMA synchronous = OFF')
  await to.execute('PRAGMA foreign_keys = OFF')
  // A replaced row also leaves the search index and the counts.
  await to.execute('PRAGMA recursive_triggers = ON')
  const { rows } = await to.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'message_index%' AND name NOT LIKE 'contact_index%' AND name NOT LIKE 'article_index%' AND name NOT IN ('migrations', 'ticket_counts')",
  )
  for (const { name } of rows) {
    try {
      const { kept, lost } = await copyTable(from, to, String(name))
      total.kept += kept
      total.lost += lost
    } catch {
      // The table itself is unreadable; the copy's rows stay.
      total.lost += 1
    }
  }
  total.lost += await dropOrphans(to)
  await to.execute('PRAGMA synchronous = FULL')
  await to.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  return total
}
