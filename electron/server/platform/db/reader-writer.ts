/**
 * Two connections to one file, one for reading and one for writing. SQLite has one writer; a second connection that
 * wants to write during a transaction would block this process's only thread until the busy timeout. So all writes and
 * transactions queue on the writing connection, and other reads see the last committed state.
 */
import type { Client, InArgs, InStatement, ResultSet, Transaction } from '@libsql/client'
import { isRead, refuseInside } from './engine/inside'
import { type Touched, takeTouched } from './touched'
import { type BeforeCommit, writeQueue } from './write-queue'

/** A client that queues work as a writer, without a transaction. */
export interface InTurns extends Client {
  /** Runs work while nothing is being written. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Goes up with every commit that changed something. */
  changes(): number
  /** Calls back in the moment `changes` goes up, with what the commit touched. */
  onChange(listener: (touched: Touched) => void): void
  /** Runs with every commit that changed something; null: nothing. */
  beforeCommit(work: BeforeCommit | null): void
}

/** Statements that may share a transaction with others. */
const CHANGES_ROWS = /^\s*(?:insert|update|delete|replace)\b/i

/**
 * Joins two clients of the same file into one that Drizzle can use.
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
