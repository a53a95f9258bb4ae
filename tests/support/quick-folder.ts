/**
 * Where tests write: in memory where the system has a folder for that. The workspace forces every commit to the disk,
 * and every step of a new database is one: 5 ms each on a usual disk, and however long a disk takes that others use at the
 * same time. What a test kills is a process, never the machine: what it wrote is read again either way.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Containers often have 64 MB of it; a run takes some hundred. */
const ENOUGH_BYTES = 4 * 1024 ** 3
const NAME = /^turno-tests-(\d+)-/

function enough(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

/**
 * Lets this process and all that it starts put temporary files into memory (Linux, 4 GiB free), until it ends; what a
 * run that was killed left there goes. Elsewhere, and where TMPDIR was set by whoever started the run, nothing changes.
 */
export function writeToMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR || !enough()) return
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1])
    if (pid && !runs(pid)) remove(join(MEMORY, name))
  }
  const folder = mkdtempSync(join(MEMORY, `turno-tests-${process.pid}-`))
  // PostgreSQL runs as a user of its own (tests/support/postgres/cluster.ts): it may pass, and see nothing on the way.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}
