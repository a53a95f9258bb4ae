/**
 * Crash dumps of Turno's processes. They stay on this computer (a dump holds memory, and memory holds customers' words); the
 * diagnostics say how many there are and where, and old ones go by themselves.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CrashReporter } from 'electron'

const KEPT = 10
const KEPT_MS = 30 * 24 * 60 * 60_000

export interface CrashDump {
  file: string
  /** Instant of the crash, ms since the epoch. */
  at: number
  bytes: number
}

/** Begins to keep dumps of every process; call before the app is ready. Nothing is ever sent. */
export const keepCrashDumps = (reporter: Pick<CrashReporter, 'start'>): void =>
  reporter.start({ uploadToServer: false, compress: true })

/** The dumps below a folder, the newest first; none where nothing ever crashed. */
export function crashDumps(folder: string): CrashDump[] {
  let names: string[]
  try {
    names = readdirSync(folder, { recursive: true }) as string[]
  } catch {
    return []
  }
  return names
    .filter(name => name.endsWith('.dmp'))
    .flatMap(name => {
      const file = join(folder, name)
      try {
        const { mtimeMs, size } = statSync(file)
        return [{ file, at: mtimeMs, bytes: size }]
      } catch {
        return []
      }
    })
    .sort((a, b) => b.at - a.at)
}

/** Deletes every dump: whoever signed out takes what was in memory along. @returns how many went. */
export function eraseCrashDumps(folder: string): number {
  const all = crashDumps(folder)
  for (const { file } of all) rmSync(file, { force: true })
  return all.length
}

/** Deletes all but the newest ten, and those older than thirty days. @returns how many went. */
export function sweepCrashDumps(folder: string, now = Date.now()): number {
  const old = crashDumps(folder).filter(({ at }, index) => index >= KEPT || now - at > KEPT_MS)
  for (const { file } of old) rmSync(file, { force: true })
  return old.length
}
