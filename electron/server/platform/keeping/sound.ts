/**
 * Makes sure that the workspace file is usable before anything is opened. A damaged one is moved aside, never deleted;
 * the newest intact copy replaces it and gets the readable rows of the damaged file. Every outcome leaves a file that
 * opens, so that damage never causes a restart loop; the next start finishes an interrupted repair. A file that is
 * behind its mark is used as it is, and reported.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkspaceRepair } from '@contract'
import type { Client } from '@libsql/client'
import { openDatabase } from '../../../database/open'
import type { Log } from '../../log'
import { reasonOf } from '../../log'
import { isOpened, migrate } from '../db/migrate'
import { takeCleanEnd } from './clean-end'
import { copiesFolder, listCopies } from './copies'
import { isDamage } from './damage'
import { forgetMark, isMarked, missingFrom } from './mark'
import { keepRepairNotice, repairNotice } from './repair-notice'
import { salvage } from './salvage'

/** The main file last: once it is moved, everything is. */
const PARTS = ['-wal', '-shm', ''] as const
/** A damaged file that crashed the program twice while it was read is not read again. */
const MOST_ATTEMPTS = 2

/**
 * What is wrong with a file; null when it is intact. `empty`: it opens and has no table.
 * @param known it was intact when it was closed, and nobody has changed it since: it is not read completely.
 */
async function faultOf(file: string, known = false): Promise<'damaged' | 'empty' | null> {
  let client: Client | null = null
  try {
    client = await openDatabase(file)
    const check = known ? null : await client.execute('PRAGMA quick_check(1)')
    if (check && String(Object.values(check.rows[0] ?? {})[0] ?? 'ok') !== 'ok') return 'damaged'
    const tables = await client.execute("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'")
    return Number(tables.rows[0]?.n ?? 0) === 0 ? 'empty' : null
  } catch (error) {
    if (isDamage(error)) return 'damaged'
    throw error
  } finally {
    client?.close()
  }
}

function moveTo(file: string, target: string): void {
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, target + part)
}

/** Whether a copy is intact, and of a build that this version opens. */
async function isSound(path: string): Promise<boolean> {
  if ((await faultOf(path).catch(() => 'damaged' as const)) !== null) return false
  const client = await openDatabase(path)
  try {
    return await isOpened(client)
  } finally {
    client.close()
  }
}

/** Restores an intact copy. @param day the chosen one; null: the newest. @returns its day, null when there is none. */
async function putCopy(folder: string, file: string, day: string | null): Promise<string | null> {
  for (const copy of listCopies(folder)) {
    if ((day !== null && copy.day !== day) || !(await isSound(copy.path))) continue
    copyFileSync(copy.path, file)
    return copy.day
  }
  return null
}

interface Begun {
  attempt: number
  repair: WorkspaceRepair
}

/** Carries out a started repair from the beginning: what an earlier attempt left is deleted. */
async function carryOut(
  folder: string,
  { attempt, repair }: Begun,
  migrated: typeof migrate,
  log: Log,
): Promise<WorkspaceRepair> {
  const file = join(folder, 'workspace.db')
  const { fault, movedTo } = repair
  keepRepairNotice(folder, { finished: false, attempt, repair })
  if (movedTo && !existsSync(movedTo)) moveTo(file, movedTo)
  // A log without its file is useless.
  else for (const part of PARTS) rmSync(file + part, { force: true })
  const copy = await putCopy(folder, file, fault === 'restored' ? repair.copy : null)
  const readable = movedTo && fault === 'damaged' && attempt <= MOST_ATTEMPTS
  const saved = readable ? await readInto(file, movedTo, migrated, log) : null
  const missing = await behind(folder)
  const done: WorkspaceRepair = {
    ...repair,
    copy,
    kept: saved?.kept ?? 0,
    lost: saved?.lost ?? null,
    missing,
  }
  log.warn('the workspace was repaired', { fault, copy, kept: done.kept, lost: done.lost })
  return done
}

/** How far the file is behind its mark. */
async function behind(folder: string): Promise<WorkspaceRepair['missing']> {
  const file = join(folder, 'workspace.db')
  if (!existsSync(file)) return missingFrom(null, folder)
  const client = await openDatabase(file)
  try {
    return await missingFrom(client, folder)
  } finally {
    client.close()
  }
}

/** The copy that was already restored because of a persistent setting. */
const restoredFile = (folder: string): string => join(folder, 'workspace.restored')

/**
 * The copy to restore when the request is a persistent setting: not one that was already restored. Removing the setting
 * resets this.
 * @throws Error naming the available days when it cannot be used.
 */
