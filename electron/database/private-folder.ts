/** Folders that hold customers' words and sessions are their owner's alone. */
import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** Bits of the group and everybody else. */
const OTHERS = 0o077
/** A folder many people share (/tmp). */
const STICKY = 0o1000

/**
 * Makes a folder (and what is missing above it) readable by its owner only, also where it exists with more rights: a
 * mode given to mkdir counts for new folders alone. Windows keeps rights elsewhere and inherits those of the profile.
 * Nothing is done to a shared folder or to somebody else's.
 * @throws Error when it cannot be made.
 */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(path)
  const own = process.getuid?.() === uid
  if (!own || (mode & OTHERS) === 0 || (mode & STICKY) !== 0) return
  try {
    chmodSync(path, mode & ~OTHERS & 0o7777)
  } catch (error) {
    // A folder nobody can write to keeps its rights; what reads from it goes on.
    if ((error as NodeJS.ErrnoException).code !== 'EROFS') throw error
  }
}
