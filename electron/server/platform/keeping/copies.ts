/**
 * One copy of the workspace a day, seven kept: what a damaged file is restored from. The file is checked before it is
 * copied: a damaged one takes no copy's place. What still holds something that was erased goes when it is a week old.
 */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runOffLoop } from '../../../database/off-loop'
import { privateFolder } from '../../../database/private-folder'
import { type Log, reasonOf } from '../../log'
import { isDamage } from './damage'

const KEPT = 7
const LOOK_MS = 60 * 60_000
/** A copy reads the whole file: whoever starts the console does not wait beside it. */
const FIRST_MS = 20_000
/** What was taken before an erasure goes when it is this old. */
const ERASED_KEPT_DAYS = 7
const DAY_MS = 86_400_000
/** Files that were put aside (sound.ts), with the instant they were. */
const ASIDE = /^workspace\.db\.(?:damaged|before)-(\d+)/
const NAME = /^workspace-(\d{4}-\d{2}-\d{2})\.db$/

/** @param folder the workspace's data folder. */
export const copiesFolder = (folder: string): string => join(folder, 'copies')

/** The workspace file was found damaged while it is in use. */
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
 * Takes today's copy when there is none yet and drops what is older than the seven newest. The copy takes its name
 * only when it is whole. A thread with a connection of its own makes it: a big workspace takes seconds, in which
 * everybody is answered and writes go on.
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

/** The day from which on no copy holds what is erased at an instant, while the server runs on it. */
export const gonePast = (erased: Date): string =>
  dayOf(new Date(erased.getTime() + ERASED_KEPT_DAYS * DAY_MS))

/**
 * Deletes copies and files put aside that are a week old and were taken before something was erased. To be called when
 * today's copy is there: the newest copy always stays.
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
 * Looks once an hour whether a new day wants its copy, for the first time when what starts with the server has started.
 * @param erasedAt the last erasure.
 * @param onDamage receives the error of a damaged file: it is mended at the next start, which reads it whole.
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
