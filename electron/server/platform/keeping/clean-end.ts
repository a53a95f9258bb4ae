/**
 * Notes that a workspace file was closed properly. Such a file is not read from end to end at the next start, which
 * takes ten seconds for a big one. The note exists only between a clean end and the next start. A file that changed
 * without the server (size, time, a leftover log), or that the daily check (keeping/copies.ts) found damaged, is read
 * completely.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Log, reasonOf } from '../../log'

const note = z.object({ size: z.number(), mtimeMs: z.number(), ino: z.number() })

const fileOf = (folder: string): string => join(folder, 'workspace.clean')

/** The state of the file; null while a log lies beside it, or without a file. */
function present(folder: string): z.output<typeof note> | null {
  const file = join(folder, 'workspace.db')
  const log = `${file}-wal`
  if (!existsSync(file) || (existsSync(log) && statSync(log).size > 0)) return null
  const { size, mtimeMs, ino } = statSync(file)
  return { size, mtimeMs, ino }
}

/** Notes that the file was closed properly; does nothing when a log is left. Call it after closing the file. */
export function noteCleanEnd(folder: string, log: Log): void {
  try {
    const now = present(folder)
    if (now) writeFileSync(fileOf(folder), JSON.stringify(now), { mode: 0o600 })
  } catch (error) {
    log.warn('the clean end is not noted: the next start reads the whole file', { reason: reasonOf(error) })
  }
}

/**
 * Whether the file is as a clean end left it. Removes the note, so that a life that is cut off leaves none.
 * @throws what keeps the note from being removed.
 */
export function takeCleanEnd(folder: string): boolean {
  let noted: z.output<typeof note> | null = null
  try {
    noted = note.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  } catch {
    // none, or one that cannot be read
  }
  rmSync(fileOf(folder), { force: true })
  const now = noted && present(folder)
  return (
    noted !== null &&
    now !== null &&
    (['size', 'mtimeMs', 'ino'] as const).every(key => noted[key] === now[key])
  )
}
