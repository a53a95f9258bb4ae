/**
 * Notices a write-ahead log that was cut short or is gone. SQLite opens such a file without a word, as it was at its last
 * checkpoint. So every second in which something was written a counter goes up inside the database, and then stands in a
 * small file beside it: a database whose counter is behind that file has lost what was written in between.
 */
import { readFileSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspaceMissing } from '@contract'
import type { Client } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client'
import { keeping } from '../db/schema'
import { type Log, reasonOf } from '../log'
import type { Storage } from './storage'

const EVERY_MS = 1_000
/** Tables whose highest ids tell how much came since. */
const COUNTED = ['messages', 'tickets', 'contacts'] as const
type Counts = Record<(typeof COUNTED)[number], number>

const count = z.number().int().min(0)
const mark = z.object({
  beat: count,
  at: z.string(),
  ids: z.object({ messages: count, tickets: count, contacts: count }),
})
type Mark = z.output<typeof mark>

const fileOf = (folder: string): string => join(folder, 'workspace.mark')

/** Whether there was a workspace here. */
export const isMarked = (folder: string): boolean => readMark(folder) !== null

/** The mark beside a workspace; null where there is none that can be read. */
function readMark(folder: string): Mark | null {
  try {
    return mark.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  } catch {
    return null
  }
}

/** What was put in place on purpose is not behind: nothing is compared with it. */
export const forgetMark = (folder: string): void => rmSync(fileOf(folder), { force: true })

const idsOf = (rows: readonly { name: unknown; seq: unknown }[]): Counts => {
  const found = new Map(rows.map(row => [String(row.name), Number(row.seq)]))
  return {
    messages: found.get('messages') ?? 0,
    tickets: found.get('tickets') ?? 0,
    contacts: found.get('contacts') ?? 0,
  }
}

const SEQUENCES = `SELECT name, seq FROM sqlite_sequence WHERE name IN ('${COUNTED.join("', '")}')`

interface Held {
  beat: number
  at: string | null
  ids: Counts
}
const NOTHING: Held = { beat: 0, at: null, ids: { messages: 0, tickets: 0, contacts: 0 } }

async function heldBy(client: Client): Promise<Held> {
  const found = await client.execute(
    "SELECT name FROM sqlite_master WHERE name IN ('keeping', 'sqlite_sequence')",
  )
  const tables = new Set(found.rows.map(row => String(row.name)))
  // A file of an earlier version may have taken the place of a later one.
  const [row] = tables.has('keeping') ? (await client.execute('SELECT beat, at FROM keeping')).rows : []
  const sequences = tables.has('sqlite_sequence') ? (await client.execute(SEQUENCES)).rows : []
  return {
    beat: Number(row?.beat ?? 0),
    at: row ? new Date(Number(row.at)).toISOString() : null,
    ids: idsOf(sequences.map(({ name, seq }) => ({ name, seq }))),
  }
}

/**
 * What a file is behind its mark.
 * @param client on a file that opens; null: there is none.
 * @returns null when it holds everything that was marked, or nothing was.
 */
export async function missingFrom(client: Client | null, folder: string): Promise<WorkspaceMissing | null> {
  const marked = readMark(folder)
  if (!marked) return null
  const { beat, at, ids } = client ? await heldBy(client) : NOTHING
  if (beat >= marked.beat) return null
  return {
    since: at,
    until: marked.at,
    messages: Math.max(0, marked.ids.messages - ids.messages),
    tickets: Math.max(0, marked.ids.tickets - ids.tickets),
    contacts: Math.max(0, marked.ids.contacts - ids.contacts),
  }
}

export interface Marks {
  /** Marks what was written so far. */
  now(): Promise<void>
  /** Marks the last writes. */
  stop(): Promise<void>
}

/** Marks once a second until stopped, while something is written. */
export function startMarks(db: Db, folder: string, storage: Storage, log: Log): Marks {
  /** SQLite's count of changed rows when it was last marked. */
  let marked: number | null = null
  /** When it was last looked whether there is anything to mark. */
  let looked: number | null = null
  let running: Promise<void> | null = null

  const changes = sql`SELECT total_changes() AS n`
  const beat = async (): Promise<void> => {
    const at = new Date().toISOString()
    const next = await db.write(async tx => {
      const [before] = await tx.all<{ n: number }>(changes)
      if (before?.n === marked) return null
      const [row] = await tx
        .insert(keeping)
        .values({ id: 1, beat: 1, at })
        .onConflictDoUpdate({ target: keeping.id, set: { beat: sql`${keeping.beat} + 1`, at } })
        .returning()
      const [after] = await tx.all<{ n: number }>(changes)
      const ids = idsOf(await tx.all<{ name: string; seq: number }>(sql.raw(SEQUENCES)))
      return row ? { mark: { beat: row.beat, at, ids } satisfies Mark, changes: after?.n ?? null } : null
    })
    if (!next) return
    // After the commit, which is synced: the file never knows of more than the database does.
    const part = `${fileOf(folder)}.part`
    await writeFile(part, JSON.stringify(next.mark), { mode: 0o600 })
    await rename(part, fileOf(folder))
    marked = next.changes
  }
  const now = (): Promise<void> => {
    if (storage.code()) return Promise.resolve()
    if (running) return running
    const changes = db.changes()
    if (changes === looked) return Promise.resolve()
    looked = changes
    running = beat()
      .catch((error: unknown) => {
        looked = null
        if (!storage.note(error)) log.warn('what was written is not marked', { reason: reasonOf(error) })
      })
      .finally(() => {
        running = null
      })
    return running
  }
  void now()
  const timer = setInterval(() => void now(), EVERY_MS)
  timer.unref()
  return {
    now: async () => {
      await running
      await now()
    },
    async stop() {
      clearInterval(timer)
      await running
      await now()
    },
  }
}
