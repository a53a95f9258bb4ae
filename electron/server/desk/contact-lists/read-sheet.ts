/**
 * Reads uploaded spreadsheets in a thread, because the library is synchronous and would block everybody for seconds.
 * One at a time, with limits on memory and time.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ListRow } from '../../../../src/spreadsheet/columns'
import { inThread, inTurn } from '../../../documents/in-thread'
import { ApiError } from '../../errors'
import type { UploadedFile } from '../../platform/http/handlers'
import type { SheetAnswer } from './sheet-rows'

/** A file of the largest allowed size takes a few seconds. */
const LIMITS = { ms: 60_000, mb: 1_024 }
/** A file beside the built server; when running from source there is none, and it reads in this thread. */
const THREAD = join(dirname(fileURLToPath(import.meta.url)), 'sheet-thread.js')

/**
 * Reads the rows of an uploaded spreadsheet, after earlier uploads.
 * @throws ApiError ERR_INVALID_SHEET with what is wrong with it, ERR_FILE_TOO_LARGE.
 */
export async function readSheet({ name, path, size }: UploadedFile): Promise<ListRow[]> {
  const answer = await inTurn(async (): Promise<SheetAnswer> => {
    // Out of memory or time, or crashed: the file is unreadable either way.
    if (existsSync(THREAD))
      return (await inThread<SheetAnswer>(THREAD, { name, path, size }, LIMITS)) ?? { fault: 'unreadable' }
    const { rowsOfSheet } = await import('./sheet-rows')
    return rowsOfSheet(name, path, size)
  })
  if ('rows' in answer) return answer.rows
  if (answer.fault === 'tooLarge') throw new ApiError('ERR_FILE_TOO_LARGE')
  throw new ApiError('ERR_INVALID_SHEET', { fault: answer.fault })
}
