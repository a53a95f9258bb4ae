/**
 * Makes sure, before anything is opened, that the workspace file can be used. A damaged one is moved aside, never
 * deleted; the newest sound copy takes its place and what can still be read of the damaged file goes into it. Whatever
 * is done leaves a file that opens: a damaged one never makes the server start again and again.
 */
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspaceRepair } from '@contract'
import type { Client } from '@libsql/client'
import { openDatabase } from '../../database/open'
import type { Log } from '../log'
import { reasonOf } from '../log'
import { copiesFolder, listCopies } from './copies'
import { salvage } from './salvage'

const PARTS = ['', '-wal', '-shm'] as const
const DAMAGE = /SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database|file is encrypted/i

const isDamage = (error: unknown): boolean =>
  error instanceof Error && DAMAGE.test(`${(error as { code?: string }).code ?? ''} ${error.message}`)

/** What is wrong with a file; null when it is sound. `empty`: it opens and holds no table at all. */
async function faultOf(file: string): Promise<'damaged' | 'empty' | null> {
  let client: Client | null = null
  try {
    client = await openDatabase(file)
    const check = await client.execute('PRAGMA quick_check(1)')
    if (String(Object.values(check.rows[0] ?? {})[0] ?? 'ok') !== 'ok') return 'damaged'
    const tables = await client.execute("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'")
    return Number(tables.rows[0]?.n ?? 0) === 0 ? 'empty' : null
  } catch (error) {
    if (isDamage(error)) return 'damaged'
    throw error
  } finally {
    client?.close()
  }
}

function moveAside(file: string): string {
  const movedTo = `${file}.damaged-${Date.now()}`
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, movedTo + part)
  return movedTo
}

/** Puts the newest sound copy in place. @returns its day, null when there is none. */
async function restoreCopy(folder: string, file: string): Promise<string | null> {
  for (const { path, day } of listCopies(folder)) {
    if ((await faultOf(path).catch(() => 'damaged')) !== null) continue
    copyFileSync(path, file)
    return day
  }
  return null
}

/**
 * @param folder the workspace's data folder.
 * @param migrate brings an opened file to the present shape.
 * @returns what was done; null when the file was sound, or there was none and no copy either (a first start).
 * @throws Error when the disk refuses, or when what is left cannot be brought to the present shape.
 */
export async function ensureSound(
  folder: string,
  migrate: (client: Client) => Promise<void>,
  log: Log,
): Promise<WorkspaceRepair | null> {
  const file = join(folder, 'workspace.db')
  const there = existsSync(file) && statSync(file).size > 0
  if (!there && listCopies(folder).length === 0) return null
  const fault = there ? await faultOf(file) : 'missing'
  if (fault === null) return null
  log.error('the workspace file cannot be used', { fault })
  const movedTo = there ? moveAside(file) : null
  // A log without its file belongs to nothing.
  if (!there) for (const part of PARTS) rmSync(file + part, { force: true })
  const copy = await restoreCopy(folder, file)
  const saved = movedTo && fault === 'damaged' ? await readInto(file, movedTo, migrate, log) : null
  const done: WorkspaceRepair = {
    at: new Date().toISOString(),
    fault,
    movedTo,
    copy,
    copies: copiesFolder(folder),
    kept: saved?.kept ?? 0,
    lost: saved?.lost ?? null,
  }
  log.warn('the workspace was repaired', { fault, copy, kept: done.kept, lost: done.lost })
  return done
}

async function readInto(
  file: string,
  damaged: string,
  migrate: (client: Client) => Promise<void>,
  log: Log,
): Promise<{ kept: number; lost: number } | null> {
  let to: Client | null = null
  let from: Client | null = null
  try {
    to = await openDatabase(file)
    await migrate(to)
    from = await openDatabase(damaged)
    const saved = await salvage(from, to)
    return saved.kept > 0 ? saved : null
  } catch (error) {
    log.warn('nothing could be read of the damaged file', { reason: reasonOf(error) })
    return null
  } finally {
    from?.close()
    to?.close()
  }
}
