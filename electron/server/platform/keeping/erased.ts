/**
 * Data erased for good is removed from the file itself. SQLite leaves earlier copies of a row in split pages, in
 * changed rows and in search indexes. So the file is rewritten after an erasure: at once if that takes a second or two
 * (writers wait), at night if it takes longer. Daily copies and moved-aside files that still contain the data are
 * deleted, too (copies.ts). PostgreSQL reuses the space by itself; its backups are the operator's (docs/operating.md).
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Workspace } from '../../workspace'
import type { Reader, Tx } from '../db/client'
import { keeping } from '../db/schema'

/** Up to this size it is rewritten while others wait: about two seconds on a slow disk. */
const AT_ONCE_BYTES = 128 * 1024 * 1024
/** The hours in which a bigger file is rewritten, by this computer's clock, and how long it may wait for them. */
const NIGHT = { from: 2, to: 5 }
const LONGEST_MS = 86_400_000

/** Notes an erasure in its own transaction, so that the next start finishes an interrupted one. */
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

/** The erasure for which the file still has to be rewritten; null for none. */
async function due(db: Reader): Promise<string | null> {
  const [row] = await db.select().from(keeping)
  return row?.erasedAt && row.erasedAt !== row.rewrittenFor ? row.erasedAt : null
}

/** Whether the file may be rewritten now, while others wait. */
function mayNow(bytes: number, erasedAt: string, now: Date): boolean {
  if (bytes <= AT_ONCE_BYTES) return true
  const hour = now.getHours()
  return (hour >= NIGHT.from && hour < NIGHT.to) || now.getTime() - Date.parse(erasedAt) > LONGEST_MS
}

const sizeOf = (folder: string): number => statSync(join(folder, 'workspace.db')).size

/**
 * Rewrites the file if something was erased since and this is the time for it.
 * @param bytesOf the size of a folder's file.
 * @returns whether nothing is left to do. A disk error is logged, and tried again.
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
