/**
 * Only one process works on a data folder. A second one could not send events, would hand over the same messages and
 * run the same campaigns and schedules: it is refused before it reads anything. The lock is SQLite's, on a small file
 * of its own; the system releases it however its process ends.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Transaction } from '@libsql/client'
import { z } from 'zod'
import { openDatabase } from '../../../database/open'

/** How long an ending process is waited for, milliseconds. */
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
    // Held to the end; nothing is ever written through it, so it blocks no reader.
    return await client.transaction('write')
  } catch (error) {
    if (isHeld(error)) return null
    throw error
  }
}

/** Who holds the lock, as noted beside it; null when unreadable. */
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
    // Waiting inside SQLite would block this process.
    await client.execute('PRAGMA busy_timeout = 0')
    await client.execute('PRAGMA schema_version')
    return client
  } catch (error) {
    if (isHeld(error)) return client
    client.close()
    if (!isDamaged(error)) throw error
    // A file that cannot be opened is held by nobody, and contains nothing of value.
    rmSync(file, { force: true })
    return opened(file)
  }
}

/**
 * Takes a data folder for this process.
 * @param folder exists and is writable.
 * @param waitMs how long another process gets to end.
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
