/** Opens the workspace file and migrates it. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import type { SQL } from 'drizzle-orm'
// The same as 'drizzle-orm/libsql', which loads libsql's native module at once: not every system has one.
import { drizzle } from 'drizzle-orm/libsql/web'
import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { runOffLoop } from '../../../database/off-loop'
import { openDatabase, openForServer } from '../../../database/open'
import { privateFolder } from '../../../database/private-folder'
import { readingThread } from '../../../database/reader-thread'
import type { EngineName } from './engine/engine'
import { published, runInside } from './engine/inside'
import { type Entry, type EventLog, memoryLog, noOutcome } from './event-log'
import { fileShape, migrateFile } from './migrate'
import { noteTouched, type Touched } from './touched'
import { type BeforeCommit, readerAndWriter } from './write-queue'

/** drizzle's builder for either engine. */
type Builder = BaseSQLiteDatabase<'async', unknown>

/** What both the database and an open transaction can do: pass it to functions that work inside and outside of one. */
export interface Reader extends Pick<Builder, 'select' | 'selectDistinct'> {
  $count(table: SQLiteTable, where?: SQL): Promise<number>
  /**
   * Runs a statement that is written by hand. @param isSame it has the same text every time: PostgreSQL keeps its plan.
   * @returns its rows, as they are stored.
   */
  all<T>(statement: SQL, isSame?: boolean): Promise<T[]>
}

export type Statements = Pick<Builder, 'insert' | 'update' | 'delete'>

interface Runs {
  /** Runs a statement that is written by hand. @param isSame as of `all`. */
  run(statement: SQL, isSame?: boolean): Promise<unknown>
}

/** An open transaction. */
export interface Tx extends Reader, Statements, Runs {
  /** Rolls the transaction back. @throws always. */
  rollback(): never
}

/** Queues writes: behind those of the same company, or behind everybody. Reads see what is committed. */
export interface Writer extends Reader, Statements, Runs {
  /**
   * Runs several writes as one. Use only `tx` inside the callback; rejecting rolls back. Do not await anything slow
   * (network, disk) inside: others wait.
   * @param isLong for a write whose time grows with the rows: on a database server it then has no time limit.
   */
  write<T>(work: (tx: Tx) => Promise<T>, isLong?: boolean): Promise<T>
}

/** Runs at the end of every write, in its transaction. @param entries what it published. */
export type AtEnd = (tx: Tx, entries: readonly Entry[]) => Promise<void>

