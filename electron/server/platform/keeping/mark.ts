/**
 * Detects a write-ahead log that was truncated or lost. SQLite opens such a file silently, at its last checkpoint. So
 * every commit raises a counter in the database and then, before any writer is answered, in a small file beside it: a
 * database whose counter is behind that file has lost data. The file is not flushed with every commit. When only the
 * program is killed, the system still has it; after a power cut it may be a second or two behind, and such a loss goes
 * unnoticed.
 */
import { readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspaceMissing } from '@contract'
import type { Client, Transaction } from '@libsql/client'
import { z } from 'zod'
import { type Log, reasonOf } from '../../log'
import type { Db } from '../db/client'
import { keeping } from '../db/schema'
import type { Storage } from './storage'

/** How often the file is flushed to disk when it has changed. */
const SYNC_MS = 1_000
/**
 * Two slots written alternately: if a power cut leaves one half-written, the other is intact. The disk writes a slot
 * atomically.
 */
const PLACES = 2
const PLACE_BYTES = 512
/** Tables whose highest ids show how much has come since. */
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

/** The mark in one slot of the file; nothing when it is missing or unreadable. */
function markIn(place: Buffer): Mark[] {
  try {
    return [mark.parse(JSON.parse(place.toString('utf8')))]
  } catch {
    return []
  }
}

/** The newest mark beside a workspace; null when there is none. */
function readMark(folder: string): Mark | null {
  try {
    const bytes = readFileSync(fileOf(folder))
    const places = Array.from({ length: PLACES }, (_, i) =>
      bytes.subarray(i * PLACE_BYTES, (i + 1) * PLACE_BYTES),
    )
    return places.flatMap(markIn).reduce<Mark | null>((a, b) => (a && a.beat > b.beat ? a : b), null)
  } catch {
    return null
  }
}

/** A file that was restored on purpose is not behind: nothing is compared. */
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
  // A file of an older version may have replaced a newer one.
  const [row] = tables.has('keeping') ? (await client.execute('SELECT beat, at FROM keeping')).rows : []
  const sequences = tables.has('sqlite_sequence') ? (await client.execute(SEQUENCES)).rows : []
  return {
    beat: Number(row?.beat ?? 0),
    at: row ? new Date(Number(row.at)).toISOString() : null,
    ids: idsOf(sequences.map(({ name, seq }) => ({ name, seq }))),
  }
}

/**
 * How far a file is behind its mark.
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
  /** Stops marking; the last mark is written. */
  stop(): Promise<void>
}

const seqOf = (table: string): string =>
  `(SELECT seq FROM sqlite_sequence WHERE name = '${table}') AS ${table}`

/** Counts a commit, inside it. */
const BEAT = `INSERT INTO keeping (id, beat, at) VALUES (1, 1, ?)
  ON CONFLICT (id) DO UPDATE SET beat = beat + 1, at = excluded.at
  RETURNING beat, ${COUNTED.map(seqOf).join(', ')}`

async function nextMark(tx: Transaction): Promise<Mark> {
  const now = Date.now()
  const [row] = (await tx.execute({ sql: BEAT, args: [now] })).rows
  const idOf = (table: (typeof COUNTED)[number]): number => Number(row?.[table] ?? 0)
  return {
    beat: Number(row?.beat),
    at: new Date(now).toISOString(),
    ids: { messages: idOf('messages'), tickets: idOf('tickets'), contacts: idOf('contacts') },
  }
}

const placeOf = (what: Mark): Buffer => {
  const place = Buffer.alloc(PLACE_BYTES, ' ')
  place.write(JSON.stringify(what))
  return place
}

/**
 * Marks every commit from now on.
 * @param db of a file.
 */
export async function startMarks(db: Db, folder: string, storage: Storage, log: Log): Promise<Marks> {
  let handle: FileHandle | null = null
  let next = 0
  let unsynced = false
  let syncing: Promise<void> | null = null

  /** The first mark replaces the whole file. */
  const begin = async (what: Mark): Promise<FileHandle> => {
    const part = `${fileOf(folder)}.part`
    const rest = Buffer.alloc((PLACES - 1) * PLACE_BYTES, ' ')
    await writeFile(part, Buffer.concat([placeOf(what), rest]), { mode: 0o600 })
    await rename(part, fileOf(folder))
    return await open(fileOf(folder), 'r+')
  }
  const put = async (what: Mark): Promise<void> => {
    try {
      if (handle) await handle.write(placeOf(what), 0, PLACE_BYTES, next * PLACE_BYTES)
      else handle = await begin(what)
      next = handle && (next + 1) % PLACES
      unsynced = true
    } catch (error) {
      // An older mark claims less than there is, which is still true.
      if (!storage.note(error)) log.warn('what was written is not marked', { reason: reasonOf(error) })
    }
  }
  const sync = (): Promise<void> => {
    if (!unsynced || !handle || syncing) return syncing ?? Promise.resolve()
    unsynced = false
    syncing = handle
      .datasync()
      .catch((error: unknown) => log.warn('the mark is not on the disk', { reason: reasonOf(error) }))
      .finally(() => {
        syncing = null
      })
    return syncing
  }

  db.beforeCommit?.(async tx => {
    const what = await nextMark(tx)
    return () => put(what)
  })
  // A workspace nobody writes to also needs a mark.
  const at = new Date().toISOString()
  await db.platform
    .insert(keeping)
    .values({ id: 1, beat: 0, at })
    .onConflictDoUpdate({ target: keeping.id, set: { at } })
    .catch((error: unknown) => void storage.note(error))
  const timer = setInterval(() => void sync(), SYNC_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      db.beforeCommit?.(null)
      await syncing
      await sync()
      await handle?.close()
    },
  }
}
