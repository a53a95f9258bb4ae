/**
 * The writers of one connection, one after the other; those that wait share one transaction, because each commit waits
 * for the disk. A writer is answered only when the shared commit has ended: a failing writer rolls back its own part, a
 * failing commit all of them.
 */
import type { Client, InArgs, InStatement, ResultSet, Transaction } from '@libsql/client'
import { isRead, refuseInside } from './engine/inside'
import { type Touched, takeTouched } from './touched'

/** Most writers of one commit, and how long the first may wait for the others. */
const MOST = 100
const LONGEST_MS = 20

const ONLY_READS = /^\s*select\b/i
const CHANGES_ROWS = /^\s*(?:insert|update|delete|replace)\b/i

/** Whether an executed statement changed anything. */
const leftSomething = (sql: string, { rowsAffected, rows }: ResultSet): boolean =>
  CHANGES_ROWS.test(sql) ? rowsAffected > 0 || rows.length > 0 : !ONLY_READS.test(sql)

const sqlOf = (statement: InStatement): string => (typeof statement === 'string' ? statement : statement.sql)

/** A transaction shared by writers until it is committed. */
interface Shared {
  tx: Transaction
  writers: number
  since: number
  wrote: boolean
  /** Resolves when the data is on the disk, for one writer after the other in their order. */
  ended(): Promise<void>
  end(outcome: { error: unknown } | 'written'): void
}

function sharedOf(tx: Transaction): Shared {
  const waiting: (() => void)[] = []
  let outcome: { error: unknown } | 'written' | null = null
  const settle = (resolve: () => void, reject: (error: unknown) => void): void =>
    outcome === 'written' ? resolve() : reject(outcome?.error)
  return {
    tx,
    writers: 0,
    since: performance.now(),
    wrote: false,
    ended: () =>
      new Promise((resolve, reject) => {
        if (outcome) settle(resolve, reject)
        else waiting.push(() => settle(resolve, reject))
      }),
    end(how) {
      if (outcome) return
      outcome = how
      // What a writer reads and publishes after its commit comes before what the next one publishes.
      for (const answer of waiting) setImmediate(answer)
    },
  }
}

export interface WriteQueue {
  /** A writer's own transaction, when its turn comes. */
  begin(): Promise<Transaction>
  /** Runs one statement that writes. */
  execute(statement: InStatement): Promise<ResultSet>
  /** Runs work outside of any transaction, in its turn. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Goes up with every commit that changed something. */
  changes(): number
  /** Calls back in the moment `changes` goes up, with what the commit touched. */
  onChange(listener: (touched: Touched) => void): void
  /** Runs with every commit that changed something; null: nothing. */
  beforeCommit(work: BeforeCommit | null): void
}

/**
 * Runs inside a transaction right before its commit.
 * @returns what runs after the commit, before any of its writers is answered.
 */
export type BeforeCommit = (tx: Transaction) => Promise<() => Promise<void>>

/**
 * @param client used by nothing else.
 * @param take what an open transaction touched, asked right before its commit; without it, everything.
 */