export interface Db extends Reader {
  /** The engine, for what keeps, copies and repairs the file; rules never ask. */
  readonly engine: EngineName
  /** Writes the rows of one company, while other companies are written. */
  company(companyId: number): Writer
  /** Writes one conversation with its ticket and messages, while others of the company are written. */
  conversation(ticket: { companyId: number; id: number }): Writer
  /**
   * Writes what a number reports about its messages, while conversations and other numbers of the company are written.
   */
  number(connection: { companyId: number; id: number }): Writer
  /**
   * Single statements that wait for no other write: for rows that no rule reads before writing and whose changes need
   * no order (channel state, claims, logs, pruning).
   */
  readonly unordered: Statements & Runs & Pick<Reader, 'all'>
  /** Writes what belongs to no company or to several. Rare: everybody waits for it. */
  readonly platform: Writer
  /** Sets what is done at the end of every write that published something. */
  atEnd(work: AtEnd): void
  /** What the writes of all processes leave for consoles. */
  readonly events: EventLog
  /**
   * Runs a read that may take long: a database server gives up after this many milliseconds. A file read cannot be
   * stopped.
   * @returns the rows; null when it gave up.
   */
  within<T>(ms: number, statement: SQL): Promise<T[] | null>
  /**
   * Runs a slow read (figures): of a file on another thread, so that nobody waits; on a database server like any other
   * read. Sees everything committed before.
   */
  readonly aside: Reader
  /** Changes whenever something may have been written, by anybody. */
  changes(): number
  /**
   * Calls back when `changes` goes up, with what was touched of cached data. null when others write to the database as
   * well: then nothing may be cached.
   */
  readonly onChange: ((listener: (touched: Touched) => void) => void) | null
  /** Runs with every commit (keeping/mark.ts). null when the database is not a file of this process. */
  readonly beforeCommit: ((work: BeforeCommit | null) => void) | null
  /**
   * Sets the process (engine/leases.ts) that has to live for anything to be stored; null: none. null itself when no
   * other process is possible.
   */
  readonly guard: ((process: number | null) => void) | null
  /** Writes everything into the file itself and empties the write-ahead log: then a copy of the file is complete. */
  checkpoint(): Promise<void>
  /**
   * Rewrites the whole file, if the database is one, so that no deleted or changed data is left in it, its search
   * indexes or its log. Writers wait; it takes about a second for each 70 MB.
   */
  rewrite(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds another process may hold the file before an operation fails. */
const BUSY_MS = 5_000

/** Deleted words stay in a search index until its segments are merged. */
const REWRITE = [
  'PRAGMA secure_delete = ON',
  "INSERT INTO message_index (message_index) VALUES ('optimize')",
  "INSERT INTO contact_index (contact_index) VALUES ('optimize')",
  "INSERT INTO article_index (article_index) VALUES ('optimize')",
  'VACUUM',
  'PRAGMA wal_checkpoint(TRUNCATE)',
]

async function prepare(client: Client, file: string): Promise<void> {
  await client.execute('PRAGMA journal_mode = WAL')
  await client.execute('PRAGMA synchronous = FULL')
  await client.execute('PRAGMA foreign_keys = ON')
  await client.execute(`PRAGMA busy_timeout = ${BUSY_MS}`)
  await client.execute('PRAGMA cache_size = -32000')
  await client.execute('PRAGMA temp_store = MEMORY')
  // Deleted data is overwritten; measured, this costs nothing beside the wait for the disk.
  await client.execute('PRAGMA secure_delete = ON')
  chmodSync(file, 0o600)
}

/**
 * Opens (creating when needed) `<folder>/workspace.db`: WAL, foreign keys on, migrated, readable by its owner only.
 * @param folder the data folder (TURNO_DATA), made when missing.
 */
export async function openDb(folder: string): Promise<Db> {
  privateFolder(folder)
  const file = join(folder, 'workspace.db')
  const writer = await openForServer(file)
  // Nothing is done to a file that is refused.
  await fileShape(writer)
  await prepare(writer, file)
  await migrateFile(writer, file)
  await noteTouched(writer)
  const reader = await openDatabase(file)
  await prepare(reader, file)
  await reader.execute('PRAGMA query_only = ON')

  const client = readerAndWriter(reader, writer)
  const db = drizzle(client)
  const thread = readingThread(file, BUSY_MS)
  const events = memoryLog()
  let atEnd: AtEnd = async () => {}
  // A file has one writer, whoever it writes for.
  const inTurn = Object.assign(db, {
    async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const outcome = noOutcome()
      const result = await db.transaction(async tx => {
        const worked = await runInside(outcome, async () => {
          const done = await work(tx)
          if (outcome.entries.length > 0) await atEnd(tx, published())
          return done
        })
        for (const statement of outcome.statements) await statement
        return worked
      })
      events.append(outcome)
      for (const begin of outcome.afterwards) begin()
      return result
    },
  })
  return Object.assign(db, {
    engine: 'sqlite' as const,
    company: () => inTurn,
    conversation: () => inTurn,
    number: () => inTurn,
    unordered: inTurn,
    platform: inTurn,
    atEnd(set: AtEnd) {
      atEnd = set
    },
    events,
    aside: drizzle(thread as unknown as Client),
    within: <T>(_ms: number, statement: SQL): Promise<T[]> => db.all<T>(statement),
    rewrite: () =>
      client.alone(async () => {
        // On a thread: this one keeps answering reads.
        await runOffLoop(file, REWRITE)
      }),
    changes: () => client.changes(),
    onChange: client.onChange,
    beforeCommit: client.beforeCommit,
    guard: null,
    async checkpoint() {
      await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    // Queued: a commit may be waiting for the disk.
    async close() {
      await thread.close()
      await client.alone(async () => client.close())
    },
  })
}
