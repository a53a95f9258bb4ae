/**
 * Whether the disk accepts writes. With a full disk or a read-only folder, signing in and reading work; every other
 * change is refused with a code for the reason before it begins.
 */
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Log, reasonOf } from '../../log'
import { isDamage } from './damage'

export type StorageState = 'ok' | 'full' | 'readOnly'
type StorageCode = 'ERR_DISK_FULL' | 'ERR_DISK_READ_ONLY'

export interface Storage {
  state(): StorageState
  /** The code of an error while nothing may be written; null while all is well. */
  code(): StorageCode | null
  /** Examines a thrown value. @returns the code when the disk refused a write; the state has changed then. */
  note(error: unknown): StorageCode | null
  /** Whether one of them reported a damaged file: the next start reads it completely. */
  damaged(): boolean
  stop(): void
}

/**
 * A reserve, released when the disk is full, so that signing in (which stores a session) still works. Really written,
 * because a sparse file reserves nothing.
 */
const RESERVE_BYTES = 4 * 1024 * 1024
/** Free space needed before writing begins again. */
const ROOM_BYTES = 4 * RESERVE_BYTES
const LOOK_MS = 15_000

// 53100: PostgreSQL's, of the disk the database is on.
const FULL = /SQLITE_FULL|ENOSPC|EDQUOT|database or disk is full|\b53100\b/
const READ_ONLY = /SQLITE_READONLY|EROFS|attempt to write a readonly database/

function wordsOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 3) return ''
  return `${(error as { code?: unknown }).code ?? ''} ${error.message} ${wordsOf(error.cause, depth + 1)}`
}

const speaksOfDamage = (error: unknown, depth = 0): boolean =>
  error instanceof Error && depth <= 3 && (isDamage(error) || speaksOfDamage(error.cause, depth + 1))

/** The disk problem a thrown value reports; null when it reports another. */
export function storageProblem(error: unknown): Exclude<StorageState, 'ok'> | null {
  const words = wordsOf(error)
  if (FULL.test(words)) return 'full'
  return READ_ONLY.test(words) ? 'readOnly' : null
}

/**
 * @param folder the workspace's data folder.
 * @param readOnly known from the start to be read-only.
 * @param roomOf free bytes where a folder lies.
 */
export function createStorage(
  folder: string,
  log: Log,
  { readOnly = false, roomOf = freeBytes }: { readOnly?: boolean; roomOf?: (folder: string) => number } = {},
): Storage {
  const reserve = join(folder, 'reserve')
  let state: StorageState = readOnly ? 'readOnly' : 'ok'
  let damaged = false

  const hold = (): void => {
    if (existsSync(reserve) || roomOf(folder) < ROOM_BYTES) return
    try {
      const file = openSync(reserve, 'w', 0o600)
      try {
        writeSync(file, Buffer.alloc(RESERVE_BYTES))
      } finally {
        closeSync(file)
      }
    } catch (error) {
      rmSync(reserve, { force: true })
      log.warn('no room for the reserve', { reason: reasonOf(error) })
    }
  }
  const look = (): void => {
    if (state !== 'full' || roomOf(folder) < ROOM_BYTES) return
    hold()
    state = 'ok'
    log.info('the disk has room again')
  }
  if (state === 'ok') hold()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()

  const code = (): StorageCode | null =>
    state === 'ok' ? null : state === 'full' ? 'ERR_DISK_FULL' : 'ERR_DISK_READ_ONLY'
  return {
    state: () => state,
    code,
    damaged: () => damaged,
    note(error) {
      damaged ||= speaksOfDamage(error)
      const found = storageProblem(error)
      if (!found) return null
      if (state === 'ok') {
        state = found
        log.error('the disk takes no more', { state, reason: reasonOf(error) })
        if (found === 'full') rmSync(reserve, { force: true })
      }
      return code()
    },
    stop: () => clearInterval(timer),
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