export function writeQueue(
  client: Client,
  take: (tx: Transaction) => Promise<Touched> = async () => 'everything',
): WriteQueue {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  let shared: Shared | null = null
  let changes = 0
  let beforeCommit: BeforeCommit | null = null
  const listeners: ((touched: Touched) => void)[] = []
  const changed = (touched: Touched): void => {
    changes += 1
    for (const listener of listeners) listener(touched)
  }

  /** Waits for everybody who asked before. @returns lets the next one in. */
  const turn = async (): Promise<() => void> => {
    const before = last
    let leave: () => void = () => undefined
    last = new Promise(resolve => {
      leave = resolve
    })
    waiting += 1
    await before
    waiting -= 1
    return leave
  }

  const close = async (): Promise<void> => {
    const ending = shared
    shared = null
    if (!ending) return
    try {
      if (ending.wrote) {
        const touched = await take(ending.tx)
        const afterwards = await beforeCommit?.(ending.tx)
        await ending.tx.commit()
        changed(touched)
        await afterwards?.()
      } else await ending.tx.rollback()
      ending.end('written')
    } catch (error) {
      // It is unknown what reached the disk.
      changed('everything')
      ending.tx.close()
      ending.end({ error })
    }
  }

  /** After a writer has done its part: the next one joins, or the commit is made. */
  const next = async (leave: () => void): Promise<void> => {
    try {
      const { writers, since } = shared ?? { writers: 0, since: 0 }
      const joins = waiting > 0 && writers < MOST && performance.now() - since < LONGEST_MS
      if (!joins) await close()
    } finally {
      leave()
    }
  }

  const enter = async (): Promise<{ mine: Shared; leave: () => void }> => {
    const leave = await turn()
    try {
      shared ??= sharedOf(await client.transaction('write'))
      shared.writers += 1
      return { mine: shared, leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Drops a transaction that SQLite has rolled back as a whole (a full disk). */
  const abandon = (mine: Shared, error: unknown): void => {
    if (shared === mine) shared = null
    mine.tx.close()
    mine.end({ error })
  }

  async function begin(): Promise<Transaction> {
    const { mine, leave } = await enter()
    const { tx } = mine
    let open = true
    /** @throws why the commit failed. */
    const endPart = async (sql: string): Promise<void> => {
      open = false
      const ended = mine.ended()
      try {
        if (shared === mine) await tx.execute(sql)
      } catch (error) {
        abandon(mine, error)
      }
      await Promise.all([next(leave), ended])
    }
    const running = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        if (tx.closed) abandon(mine, error)
        throw error
      }
    }
    const own: Transaction = {
      execute: (statement: InStatement) =>
        running(async () => {
          const result = await tx.execute(statement)
          mine.wrote ||= leftSomething(sqlOf(statement), result)
          return result
        }),
      batch: statements => {
        mine.wrote = true
        return running(() => tx.batch(statements))
      },
      executeMultiple: sql => {
        mine.wrote = true
        return running(() => tx.executeMultiple(sql))
      },
      commit: () => endPart('RELEASE writer'),
      async rollback() {
        // The failure may be caused by what another writer wrote: it waits for that result, too.
        if (open) await endPart('ROLLBACK TO writer').catch(() => undefined)
      },
      close: () => void own.rollback().catch(() => undefined),
      get closed() {
        return !open || tx.closed
      },
    }
    try {
      await tx.execute('SAVEPOINT writer')
      return own
    } catch (error) {
      abandon(mine, error)
      leave()
      throw error
    }
  }

  return {
    begin,
    changes: () => changes,
    onChange: listener => void listeners.push(listener),
    beforeCommit(work) {
      beforeCommit = work
    },
    async execute(statement) {
      const { mine, leave } = await enter()
      let result: ResultSet
      try {
        result = await mine.tx.execute(statement)
        mine.wrote ||= leftSomething(sqlOf(statement), result)
      } catch (error) {
        if (mine.tx.closed) abandon(mine, error)
        await Promise.all([next(leave), mine.ended().catch(() => undefined)])
        throw error
      }
      await Promise.all([next(leave), mine.ended()])
      return result
    },
    async alone(work) {
      const leave = await turn()
      try {
        await close()
        return await work()
      } finally {
        changed('everything')
        leave()
      }
    },
  }
}

/** A client that queues work as a writer, without a transaction. */
interface InTurns extends Client {
  /** Runs work while nothing is being written. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Goes up with every commit that changed something. */
  changes(): number
  /** Calls back in the moment `changes` goes up, with what the commit touched. */
  onChange(listener: (touched: Touched) => void): void
  /** Runs with every commit that changed something; null: nothing. */
  beforeCommit(work: BeforeCommit | null): void
}

/**
 * Joins two clients of the same file, one for reading and one for writing, into one that Drizzle can use. SQLite has one
 * writer; a second connection that wants to write during a transaction would block this process's only thread until the
 * busy timeout. So all writes and transactions queue on the writing connection, and other reads see the last committed
 * state.
 * @throws Error from a write that is issued inside a `transaction` callback without using its `tx`: that would deadlock.
 */
export function readerAndWriter(reader: Client, writer: Client): InTurns {
  const queue = writeQueue(writer, takeTouched)
  const alone = <T>(sql: string, work: () => Promise<T>): Promise<T> => {
    refuseInside(sql)
    return queue.alone(work)
  }

  return {
    alone: work => alone('alone', work),
    changes: () => queue.changes(),
    onChange: listener => queue.onChange(listener),
    beforeCommit: work => queue.beforeCommit(work),
    protocol: 'file',
    get closed() {
      return writer.closed
    },
    async execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
      const whole = typeof statement === 'string' ? { sql: statement, ...(args ? { args } : {}) } : statement
      const { sql } = whole
      if (isRead(sql)) return await reader.execute(whole)
      if (!CHANGES_ROWS.test(sql)) return await alone(sql, () => writer.execute(whole))
      refuseInside(sql)
      return await queue.execute(whole)
    },
    batch: (statements, mode = 'write') => alone('batch', () => writer.batch(statements, mode)),
    migrate: statements => alone('migrate', () => writer.migrate(statements)),
    executeMultiple: sql => alone(sql, () => writer.executeMultiple(sql)),
    async transaction(): Promise<Transaction> {
      refuseInside('transaction')
      return await queue.begin()
    },
    sync: () => writer.sync(),
    reconnect: () => writer.reconnect(),
    close() {
      reader.close()
      writer.close()
    },
  }
}
