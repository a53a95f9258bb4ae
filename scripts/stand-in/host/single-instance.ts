import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { say } from './bus'
import { ownFile } from './paths'

/** What a refused second start tells the first. */
export interface SecondStart {
  argv: string[]
  cwd: string
  additionalData: unknown
}

let held = false

function aliveOwner(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    if (!pid || pid === process.pid) return false
    process.kill(pid, 0)
    // A killed predecessor's number may belong to an unrelated program by now; Linux can tell.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('register.js')
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function take(file: string): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return true
    } catch {
      if (aliveOwner(file)) return false
      rmSync(file, { force: true })
    }
  }
  return false
}

/**
 * Electron's single-instance lock, one per user data folder: true for the first program. A later one leaves its
 * arguments in a mailbox folder that the first watches.
 * @param onSecond called in the first program for each later start
 */
export function takeSingleInstanceLock(
  additionalData: unknown,
  onSecond: (start: SecondStart) => void,
): boolean {
  if (held) return true
  const file = ownFile('stand-in.lock')
  const mailbox = ownFile('stand-in.mailbox')
  mkdirSync(mailbox, { recursive: true, mode: 0o700 })
  if (!take(file)) {
    const letter = join(mailbox, randomUUID())
    const start: SecondStart = { argv: process.argv, cwd: process.cwd(), additionalData }
    writeFileSync(letter, JSON.stringify(start), { mode: 0o600 })
    renameSync(letter, `${letter}.json`)
    return false
  }
  held = true
  for (const old of readdirSync(mailbox)) rmSync(join(mailbox, old), { force: true })
  watch(mailbox, { persistent: false }, () => {
    for (const name of readdirSync(mailbox)) {
      if (!name.endsWith('.json')) continue
      try {
        const letter = join(mailbox, name)
        const start = JSON.parse(readFileSync(letter, 'utf8')) as SecondStart
        rmSync(letter)
        onSecond(start)
      } catch (error) {
        say(`a second start left an unreadable letter: ${error}`)
      }
    }
  })
  return true
}

export const hasSingleInstanceLock = (): boolean => held

/** Lets another program be the first. */
export function releaseSingleInstanceLock(): void {
  if (!held) return
  held = false
  rmSync(ownFile('stand-in.lock'), { force: true })
}