async function onceOnly(folder: string, restore: string | null, log: Log): Promise<string | null> {
  const done = restoredFile(folder)
  if (restore === null) {
    rmSync(done, { force: true })
    return null
  }
  if (existsSync(done) && readFileSync(done, 'utf8') === restore) {
    log.info('the copy was put in place at an earlier start', { day: restore })
    return null
  }
  const copies = listCopies(folder)
  const chosen = copies.find(copy => copy.day === restore)
  if (chosen && (await isSound(chosen.path))) return restore
  const days = copies.map(copy => copy.day).join(', ') || 'none'
  const why = chosen ? `The copy of ${restore} is damaged` : `There is no copy of ${restore}`
  throw new Error(`TURNO_RESTORE: ${why}. Days there are copies of: ${days}`)
}

/** What has to be done with the file; null: nothing. */
async function beginning(folder: string, restore: string | null, log: Log): Promise<Begun | null> {
  const clean = takeCleanEnd(folder)
  const file = join(folder, 'workspace.db')
  const now = new Date()
  const begun = (fault: WorkspaceRepair['fault'], more: Partial<WorkspaceRepair>): Begun => ({
    attempt: 1,
    repair: {
      at: now.toISOString(),
      fault,
      movedTo: null,
      copy: null,
      copies: copiesFolder(folder),
      days: [],
      kept: 0,
      lost: null,
      missing: null,
      ...more,
    },
  })
  const there = existsSync(file) && statSync(file).size > 0
  if (restore !== null) {
    const chosen = listCopies(folder).find(copy => copy.day === restore)
    const usable = chosen !== undefined && (await isSound(chosen.path))
    if (!usable) log.error('the copy cannot be used', { day: restore })
    const movedTo = there && usable ? `${file}.before-${now.getTime()}` : null
    return begun(usable ? 'restored' : 'copyUnusable', { copy: restore, movedTo })
  }
  if (!there) {
    // Neither a copy nor a mark: a first start.
    return listCopies(folder).length === 0 && !isMarked(folder) ? null : begun('missing', {})
  }
  const fault = await faultOf(file, clean)
  if (fault === null) {
    const missing = await behind(folder)
    return missing && begun('behind', { missing })
  }
  log.error('the workspace file cannot be used', { fault })
  return begun(fault, { movedTo: `${file}.damaged-${now.getTime()}` })
}

/** The file stays as it is; only the person is told. */
const LEFT_AS_IT_IS: ReadonlySet<WorkspaceRepair['fault']> = new Set(['behind', 'copyUnusable'])

/**
 * Checks and repairs the file.
 * @param folder the workspace's data folder.
 * @param restore day of the copy somebody wants instead of the file; null: none.
 * @param once the request is a persistent setting: it is carried out once.
 * @param migrated migrates an opened file.
 * @returns what was done, now or earlier, until it is reported (keeping/repair-notice.ts); null when there is nothing
 *   to report.
 * @throws Error when the disk refuses, when a copy wanted `once` cannot be used, or when what is left cannot be
 *   migrated.
 */
export async function ensureSound(
  folder: string,
  log: Log,
  restore: string | null = null,
  once = false,
  migrated = migrate,
): Promise<WorkspaceRepair | null> {
  const earlier = repairNotice(folder)
  const cutShort = earlier && !earlier.finished
  const begun = cutShort
    ? { attempt: earlier.attempt + 1, repair: earlier.repair }
    : await beginning(folder, once ? await onceOnly(folder, restore, log) : restore, log)
  const withDays = (repair: WorkspaceRepair): WorkspaceRepair => ({
    ...repair,
    days: listCopies(folder).map(copy => copy.day),
  })
  if (!begun) return earlier && withDays(earlier.repair)
  const { fault } = begun.repair
  const repair = LEFT_AS_IT_IS.has(fault) ? begun.repair : await carryOut(folder, begun, migrated, log)
  if (fault === 'behind')
    log.error('what was written last is not in the workspace file', { ...repair.missing })
  // Before it counts as finished: an interrupted one is started again by its notice.
  if (once && fault === 'restored') writeFileSync(restoredFile(folder), repair.copy ?? '', { mode: 0o600 })
  keepRepairNotice(folder, { finished: true, attempt: begun.attempt, repair })
  if (fault !== 'copyUnusable') forgetMark(folder)
  return withDays(repair)
}

async function readInto(
  file: string,
  damaged: string,
  migrated: typeof migrate,
  log: Log,
): Promise<{ kept: number; lost: number } | null> {
  let to: Client | null = null
  let from: Client | null = null
  try {
    to = await openDatabase(file)
    await migrated(to)
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
