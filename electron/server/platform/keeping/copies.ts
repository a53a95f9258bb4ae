/**
 * One copy of the workspace a day, seven kept, to restore a damaged file from. The file is checked before it is copied,
 * so that a damaged one replaces no copy. Copies that still contain erased data are deleted after a week.
 */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runOffLoop } from '../../../database/off-loop'
import { privateFolder } from '../../../database/private-folder'
import { type Log, reasonOf } from '../../log'
import { isDamage } from './damage'

const KEPT = 7
const LOOK_MS = 60 * 60_000
/** A copy reads the whole file: it must not slow down the start of the console. */
const FIRST_MS = 20_000
/** Copies from before an erasure are deleted at this age. */
const ERASED_KEPT_DAYS = 7
const DAY_MS = 86_400_000
/** Files that were moved aside (sound.ts), with the time. */
const ASIDE = /^workspace\.db\.(?:damaged|before)-(\d+)/
const NAME = /^workspace-(\d{4}-\d{2}-\d{2})\.db$/

/** @param folder the workspace's data folder. */
export const copiesFolder = (folder: string): string => join(folder, 'copies')

/** The workspace file was found damaged while in use. */
class FileDamaged extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

/** Copies there are, newest first. */
export function listCopies(folder: string): { path: string; day: string }[] {
  const within = copiesFolder(folder)
  if (!existsSync(within)) return []
  return readdirSync(within)
    .flatMap(name => {
      const day = NAME.exec(name)?.[1]
      return day ? [{ path: join(within, name), day }] : []
    })
    .sort((a, b) => b.day.localeCompare(a.day))
}

/** The day by this computer's calendar, `2026-11-22`. */
function dayOf(at: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/**
 * Takes today's copy if there is none, and deletes all but the seven newest. The copy gets its name only when it is
 * complete. A thread with its own connection makes it: a big workspace takes seconds, in which requests and writes go
 * on.
 * @param folder the workspace's data folder, where `workspace.db` is.
 * @returns its path, null when today has one.
 * @throws FileDamaged, or the driver's error.
 */
export async function copyOfToday(folder: string, now = new Date()): Promise<string | null> {
  const target = join(copiesFolder(folder), `workspace-${dayOf(now)}.db`)
  if (existsSync(target)) return null
  privateFolder(copiesFolder(folder))
  const part = `${target}.part`
  rmSync(part, { force: true })
  try {
    const file = join(folder, 'workspace.db')
    const [check] = await runOffLoop(file, ['PRAGMA quick_check(1)'])
    const found = check?.[0]?.[0] ?? 'ok'
    if (found !== 'ok') throw new FileDamaged(found.slice(0, 120))
    await runOffLoop(file, [`VACUUM INTO '${part.replaceAll("'", "''")}'`])
    chmodSync(part, 0o600)
    renameSync(part, target)
  } finally {
    rmSync(part, { force: true })
  }
  for (const { path } of listCopies(folder).slice(KEPT)) rmSync(path, { force: true })
  return target
}

/** The day from which no copy contains what is erased at an instant, while the server runs. */
export const gonePast = (erased: Date): string =>
  dayOf(new Date(erased.getTime() + ERASED_KEPT_DAYS * DAY_MS))

/**
 * Deletes copies and moved-aside files that are a week old and older than the last erasure. Call it when today's copy
 * exists: the newest copy always stays.
 * @param erasedAt the last erasure; null: there was none.
 */
export function dropErased(folder: string, erasedAt: string | null, now = new Date()): void {
  if (erasedAt === null) return
  const erased = new Date(erasedAt)
  const old = new Date(now.getTime() - ERASED_KEPT_DAYS * DAY_MS)
  const mayHold = (day: string): boolean => day <= dayOf(erased) && day <= dayOf(old)
  const [, ...older] = listCopies(folder)
  for (const copy of older) if (mayHold(copy.day)) rmSync(copy.path, { force: true })
  for (const name of readdirSync(folder)) {
    const at = ASIDE.exec(name)?.[1]
    if (at && mayHold(dayOf(new Date(Number(at))))) rmSync(join(folder, name), { force: true })
  }
}

/**
 * Checks hourly whether today's copy is missing, for the first time shortly after the start.
 * @param erasedAt the last erasure.
 * @param onDamage gets the error of a damaged file, which is repaired at the next start.
 */
export function startCopies(
  folder: string,
  log: Log,
  erasedAt: () => Promise<string | null>,
  onDamage: (error: unknown) => void,
  firstMs = FIRST_MS,
): { stop(): Promise<void> } {
  let current: Promise<void> = Promise.resolve()
  const turn = (): void => {
    current = copyOfToday(folder)
      .then(async path => {
        if (path) log.info('copy of the day taken')
        dropErased(folder, await erasedAt())
      })
      .catch((error: unknown) => {
        if (!isDamage(error)) return log.warn('no copy of the day', { reason: reasonOf(error) })
        onDamage(error)
        log.error('the workspace file is damaged: no copy of the day; the next start mends it', {
          reason: reasonOf(error),
        })
      })
  }
  const first = setTimeout(turn, firstMs)
  const timer = setInterval(turn, LOOK_MS)
  first.unref()
  timer.unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await current
    },
  }
}
