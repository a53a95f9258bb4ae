/**
 * The one file main keeps for the console: `<dataDir>/console.db` (outbox, drafts, attachments, cache).
 * Two connections to it: what must survive a power cut is committed through a connection that waits for the disk,
 * what can be asked for again (the cache) through one that does not. The driver works synchronously inside each call,
 * so the two never wait for one another.
 */
import { chmodSync, closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, InStatement, InValue, Row } from '@libsql/client'
import { runOffLoop } from '../../database/off-loop'
import { driverInUse, openDatabase } from '../../database/open'
import { privateFolder } from '../../database/private-folder'
import { byVersion, runSteps } from '../../database/run-steps'
import type { Log } from '../log/log'
import { migrations } from './migrations'
import { type Recovery, recover } from './recover'
import { forgetScope } from './scoped'

export type Statement = { sql: string; args?: InValue[] }
/** What one statement of a transaction did. */
interface Done {
  rowsAffected: number
  /** Row number of the last insert, 0 when nothing was inserted. */
  lastRow: number
  rows: Row[]
}

/** Whose is what is kept: an account (id) of a company on one server. */
interface Account {
  server: string
  companyId: number | null
  userId: number
}

export interface LocalDb {
  readonly file: string
  /** What had to be done about a damaged file at opening; null when it was sound. */
  readonly recovery: Recovery | null
  all(sql: string, args?: InValue[]): Promise<Row[]>
  /** One transaction that is on the disk when this resolves. Rejecting leaves nothing of it. */
  write(statements: Statement[]): Promise<Done[]>
  /** One transaction that survives a crash of the program, but not necessarily a power cut. */
  writeRelaxed(statements: Statement[]): Promise<void>
  /** Several statements separated by semicolons, relaxed (index rebuilds, table renewal). */
  script(sql: string): Promise<void>
  /** The number of an account's rows, given at its first sign-in. */
  scopeOf(account: Account): Promise<number>
  /** Forgets an account: outbox, drafts, attachment rows; not what only this computer keeps (./scoped). Freed pages are overwritten and given back. */
  eraseScope(scope: number): Promise<void>
  /** Gives freed pages back and empties the write-ahead log, so that what was deleted is nowhere in the file. */
  compact(): Promise<void>
  /** The same for a deletion that nobody waits for: a big file is written anew at the next start, where no message waits. */
  compactSoon(): Promise<void>
  close(): Promise<void>
}

const BUSY_MS = 5_000
/** A file up to this size (512 KiB) is checked or rewritten in less than the start of a thread takes: that is done on the spot. */
const SMALL_PAGES = 128
/** A file up to this size (64 MiB) is written anew while somebody works: it takes about a second, in which nothing is accepted. */
const QUICK_PAGES = 16_384
const DAMAGED = /SQLITE_(CORRUPT|NOTADB)|malformed|not a database/i

/** Whether an error of the driver means that the file itself is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && DAMAGED.test(`${(error as { code?: string }).code ?? ''} ${error.message}`)
}

const pagesOf = async (client: Client): Promise<number> =>
  Number((await client.execute('PRAGMA page_count')).rows[0]?.[0])
const isSmall = async (client: Client): Promise<boolean> => (await pagesOf(client)) <= SMALL_PAGES

/** Deleted words stay in a search index until its segments are merged. */
const COMPACT = [
  'PRAGMA secure_delete = ON',
  ...['message_words', 'contact_words', 'ticket_words'].map(
    name => `INSERT INTO ${name} (${name}) VALUES ('optimize')`,
  ),
  'VACUUM',
  'PRAGMA wal_checkpoint(TRUNCATE)',
]

