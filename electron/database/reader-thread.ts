/**
 * Reads of a file on a thread of their own, over a connection of their own: drivers work synchronously, and this thread answers others
 * meanwhile. Each statement sees what was committed when it began.
 */
import { Worker } from 'node:worker_threads'
import type { Client, InArgs, InStatement, ResultSet } from '@libsql/client'
import { DatabaseError } from './errors'
import { OPEN_SOURCE } from './thread-source'
import { argumentsOf, toResult, toRow } from './values'

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { file, from, busyMs, most } = workerData
${OPEN_SOURCE}
const db = open(file, from)
for (const pragma of ['busy_timeout = ' + busyMs, 'cache_size = -32000', 'temp_store = MEMORY', 'query_only = ON'])
  db.exec('PRAGMA ' + pragma)
const kept = new Map()
const compiled = sql => {
  const run = kept.get(sql) ?? db.prepare(sql)
  kept.delete(sql)
  kept.set(sql, run)
  if (kept.size > most) kept.delete(kept.keys().next().value)
  return run
}
parentPort.on('message', asked => {
  if (asked === 'end') {
    kept.clear()
    db.close()
    parentPort.close()
    return
  }
  const { id, sql, values } = asked
  try {
    parentPort.postMessage({ id, ...compiled(sql)(values) })
  } catch (error) {
    kept.delete(sql)
    parentPort.postMessage({ id, error: String(error.message), code: error.code })
  }
})
`

/** Statements kept compiled. */
const MOST_KEPT = 100
/** How long one statement may take before the thread is given up, and how long an idle thread, which holds some 20 MB, stays. Milliseconds. */
const LIMIT_MS = 60_000
const IDLE_MS = 20_000

interface Answer {
  id: number
  columns: string[]
  rows: unknown[][]
  error?: string
  code?: string
}

interface Waiting {
  resolve(result: ResultSet): void
  reject(error: unknown): void
}

/** A thread, and who waits for it. */
interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
  limit?: NodeJS.Timeout
}

/** What drizzle needs of a client to read. */
export type ReadingThread = Pick<Client, 'execute'> & { close(): Promise<void> }

/**
 * A client that only reads. Its thread begins with the first statement and ends after twenty seconds without any.
 * @param file absolute path; it exists.
 * @param busyMs how long a statement waits for another connection, milliseconds.
 * @returns its statements are rejected with the driver's `code`; THREAD_ENDED where one took longer than a minute, and CLIENT_CLOSED.
 */
export function readingThread(file: string, busyMs = 5_000): ReadingThread {
  let thread: Thread | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  let last = 0

  function fail(of: Thread, error: unknown): void {
    if (thread === of) thread = null
    clearTimeout(of.limit)
    for (const { reject } of of.waiting.values()) reject(error)
    of.waiting.clear()
  }

  /** One after the other: the clock is that of the one at work. */
  function watch(of: Thread): void {
    clearTimeout(of.limit)
    if (of.waiting.size === 0) return
    of.limit = setTimeout(() => {
      fail(of, new DatabaseError('THREAD_ENDED', 'A statement took too long'))
      void of.worker.terminate()
    }, LIMIT_MS)
    of.limit.unref()
  }

  function begin(): Thread {
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { file, from: import.meta.url, busyMs, most: MOST_KEPT },
    })
    const begun: Thread = { worker, waiting: new Map() }
    worker.on('message', ({ id, columns, rows, error, code }: Answer) => {
      const asked = begun.waiting.get(id)
      begun.waiting.delete(id)
      watch(begun)
      if (begun.waiting.size === 0) rest(begun)
      if (error !== undefined) asked?.reject(new DatabaseError(code ?? 'SQLITE_ERROR', error))
      else
        asked?.resolve(
          toResult({
            columns,
            columnTypes: columns.map(() => ''),
            rows: rows.map(row => toRow(row, columns)),
            rowsAffected: 0,
            lastInsertRowid: undefined,
          }),
        )
    })
    worker.on('error', error => fail(begun, error))
    worker.on('exit', () => fail(begun, new DatabaseError('THREAD_ENDED', 'The reading thread ended')))
    return begun
  }

  /** Keeps no process alive, and does not stay for ever. */
  function rest(of: Thread): void {
    of.worker.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (thread !== of || of.waiting.size > 0) return
      thread = null
      of.worker.postMessage('end')
    }, IDLE_MS)
    idle.unref()
  }

  return {
    execute: (statement: InStatement | string, args?: InArgs) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new DatabaseError('CLIENT_CLOSED', 'The client is closed')
        const whole = typeof statement === 'string' ? { sql: statement, args } : statement
        const values = argumentsOf(whole.args)
        thread ??= begin()
        const id = ++last
        thread.waiting.set(id, { resolve, reject })
        thread.worker.ref()
        if (thread.waiting.size === 1) watch(thread)
        thread.worker.postMessage({ id, sql: whole.sql, values })
      }),
    async close() {
      isClosed = true
      clearTimeout(idle)
      const open = thread
      if (!open) return
      const gone = new Promise(resolve => open.worker.once('exit', resolve))
      open.worker.postMessage('end')
      await gone
    },
  }
}
