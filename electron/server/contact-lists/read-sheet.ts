/**
 * Uploaded spreadsheets are read by a thread: the library works at once and would hold everybody up for seconds. One at a
 * time, within bounds of memory and time.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ListRow } from '../../../src/spreadsheet/columns'
import { ApiError } from '../errors'
import type { UploadedFile } from '../http/handlers'
import { queue } from '../queue'
import type { SheetAnswer } from './sheet-rows'

/** A file of the largest allowed size takes a few seconds. */
const MOST_MS = 60_000
const MOST_MB = 1_024
/** Beside the built server; where that runs from its sources there is none, and it reads by itself. */
const THREAD = join(dirname(fileURLToPath(import.meta.url)), 'sheet-thread.js')

type Asked = { name: string; path: string; size: number }

function byThread(asked: Asked): Promise<SheetAnswer> {
  return new Promise(resolve => {
    const worker = new Worker(THREAD, {
      workerData: asked,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    })
    // It ran out of memory, took too long, or broke: whatever it was, the file is not one to read.
    const unreadable = (): void => resolve({ fault: 'unreadable' })
    const late = setTimeout(() => {
      unreadable()
      void worker.terminate()
    }, MOST_MS)
    worker.once('message', (answer: SheetAnswer) => resolve(answer))
    worker.once('error', unreadable)
    worker.once('exit', () => {
      clearTimeout(late)
      unreadable()
    })
  })
}

const inTurn = queue(1)

/**
 * Reads the rows of an uploaded spreadsheet, after those that were uploaded before.
 * @throws ApiError ERR_INVALID_SHEET with what is wrong with it, ERR_FILE_TOO_LARGE.
 */
export async function readSheet({ name, path, size }: UploadedFile): Promise<ListRow[]> {
  const answer = await inTurn(async (): Promise<SheetAnswer> => {
    if (existsSync(THREAD)) return byThread({ name, path, size })
    const { rowsOfSheet } = await import('./sheet-rows')
    return rowsOfSheet(name, path, size)
  })
  if ('rows' in answer) return answer.rows
  if (answer.fault === 'tooLarge') throw new ApiError('ERR_FILE_TOO_LARGE')
  throw new ApiError('ERR_INVALID_SHEET', { fault: answer.fault })
}