async function connect(file: string, synchronous: 'FULL' | 'NORMAL'): Promise<Client> {
  const client = await openDatabase(file)
  try {
    await client.execute(`PRAGMA busy_timeout = ${BUSY_MS}`)
    await client.execute('PRAGMA journal_mode = WAL')
    await client.execute(`PRAGMA synchronous = ${synchronous}`)
    await client.execute('PRAGMA foreign_keys = ON')
    await client.execute('PRAGMA secure_delete = ON')
    await client.execute('PRAGMA temp_store = MEMORY')
    await client.execute('PRAGMA cache_size = -16000')
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/** Opens and checks a file; a full check runs only when the last run did not end properly, because it reads everything. */
async function openSound(file: string): Promise<Client> {
  // Before SQLite makes it: the write-ahead log takes its permissions from the file.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const client = await connect(file, 'FULL')
  try {
    await runSteps(client, 'console.db', migrations, byVersion)
    const clean = await client.execute("SELECT value FROM meta WHERE key = 'closed'")
    if (clean.rows[0]?.value === '0') {
      const check = 'PRAGMA quick_check(1)'
      const result = (await isSmall(client))
        ? String((await client.execute(check)).rows[0]?.[0] ?? 'ok')
        : ((await runOffLoop(file, [check]))[0]?.[0]?.[0] ?? 'ok')
      if (result !== 'ok') throw new Error(`database disk image is malformed: ${result.slice(0, 120)}`)
    }
    await client.execute(
      "INSERT INTO meta VALUES ('closed', '0') ON CONFLICT (key) DO UPDATE SET value = '0'",
    )
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

/**
 * Opens (creating when needed) the console's file.
 * A damaged file is moved aside, a fresh one takes its place, and what can still be read of outbox and drafts is
 * carried over; `recovery` holds what happened.
 * @param dataDir folder of the program's data; made when missing, readable by its owner only.
 * @throws Error when the file belongs to a newer version of the program, or the disk refuses.
 */
export async function openLocalDb(deps: { dataDir: string; log: Log }): Promise<LocalDb> {
  const { dataDir, log } = deps
  privateFolder(dataDir)
  const file = join(dataDir, 'console.db')
  let recovery: Recovery | null = null
  let durable: Client
  try {
    durable = await openSound(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    log.error('console.db is damaged, starting a fresh one', { error })
    const salvage = recover(file)
    durable = await openSound(file)
    recovery = await salvage.carryOver(durable)
    log.warn('console.db recovered', { ...recovery })
  }
  const relaxed = await connect(file, 'NORMAL')
  log.info('console.db opened', { driver: await driverInUse() })
  let damaged = false
  let closed = false

  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      // The next start checks the whole file.
      if (isDamage(error)) damaged = true
      throw error
    }
  }

  /** Resolves when no compaction is under way: a writer that met one would wait, and the program with it. */
  let compacting: Promise<unknown> = Promise.resolve()
  const compact = (): Promise<void> => {
    const mine = compacting.then(async () => {
      await durable.execute("DELETE FROM meta WHERE key = 'compact'")
      if (await isSmall(relaxed)) for (const sql of COMPACT) await relaxed.execute(sql)
      else await runOffLoop(file, COMPACT)
    })
    compacting = mine.catch(() => undefined)
    return mine.then(() => undefined)
  }
  /** Several deletions of a moment wait for one and the same compaction. */
  let soon: Promise<void> | null = null
  const compactSoon = async (): Promise<void> => {
    await writing(() => durable.execute("INSERT INTO meta VALUES ('compact', '1') ON CONFLICT DO NOTHING"))
    if ((await pagesOf(relaxed)) > QUICK_PAGES) return
    soon ??= compacting.then(() => {
      soon = null
      return compact()
    })
    await soon
  }
  const writing = async <T>(work: () => Promise<T>): Promise<T> => {
    await compacting
    return guard(work)
  }

  const [due] = (await relaxed.execute("SELECT 1 FROM meta WHERE key = 'compact'")).rows
  if (due) await compact().catch(error => log.warn('console.db could not be written anew', { error }))

  return {
    file,
    recovery,
    all: (sql, args = []) => guard(async () => (await relaxed.execute({ sql, args })).rows),
    write: statements =>
      writing(async () => {
        const results = await durable.batch(statements as InStatement[], 'write')
        return results.map(r => ({
          rowsAffected: r.rowsAffected,
          lastRow: Number(r.lastInsertRowid ?? 0),
          rows: r.rows,
        }))
      }),
    writeRelaxed: statements =>
      writing(async () => {
        await relaxed.batch(statements as InStatement[], 'write')
      }),
    script: sql => writing(() => relaxed.executeMultiple(sql)),
    scopeOf: account =>
      writing(async () => {
        const key = JSON.stringify([account.server, account.companyId, account.userId])
        const [, found] = await durable.batch(
          [
            {
              sql: 'INSERT INTO scopes (key, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
              args: [key, Date.now()],
            },
            { sql: 'SELECT id FROM scopes WHERE key = ?', args: [key] },
          ],
          'write',
        )
        return Number(found?.rows[0]?.id)
      }),
    eraseScope: scope =>
      writing(async () => {
        await forgetScope(durable, scope)
        await compact()
        for (const name of readdirSync(dataDir)) {
          if (name.startsWith('console.db.damaged-')) rmSync(join(dataDir, name), { force: true })
        }
      }),
    compact: () => guard(compact),
    compactSoon: () => guard(compactSoon),
    async close() {
      if (closed) return
      closed = true
      await compacting
      try {
        if (!damaged) {
          await durable.execute("UPDATE meta SET value = '1' WHERE key = 'closed'")
          await durable.execute('PRAGMA wal_checkpoint(TRUNCATE)')
        }
      } catch (error) {
        log.warn('console.db could not be closed cleanly', { error })
      } finally {
        relaxed.close()
        durable.close()
      }
    },
  }
}
