/**
 * Two connections to one file: one reads and one writes. SQLite has one writer; a second connection that wants
 * to write while a transaction is open would block this process' only thread until the busy timeout ends. So every
 * write and every transaction queues on the writing connection, and reads outside a transaction see the last committed state.
 */
import type { Client, InArgs, InStatement, ResultSet, Transaction, TransactionMode } from '@libsql/client'
import { isRead, refuseInside } from './engine/inside'

/** A mutex of the writing connection: turns in the order they were asked for. */
function mutex() {
  let last: Promise<void> = Promise.resolve()
  return (): Promise<() => void> => {
    const before = last
    let leave: () => void = () => {}
    last = new Promise(resolve => {
      leave = resolve
    })
    return before.then(() => leave)
  }
}

function sqlOf(statement: InStatement | string): string {
  return typeof statement === 'string' ? statement : statement.sql
}

/**
 * Joins two clients of the same file into one that Drizzle can use.
 * @throws Error from a write that is issued inside a `transaction` callback without using its `tx`: that would deadlock.
 */
export function readerAndWriter(reader: Client, writer: Client): Client {
  const turn = mutex()

  const onWriter = async <T>(sql: string, work: () => Promise<T>): Promise<T> => {
    refuseInside(sql)
    const leave = await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    protocol: 'file',
    get closed() {
      return writer.closed
    },
    execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
      const full: InStatement =
        typeof statement === 'string' ? { sql: statement, ...(args ? { args } : {}) } : statement
      const sql = sqlOf(full)
      return isRead(sql) ? reader.execute(full) : onWriter(sql, () => writer.execute(full))
    },
    batch(statements, mode: TransactionMode = 'write') {
      return onWriter('batch', () => writer.batch(statements, mode))
    },
    migrate: statements => onWriter('migrate', () => writer.migrate(statements)),
    executeMultiple: sql => onWriter(sql, () => writer.executeMultiple(sql)),
    async transaction(mode: TransactionMode = 'write'): Promise<Transaction> {
      refuseInside('transaction')
      const leave = await turn()
      let open: Transaction
      try {
        open = await writer.transaction(mode)
      } catch (error) {
        leave()
        throw error
      }
      const settle = (work: () => Promise<void>) => async () => {
        try {
          await work()
        } finally {
          leave()
        }
      }
      return {
        execute: (s: InStatement) => open.execute(s),
        batch: s => open.batch(s),
        executeMultiple: s => open.executeMultiple(s),
        commit: settle(() => open.commit()),
        rollback: settle(() => open.rollback()),
        close: () => {
          open.close()
          leave()
        },
        get closed() {
          return open.closed
        },
      } as Transaction
    },
    sync: () => writer.sync(),
    reconnect: () => writer.reconnect(),
    close() {
      reader.close()
      writer.close()
    },
  }
}
