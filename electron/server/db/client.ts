/** Opens the workspace file and brings it to the present shape. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { type SQL, sql } from 'drizzle-orm'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
// The same as of 'drizzle-orm/libsql', which loads libsql's native module at once: not every system has one.
import { drizzle } from 'drizzle-orm/libsql/web'
import { openDatabase, openForServer } from '../../database/open'
import { privateFolder } from '../../database/private-folder'
import { byId, runSteps } from '../../database/run-steps'
import type { EngineName } from './engine/engine'
import { runInside } from './engine/inside'
import { type Migration, migrations } from './migrations'
import { readerAndWriter } from './reader-writer'
import * as schema from './schema'
import { noteTouched, type Touched } from './touched'

type Drizzle = LibSQLDatabase<typeof schema>
/** What both the database and an open transaction can do: pass it to functions that work inside and outside of one. */
export type Tx = Parameters<Parameters<Drizzle['transaction']>[0]>[0]
export type Reader = Pick<
  Drizzle,
  'select' | 'selectDistinct' | 'query' | 'all' | 'get' | 'values' | '$count'
>

export interface Db extends Drizzle {
  /** Rules never ask; what keeps, copies and mends the file does. */
  readonly engine: EngineName
  /**
   * Runs several writes as one, in turn with all other writers. Inside the callback use `tx` only; rejecting rolls back.
   * Do not await anything slow (network, disk) inside: others wait.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Reads what may take long: where the database runs beside this process, it gives up after so many milliseconds. Reading
   * a file cannot be stopped.
   * @returns the rows; null where it gave up.
   */
  within<T>(ms: number, statement: SQL): Promise<T[] | null>
  /** Another number than before where something may have been written since, by whomever. */
  changes(): number
  /**
   * Calls back in the moment `changes` goes up, with what was touched of what may be kept. null where others write to the
   * database as well: nothing that was read of it may be kept.
   */
  readonly onChange: ((listener: (touched: Touched) => void) => void) | null
  /** Puts everything into the file itself and empties the write-ahead log: a copied file is then a whole one. */
  checkpoint(): Promise<void>
  /** Runs work whose deletions are overwritten in the file, where the database is one: nobody reads them there afterwards. */
  overwriting<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Milliseconds another process may hold the file before an operation fails. */
const BUSY_MS = 5_000

async function prepare(client: Client, file: string): Promise<void> {
  await client.execute('PRAGMA journal_mode = WAL')
  await client.execute('PRAGMA synchronous = FULL')
  await client.execute('PRAGMA foreign_keys = ON')
  await client.execute(`PRAGMA busy_timeout = ${BUSY_MS}`)
  await client.execute('PRAGMA cache_size = -32000')
  await client.execute('PRAGMA temp_store = MEMORY')
  chmodSync(file, 0o600)
}

/**
 * Applies what is not applied yet, each migration in one transaction.
 * @throws Error when the file knows a migration this program does not: it belongs to a newer version.
 */
export const migrate = (client: Client, list: readonly Migration[] = migrations): Promise<void> =>
  runSteps(client, 'The workspace file', list, byId)

/**
 * Opens (creating when needed) `<folder>/workspace.db`: WAL, foreign keys on, migrated, readable by its owner only.
 * @param folder the data folder (TURNO_DATA), made when missing.
 */
export async function openDb(folder: string): Promise<Db> {
  privateFolder(folder)
  const file = join(folder, 'workspace.db')
  const writer = await openForServer(file)
  await prepare(writer, file)
  await migrate(writer)
  await noteTouched(writer)
  const reader = await openDatabase(file)
  await prepare(reader, file)
  await reader.execute('PRAGMA query_only = ON')

  const client = readerAndWriter(reader, writer)
  const db = drizzle(client, { schema })
  return Object.assign(db, {
    engine: 'sqlite' as const,
    write: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction(tx => runInside(() => work(tx))),
    async overwriting<T>(work: () => Promise<T>): Promise<T> {
      await db.run(sql`PRAGMA secure_delete = ON`)
      try {
        return await work()
      } finally {
        await db.run(sql`PRAGMA secure_delete = OFF`)
      }
    },
    within: <T>(_ms: number, statement: SQL): Promise<T[]> => db.all<T>(statement),
    changes: () => client.changes(),
    onChange: client.onChange,
    async checkpoint() {
      await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    // In its turn: a commit may be waiting for the disk.
    close: () => client.alone(async () => client.close()),
  })
}
