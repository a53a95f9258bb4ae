/**
 * Files handed over for sending. A window streams the bytes to main before it drafts or enqueues them, so that a file
 * is safe even when the window, or the original on the disk, goes away. Files lie in `<dataDir>/attachments/<id>`
 * under a name that Turno makes; the given name is only ever shown and sent. A file lives as long as a draft or an outbox
 * entry names it; what nobody names is swept at the next start.
 */
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Attachment } from '../../../src/contract'
import { privateFolder } from '../../database/private-folder'
import { MainError } from '../errors'
import type { LocalDb } from '../local-db/local-db'
import type { Log } from '../log/log'
import { cleanMime, cleanName } from './names'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

interface Incoming {
  name: string
  mime: string
  /** The bytes; reading stops at the limit. */
  bytes: AsyncIterable<Uint8Array>
  /** Bytes announced by the sender, when known: an oversized file is refused before it is read. */
  declared: number | null
}

const row = z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })
export type StoredFile = z.output<typeof row>

export interface Attachments {
  /**
   * Takes a file in; on the disk when this resolves.
   * @throws MainError ERR_FILE_TOO_LARGE above the limit, BRIDGE_FAILED when nobody is signed in.
   */
  receive(incoming: Incoming): Promise<Attachment>
  /** What is known of a file of the present account; null when it is unknown or its bytes are gone. */
  find(id: string): Promise<StoredFile | null>
  /** The bytes, or a part of them: `start` to `end`, both included. */
  read(id: string, range?: { start: number; end: number }): Readable
  /** Deletes those of the given files that neither a draft nor an outbox entry names any more. */
  release(ids: readonly string[]): Promise<void>
  /** Deletes every file nobody names; for the start, when no window can be about to name one. */
  sweep(): Promise<number>
}

/** Makes the new name itself durable; systems that cannot sync a folder (Windows) do not need it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/**
 * @param scope the signed-in account's number (LocalDb.scopeOf), null when signed out.
 * @param limitBytes largest file taken, asked at every upload because the company's setting may change.
 */
export function createAttachments(deps: {
  db: LocalDb
  dataDir: string
  scope: () => number | null
  limitBytes: () => number
  newId: () => string
  now: () => number
  log: Log
}): Attachments {
  const { db, scope, log } = deps
  const folder = join(deps.dataDir, 'attachments')

  const pathOf = (id: string): string => {
    // Ids arrive from windows: nothing but a uuid may become part of a path.
    if (!ID.test(id)) throw new MainError('ERR_NOT_FOUND', 'not an attachment id')
    return join(folder, id)
  }

  const store = async (path: string, incoming: Incoming): Promise<number> => {
    const limit = deps.limitBytes()
    const tooLarge = () => new MainError('ERR_FILE_TOO_LARGE', `more than ${limit} bytes`)
    if (incoming.declared !== null && incoming.declared > limit) throw tooLarge()
    const handle = await open(path, 'wx', 0o600)
    let size = 0
    try {
      for await (const chunk of incoming.bytes) {
        size += chunk.byteLength
        if (size > limit) throw tooLarge()
        await handle.writeFile(chunk)
      }
      if (incoming.declared !== null && size !== incoming.declared) {
        throw new MainError('BRIDGE_FAILED', `upload ended after ${size} of ${incoming.declared} bytes`)
      }
      await handle.sync()
      await syncFolder(folder)
      return size
    } catch (error) {
      await handle.close()
      await rm(path, { force: true })
      throw error
    } finally {
      await handle.close().catch(() => undefined)
    }
  }

  const named = async (ids: readonly string[]): Promise<Set<string>> => {
    const list = JSON.stringify(ids)
    const rows = await db.all(
      `SELECT attachment_id AS id FROM outbox WHERE attachment_id IN (SELECT value FROM json_each(?1))
       UNION SELECT attachment_id FROM draft_attachments WHERE attachment_id IN (SELECT value FROM json_each(?1))`,
      [list],
    )
    return new Set(rows.map(r => String(r.id)))
  }

  const drop = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    await db.writeRelaxed([
      {
        sql: 'DELETE FROM attachments WHERE id IN (SELECT value FROM json_each(?))',
        args: [JSON.stringify(ids)],
      },
    ])
    for (const id of ids) if (ID.test(id)) await rm(pathOf(id), { force: true })
  }

  return {
    async receive(incoming) {
      const owner = scope()
      if (owner === null) throw new MainError('BRIDGE_FAILED', 'attachments need a signed-in account')
      privateFolder(folder)
      const id = deps.newId()
      const name = cleanName(incoming.name)
      const mime = cleanMime(incoming.mime)
      const path = pathOf(id)
      const size = await store(path, incoming)
      await db.write([
        {
          sql: 'INSERT INTO attachments (id, scope, name, mime, size, created_at) VALUES (?, ?, ?, ?, ?, ?)',
          args: [id, owner, name, mime, size, deps.now()],
        },
      ])
      return { id, name, mime, size, caption: '', width: null, height: null, duration: null }
    },

    async find(id) {
      const owner = scope()
      if (owner === null || !ID.test(id)) return null
      const rows = await db.all('SELECT id, name, mime, size FROM attachments WHERE id = ? AND scope = ?', [
        id,
        owner,
      ])
      const parsed = row.safeParse(rows[0])
      if (!parsed.success) return null
      const onDisk = await stat(pathOf(id)).catch(() => null)
      if (onDisk?.size === parsed.data.size) return parsed.data
      log.warn('attachment is not on the disk as it was received', {
        id,
        size: parsed.data.size,
        found: onDisk?.size,
      })
      return null
    },

    read: (id, range) => createReadStream(pathOf(id), range ?? {}),

    async release(ids) {
      const asked = [...new Set(ids)]
      if (asked.length === 0) return
      const kept = await named(asked)
      await drop(asked.filter(id => !kept.has(id)))
    },

    async sweep() {
      const rows = await db.all('SELECT id FROM attachments')
      const files = await readdir(folder).catch(() => [] as string[])
      const all = [...new Set([...rows.map(r => String(r.id)), ...files])]
      const kept = await named(all)
      const orphans = all.filter(id => !kept.has(id))
      await drop(orphans)
      // Whatever else lies there was not put there by us.
      for (const name of files)
        if (!ID.test(name)) await rm(join(folder, name), { force: true, recursive: true })
      return orphans.length
    },
  }
}
