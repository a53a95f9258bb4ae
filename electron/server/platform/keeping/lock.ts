/**
 * One process at a time works on a data folder. A second one would find nobody to send its events to, would take up what
 * the first is just handing to the channel, and would run the same campaigns and schedules: it is refused before it reads
 * anything. The lock is one of SQLite's on a small file of its own; the system lets go of it however its process ends.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Transaction } from '@libsql/client'
import { z } from 'zod'
import { openDatabase } from '../../../database/open'

/** How long a process that is just ending is waited for, in milliseconds. */
const WAIT_MS = 5_000
const LOOK_MS = 100

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
const isHeld = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
const isDamaged = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error))

/** A held lock. */
export interface FolderLock {
  /** Lets the next process have the folder. */
  release(): void
}

/** Takes the lock; null while another process holds it. */
async function taken(client: Client): Promise<Transaction | null> {
  try {
    // Held to the end, and nothing is ever written through it: whoever only looks at the file holds nobody up.
    return await client.transaction('write')
  } catch (error) {
    if (isHeld(error)) return null
    throw error
  }
}

/** Who holds the lock, as it wrote beside it; null where that cannot be read. */
function holderOf(note: string): number | null {
  try {
    return z.coerce.number().int().positive().parse(readFileSync(note, 'utf8').trim())
  } catch {
    return null
  }
}

async function opened(file: string): Promise<Client> {
  const client = await openDatabase(file)
  try {
    // Waiting inside SQLite would block everything else of the process.
    await client.execute('PRAGMA busy_timeout = 0')
    await client.execute('PRAGMA schema_version')
    return client
  } catch (error) {
    if (isHeld(error)) return client
    client.close()
    if (!isDamaged(error)) throw error
    // Nobody holds a file that cannot be opened, and nothing of worth is in it.
    rmSync(file, { force: true })
    return opened(file)
  }
}

/**
 * Takes a data folder for this process.
 * @param folder exists and can be written to.
 * @param waitMs how long another process is given to end.
 * @throws Error that names the folder and the process that has it.
 */
export async function lockFolder(folder: string, waitMs = WAIT_MS): Promise<FolderLock> {
  const client = await opened(join(folder, 'workspace.lock'))
  const note = join(folder, 'workspace.pid')
  try {
    for (const until = performance.now() + waitMs; ; ) {
      const held = await taken(client)
      if (held) {
        writeFileSync(note, `${process.pid}\n`, { mode: 0o600 })
        return {
          release() {
            rmSync(note, { force: true })
            held.close()
            client.close()
          },
        }
      }
      if (performance.now() >= until) break
      await delay(LOOK_MS)
    }
    const pid = holderOf(note)
    const who = pid === null ? 'another Turno server' : `another Turno server (process ${pid})`
    throw new Error(
      `${folder} is in use by ${who}: end that one first, or give this one a folder of its own (TURNO_DATA)`,
    )
  } catch (error) {
    client.close()
    throw error
  }
}
