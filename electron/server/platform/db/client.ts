/** Opens the workspace file and brings it to the present shape. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import type { SQL } from 'drizzle-orm'
// The same as of 'drizzle-orm/libsql', which loads libsql's native module at once: not every system has one.
import { drizzle } from 'drizzle-orm/libsql/web'
import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { runOffLoop } from '../../../database/off-loop'
import { openDatabase, openForServer } from '../../../database/open'
import { privateFolder } from '../../../database/private-folder'
import { readingThread } from '../../../database/reader-thread'
import { byId, runSteps } from '../../../database/run-steps'
import type { EngineName } from './engine/engine'
import { published, runInside } from './engine/inside'
import { type Entry, type EventLog, memoryLog, noOutcome } from './event-log'
import { type Migration, migrations } from './migrations'
import { readerAndWriter } from './reader-writer'
import { noteTouched, type Touched } from './touched'
import type { BeforeCommit } from './write-queue'

/** drizzle's builder over either engine. */
type Builder = BaseSQLiteDatabase<'async', unknown>

/** What both the database and an open transaction can do: pass it to functions that work inside and outside of one. */
export interface Reader extends Pick<Builder, 'select' | 'selectDistinct'> {
  $count(table: SQLiteTable, where?: SQL): Promise<number>
  /** Runs a statement that is written by hand. @returns its rows, as they are stored. */
  all<T>(statement: SQL): Promise<T[]>
}

export type Statements = Pick<Builder, 'insert' | 'update' | 'delete'>

interface Runs {
  /** Runs a statement that is written by hand. */
  run(statement: SQL): Promise<unknown>
}

/** An open transaction. */
export interface Tx extends Reader, Statements, Runs {
  /** Gives up what the transaction did. @throws always. */
  rollback(): never
}

/** Writes in turn with others: with those of the same company, or with everybody. Reads what is committed. */
export interface Writer extends Reader, Statements, Runs {
  /**
   * Runs several writes as one. Inside the callback use `tx` only; rejecting rolls back. Do not await anything slow
   * (network, disk) inside: others wait.
   * @param isLong of a write that takes as long as there are rows: where the database runs beside this process, it then has
   *   no limit.
   */
  write<T>(work: (tx: Tx) => Promise<T>, isLong?: boolean): Promise<T>
}

/** What is done at the end of every write, in its transaction. @param entries what it published. */
export type AtEnd = (tx: Tx, entries: readonly Entry[]) => Promise<void>

export interface Db extends Reader {
  /** Rules never ask; what keeps, copies and mends the file does. */
  readonly engine: EngineName
  /** Writes what belongs to one company, while other companies may be writing: nothing of theirs is touched. */
  company(companyId: number): Writer
  /** Writes one conversation, its ticket and its messages, while others of the company may be written. */
  conversation(ticket: { companyId: number; id: number }): Writer
  /** Writes what a number reports of its messages, while conversations and other numbers of the company may be written. */
  number(connection: { companyId: number; id: number }): Writer
  /**
   * Single statements, in no order with other writes and waiting for none: for rows of which no rule reads one before it
   * writes, and whose changes are published in no order (what a channel notes for itself, claims, logs, what is pruned).
   */
  readonly unordered: Statements & Runs & Pick<Reader, 'all'>
  /** Writes what belongs to no company or to several, while nobody else writes. Rare: everybody waits for it. */
  readonly platform: Writer
  /** Sets what is done at the end of every write that published something. */
  atEnd(work: AtEnd): void
  /** What the writes of all processes leave for consoles. */
  readonly events: EventLog
  /**
   * Reads what may take long: where the database runs beside this process, it gives up after so many milliseconds. Reading
   * a file cannot be stopped.
   * @returns the rows; null where it gave up.
   */
  within<T>(ms: number, statement: SQL): Promise<T[] | null>
  /**
   * Reads what takes some time (figures): of a file on another thread, so that nobody waits for it; where the database runs beside
   * this process it is the same as reading from here. Sees all that was committed before it was asked.
   */
  readonly aside: Reader
  /** Another number than before where something may have been written since, by whomever. */
  changes(): number
  /**
   * Calls back in the moment `changes` goes up, with what was touched of what may be kept. null where others write to the
   * database as well: nothing that was read of it may be kept.
   */
  readonly onChange: ((listener: (touched: Touched) => void) => void) | null
  /** Sets what is done with every commit (keeping/mark.ts). null where the database is no file of this process. */
  readonly beforeCommit: ((work: BeforeCommit | null) => void) | null
  /**
   * Sets the process (engine/leases.ts) that has to live for anything to be stored; null: none has to. null itself where no
   * other process can be.
   */
  readonly guard: ((process: number | null) => void) | null
  /** Puts everything into the file itself and empties the write-ahead log: a copied file is then a whole one. */
  checkpoint(): Promise<void>
  /**
   * Writes the whole file anew, where the database is one: nothing that was deleted or changed is left in it, in its search
   * indexes or in its log. Writers wait meanwhile; it takes about a second for each 70 MB.
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
  // What is deleted is overwritten: measured, it costs nothing beside the wait for the disk.
  await client.execute('PRAGMA secure_delete = ON')
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
        // On a thread: this one goes on answering whoever reads.
        await runOffLoop(file, REWRITE)
      }),
    changes: () => client.changes(),
    onChange: client.onChange,
    beforeCommit: client.beforeCommit,
    guard: null,
    async checkpoint() {
      await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    // In its turn: a commit may be waiting for the disk.
    async close() {
      await thread.close()
      await client.alone(async () => client.close())
    },
  })
}
