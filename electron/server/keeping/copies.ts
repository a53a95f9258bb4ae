/** One copy of the workspace a day, seven kept: what a damaged file is restored from. */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runOffLoop } from '../../database/off-loop'
import { privateFolder } from '../../database/private-folder'
import { type Log, reasonOf } from '../log'

const KEPT = 7
const LOOK_MS = 60 * 60_000
const NAME = /^workspace-(\d{4}-\d{2}-\d{2})\.db$/

/** @param folder the workspace's data folder. */
export const copiesFolder = (folder: string): string => join(folder, 'copies')

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
 */
export async function copyOfToday(folder: string, now = new Date()): Promise<string | null> {
  const target = join(copiesFolder(folder), `workspace-${dayOf(now)}.db`)
  if (existsSync(target)) return null
  privateFolder(copiesFolder(folder))
  const part = `${target}.part`
  rmSync(part, { force: true })
  try {
    await runOffLoop(join(folder, 'workspace.db'), [`VACUUM INTO '${part.replaceAll("'", "''")}'`])
    chmodSync(part, 0o600)
    renameSync(part, target)
  } finally {
    rmSync(part, { force: true })
  }
  for (const { path } of listCopies(folder).slice(KEPT)) rmSync(path, { force: true })
  return target
}

/** Looks once an hour whether a new day wants its copy. */
export function startCopies(folder: string, log: Log): { stop(): Promise<void> } {
  let current: Promise<void> = Promise.resolve()
  const turn = (): void => {
    current = copyOfToday(folder)
      .then(path => {
        if (path) log.info('copy of the day taken')
      })
      .catch((error: unknown) => log.warn('no copy of the day', { reason: reasonOf(error) }))
  }
  turn()
  const timer = setInterval(turn, LOOK_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
