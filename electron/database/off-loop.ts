/**
 * Long statements on a thread of their own. Both drivers work synchronously: a check or a `VACUUM` of a grown file would stand
 * still with every window of the program.
 */
import { Worker } from 'node:worker_threads'

/** Runs in the thread, as CommonJS: opens the file by libsql, or by Node's own SQLite where there is no libsql. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { createRequire } = require('node:module')
const { file, statements, from, busyMs } = workerData
const open = () => {
  try {
    const Database = createRequire(from)('libsql')
    const db = new Database(file)
    return { all: sql => db.prepare(sql).all(), exec: sql => db.exec(sql), close: () => db.close() }
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_DLOPEN_FAILED') throw error
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const db = new DatabaseSync(file)
    return { all: sql => db.prepare(sql).all(), exec: sql => db.exec(sql), close: () => db.close() }
  }
}
const db = open()
try {
  db.exec('PRAGMA busy_timeout = ' + busyMs)
  const answers = statements.map(sql => {
    if (/^(?:pragma|select)/i.test(sql)) return db.all(sql).map(row => Object.values(row).map(String))
    db.exec(sql)
    return []
  })
  parentPort.postMessage(answers)
} finally {
  db.close()
}
`

/**
 * Runs statements one after the other on a connection of their own; writers elsewhere have to wait meanwhile.
 * @returns of each statement its rows, as text; none for what answers nothing.
 * @throws the first statement's error, with the driver's `code`; nothing after it is run.
 */
export function runOffLoop(
  file: string,
  statements: readonly string[],
  busyMs = 5_000,
): Promise<string[][][]> {
  return new Promise((resolve, reject) => {
    let answer: string[][][] | null = null
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { file, statements, from: import.meta.url, busyMs },
    })
    worker.on('message', (message: string[][][]) => {
      answer = message
    })
    worker.on('error', reject)
    worker.on('exit', code => {
      if (answer) resolve(answer)
      else reject(new Error(`the database thread ended early (${code})`))
    })
  })
}
