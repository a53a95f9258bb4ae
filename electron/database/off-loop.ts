/**
 * Long statements on a thread of their own. Both drivers work synchronously: a check or a `VACUUM` of a grown file would stand
 * still with every window of the program.
 */
import { Worker } from 'node:worker_threads'
import { OPEN_SOURCE } from './thread-source'

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { file, statements, from, busyMs } = workerData
${OPEN_SOURCE}
const db = open(file, from)
try {
  db.exec('PRAGMA busy_timeout = ' + busyMs)
  const answers = statements.map(sql => {
    if (/^(?:pragma|select)/i.test(sql)) return db.prepare(sql)([]).rows.map(row => row.map(String))
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
