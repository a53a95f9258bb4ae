/**
 * The one place where a database file is opened, by main and by the workspace server. libsql's native module does it
 * where there is one; where there is none (Windows on ARM), or the system refuses to load it, Node's own SQLite does.
 * Both write the same file format, so a file may go from one to the other.
 */
import type { Client } from '@libsql/client'
import { createLibsqlClient } from './libsql-client'
import { createNodeClient } from './node-client'

export type Driver = 'libsql' | 'node'

/** How long a statement waits for another process that writes to the same file, in milliseconds. */
const BUSY_MS = 5_000

/** Whether this SQLite was built with the full-text index that search and cache stand on. */
function searches(sqlite: typeof import('node:sqlite')): boolean {
  const db = new sqlite.DatabaseSync(':memory:')
  try {
    db.exec('CREATE VIRTUAL TABLE probe USING fts5(words)')
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}

/**
 * Node's SQLite; null where it is missing or older than what the client needs (Node 22.16).
 * @throws Error where it was built without its full-text index: a console without search would be a broken one, and the
 *   start has to say why (on Windows on ARM nothing else opens files).
 */
export function builtIn(): typeof import('node:sqlite') | null {
  const { getBuiltinModule } = process as { getBuiltinModule?: (id: string) => unknown }
  const sqlite = getBuiltinModule?.('node:sqlite') as typeof import('node:sqlite') | undefined
  if (!sqlite || !('setReturnArrays' in sqlite.StatementSync.prototype)) return null
  if (!searches(sqlite)) throw new Error("The SQLite of this program's Node was built without FTS5")
  return sqlite
}

/** Where a commit waits for the disk: on this thread, which stands still meanwhile, or beside it. */
type Commits = 'here' | 'beside'
type Opener = { driver: Driver; open: (file: string, commits?: Commits) => Client | Promise<Client> }

const byNode = (sqlite: typeof import('node:sqlite')): Opener => ({
  driver: 'node',
  open: file => createNodeClient(sqlite, file, BUSY_MS),
})

async function byLibsql(): Promise<Opener> {
  const libsql = await import('@libsql/client/sqlite3')
  return { driver: 'libsql', open: (file, commits) => createLibsqlClient(libsql, file, BUSY_MS, commits) }
}

let chosen: Promise<Opener> | null = null

/** @throws what kept libsql's module from loading, where Node has no SQLite to take its place. */
function choose(): Promise<Opener> {
  chosen ??= byLibsql().catch(error => {
    const sqlite = builtIn()
    if (!sqlite) throw error
    return byNode(sqlite)
  })
  return chosen
}

/** Which of the two opens files in this process. */
export const driverInUse = async (): Promise<Driver> => (await choose()).driver

/**
 * Opens (creating when needed) a database over one connection: an open transaction holds it, and any other statement
 * is refused with TRANSACTION_ACTIVE until it has ended.
 * @param file absolute path.
 * @param driver asks for one of the two; left out, it is chosen.
 * @throws Error with `code` SQLITE_CANTOPEN or SQLITE_NOTADB when the file cannot be used.
 */
export async function openDatabase(file: string, driver?: Driver): Promise<Client> {
  if (driver === 'libsql') return (await byLibsql()).open(file)
  if (driver === 'node') {
    const sqlite = builtIn()
    if (!sqlite) throw new Error('This Node has no SQLite of its own')
    return byNode(sqlite).open(file)
  }
  return (await choose()).open(file)
}

/**
 * The same for a server that answers others while a commit waits for the disk. What is committed is seen by other
 * connections, and the commit ends, when the disk has it. Node's own SQLite has no such way: there this thread waits.
 */
export async function openForServer(file: string): Promise<Client> {
  return (await choose()).open(file, 'beside')
}
