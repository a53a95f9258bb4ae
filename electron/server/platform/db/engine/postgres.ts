/** Opens a workspace's database on PostgreSQL. */
import type { SQL } from 'drizzle-orm'
import type { AtEnd, Db, Tx, Writer } from '../client'
import { migrations } from '../migrations'
import { published } from './inside'
import { type Connections, connections } from './postgres-connection'
import { databaseOver, transactionOver } from './postgres-database'
import { dialect } from './postgres-dialect'
import { type PostgresEvents, postgresEvents } from './postgres-events'
import { migratePostgres } from './postgres-migrate'
import type { Scope } from './write-locks'

const PGVECTOR = "select 1 from pg_available_extensions where name = 'vector' and installed_version is null"

/** Installs pgvector if possible; without it only likeness gets slower (likeness.ts). */
async function addPgvector(on: Connections): Promise<void> {
  const [offered] = (await on.query({ text: PGVECTOR, values: [], inArrays: false })).rows
  const add = { text: 'create extension if not exists vector', values: [], inArrays: false }
  if (offered) await on.single(add).catch(() => {})
}

/**
 * @param url `postgres://user:password@host/database`.
 * @param onTrouble gets the errors of idle connections that broke.
 * @param directUrl the database's own address when `url` is a pooler in transaction mode: for the listening connection.
 * @throws DatabaseLost when it cannot be reached; Error when it belongs to a newer version.
 */
export async function openPostgres(
  url: string,
  onTrouble: (error: Error) => void = () => {},
  directUrl: string | null = null,
): Promise<Db> {
  let log: PostgresEvents | null = null
  let atEnd: AtEnd = async () => {}
  const open = connections(url, {
    onTrouble,
    onWritten: entries => log?.written(entries),
    pooled: directUrl !== null,
  })
  let events: PostgresEvents
  try {
    await migratePostgres(open, migrations)
    await addPgvector(open)
    events = await postgresEvents(directUrl ?? url, open, onTrouble)
    log = events
  } catch (error) {
    await open.close()
    throw error
  }
  const writerOf = (scope: Scope): Writer => {
    const scoped = open.inScope(scope)
    return Object.assign(databaseOver(scoped), {
      write: <T>(work: (tx: Tx) => Promise<T>, isLong = false): Promise<T> =>
        scoped.transaction(async connection => {
          const tx = transactionOver(connection)
          const done = await work(tx)
          const entries = published()
          if (entries.length > 0) await atEnd(tx, entries)
          return done
        }, isLong),
    })
  }
  let asked = 0
  const whole = databaseOver(open)
  return Object.assign(whole, {
    aside: whole,
    engine: 'postgres' as const,
    company: (companyId: number) => writerOf({ companyId }),
    conversation: ({ companyId, id }: { companyId: number; id: number }) =>
      writerOf({ companyId, ticketId: id }),
    number: ({ companyId, id }: { companyId: number; id: number }) => writerOf({ companyId, whatsappId: id }),
    unordered: databaseOver({ query: open.single }),
    platform: writerOf('platform'),
    atEnd(set: AtEnd) {
      atEnd = set
    },
    events,
    async within<T>(ms: number, statement: SQL): Promise<T[] | null> {
      const { sql: text, params } = dialect.sqlToQuery(statement)
      const answer = await open.within(ms, { text, values: params, inArrays: false })
      return answer && (answer.rows as T[])
    },
    // Other processes write to it, too.
    changes: () => ++asked,
    onChange: null,
    beforeCommit: null,
    guard: open.guard,
    checkpoint: () => Promise.resolve(),
    rewrite: () => Promise.resolve(),
    async close() {
      await events.close()
      await open.close()
    },
  })
}
