/**
 * What is erased for good is gone from the file, not only from its tables. SQLite leaves earlier copies of a row behind: where
 * a page was split, in rows that were changed long ago, in the segments of search indexes. So the file is written anew after
 * an erasure: at once where that takes a second or two (writers wait meanwhile), in the night where it takes longer. What
 * copies of the day and files that were moved aside still hold goes with them (copies.ts). PostgreSQL takes the room back by
 * itself; its copies are those of whoever runs it (docs/operating.md).
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Workspace } from '../../workspace'
import type { Reader, Tx } from '../db/client'
import { keeping } from '../db/schema'

/** Written anew while others wait: about two seconds on a slow disk. */
const AT_ONCE_BYTES = 128 * 1024 * 1024
/** Hours of this computer's clock in which a bigger file is written anew, and how long it may wait for them. */
const NIGHT = { from: 2, to: 5 }
const LONGEST_MS = 86_400_000

/** Notes an erasure in its own transaction: one that is cut short after it is finished at the next start. */
export async function noteErased(tx: Tx, now = new Date()): Promise<void> {
  const at = now.toISOString()
  await tx
    .insert(keeping)
    .values({ id: 1, beat: 0, at, erasedAt: at })
    .onConflictDoUpdate({ target: keeping.id, set: { erasedAt: at } })
}

/** The instant of the last erasure; null when nothing was erased. */
export async function lastErased(db: Reader): Promise<string | null> {
  const [row] = await db.select({ at: keeping.erasedAt }).from(keeping)
  return row?.at ?? null
}

/** The erasure the file still has to be written anew for; null when there is none. */
async function due(db: Reader): Promise<string | null> {
  const [row] = await db.select().from(keeping)
  return row?.erasedAt && row.erasedAt !== row.rewrittenFor ? row.erasedAt : null
}

/** Whether the file may be written anew now: others wait as long as it takes. */
function mayNow(bytes: number, erasedAt: string, now: Date): boolean {
  if (bytes <= AT_ONCE_BYTES) return true
  const hour = now.getHours()
  return (hour >= NIGHT.from && hour < NIGHT.to) || now.getTime() - Date.parse(erasedAt) > LONGEST_MS
}

const sizeOf = (folder: string): number => statSync(join(folder, 'workspace.db')).size

/**
 * Writes the file anew when something was erased since it last was, and now is a time for it.
 * @param bytesOf how big the file of a folder is.
 * @returns whether there is nothing left to do. What the disk refuses is logged, and tried again.
 */
export async function overwriteErased(
  app: Pick<Workspace, 'db' | 'folder' | 'log' | 'storage'>,
  now = new Date(),
  bytesOf = sizeOf,
): Promise<boolean> {
  const { db, folder, log } = app
  if (db.engine !== 'sqlite') return true
  const erasedAt = await due(db)
  if (erasedAt === null) return true
  if (!mayNow(bytesOf(folder), erasedAt, now)) return false
  try {
    await db.rewrite()
    await db.platform.update(keeping).set({ rewrittenFor: erasedAt }).where(eq(keeping.id, 1))
    return true
  } catch (error) {
    app.storage.note(error)
    log.warn('what was erased is not overwritten yet', { reason: reasonOf(error) })
    return false
  }
}
