/**
 * What to do with a damaged console file. It is moved aside, never deleted at once: an unsent answer may still be in
 * it. Whatever can be read of outbox, drafts, attachments and what only this computer keeps goes into the fresh file; the cache is
 * simply seen again.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Client, InValue, Row } from '@libsql/client'
import { openDatabase } from '../../database/open'
import { KEPT_TABLES } from './scoped'

export interface Recovery {
  /** Where the damaged file lies now. */
  movedTo: string
  /** Rows carried over, by table; a table that could not be read is missing. */
  rows: Record<string, number>
}

/** In the order foreign keys ask for. */
const PRECIOUS = [
  'scopes',
  'attachments',
  'outbox',
  'outbox_done',
  'drafts',
  'draft_attachments',
  ...KEPT_TABLES,
] as const
/** Rows looked at one by one in a damaged table, newest last. */
const SEARCHED_ROWS = 20_000
const PARTS = ['', '-wal', '-shm'] as const

/** Every row that can still be read: all at once, or one by one when a page in between is damaged. */
async function readable(from: Client, table: string): Promise<Row[]> {
  try {
    return (await from.execute(`SELECT * FROM ${table}`)).rows
  } catch {
    const rows: Row[] = []
    const { rows: newest } = await from.execute(`SELECT max(rowid) AS last FROM ${table}`)
    const last = Number(newest[0]?.last ?? 0)
    for (let id = Math.max(1, last - SEARCHED_ROWS + 1); id <= last; id += 1) {
      try {
        rows.push(...(await from.execute({ sql: `SELECT * FROM ${table} WHERE rowid = ?`, args: [id] })).rows)
      } catch {}
    }
    return rows
  }
}

async function copyTable(from: Client, to: Client, table: string): Promise<number> {
  const known = await to.execute(`PRAGMA table_info(${table})`)
  const columns = new Set(known.rows.map(row => String(row.name)))
  const rows = await readable(from, table)
  const names = Object.keys(rows[0] ?? {}).filter(name => columns.has(name))
  if (names.length === 0) return 0
  const sql = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  let copied = 0
  for (const row of rows) {
    // One bad row must not cost the others.
    try {
      const done = await to.execute({ sql, args: names.map(name => (row[name] ?? null) as InValue) })
      copied += done.rowsAffected
    } catch {}
  }
  return copied
}

/** Moves the damaged file (and its write-ahead log) aside; older ones of the kind are dropped. */
export function recover(file: string): { carryOver(into: Client): Promise<Recovery> } {
  const folder = dirname(file)
  const prefix = `${basename(file)}.damaged-`
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true })
  }
  const movedTo = `${file}.damaged-${Date.now()}`
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, movedTo + part)
  return {
    async carryOver(into) {
      const rows: Record<string, number> = {}
      let from: Client | null = null
      try {
        from = await openDatabase(movedTo)
        for (const table of PRECIOUS) {
          try {
            rows[table] = await copyTable(from, into, table)
          } catch {}
        }
      } catch {
        // Not even a database any more: nothing to carry over.
      } finally {
        from?.close()
      }
      return { movedTo, rows }
    },
  }
}
