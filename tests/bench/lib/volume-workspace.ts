/**
 * The workspace of a million messages, in a process of its own: fills it once and, for PostgreSQL, keeps its database
 * running. Arguments: JSON of `VolumeWorkspace`. Says `{ url, pid }`: where PostgreSQL is, and its process (null: the
 * database is in the folder). Fills at the message `fill`, once the server has founded the company, and answers
 * `{ filled }` with the seconds it took.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openWorkspaceDb } from '../../../electron/server/db/open'
import { users, whatsapps } from '../../../electron/server/db/schema'
import { silentLog } from '../../../electron/server/log'
import { inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { fillVolume } from './volume-fill'

export interface VolumeWorkspace {
  /** Stays for later runs. */
  kept: string
  /** The server's, in it. */
  folder: string
  engine: 'file' | 'postgres'
  tickets: number
  messages: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as VolumeWorkspace

async function cluster() {
  const folder = join(order.kept, 'postgres')
  mkdirSync(folder, { recursive: true })
  const running = await startCluster(folder, {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    maintenance_work_mem: '256MB',
  })
  const found = await inCluster(running.socket, ["select 1 from pg_database where datname = 'volume'"])
  if (found.length === 0) await inCluster(running.socket, ['create database volume'])
  return running
}

const running = order.engine === 'postgres' ? await cluster() : null
const url = running ? urlOf(running.socket, 'volume') : null

async function fill(): Promise<void> {
  const began = performance.now()
  const db = await openWorkspaceDb(order.folder, url, silentLog)
  const [admin] = await db.select().from(users)
  if (!admin) throw new Error('there is no company to fill')
  const { companyId, passwordHash } = admin
  const [line] = await db.platform
    .insert(whatsapps)
    .values({ companyId, name: 'Principal', isDefault: true })
    .returning({ id: whatsapps.id })
  if (!line) throw new Error('no connection was made')
  const { tickets, messages } = order
  if (db.engine === 'sqlite') await db.platform.run(sql`PRAGMA synchronous = OFF`)
  await fillVolume(db, { companyId, whatsappId: line.id, passwordHash, tickets, messages }, Date.now())
  if (db.engine === 'sqlite') await db.checkpoint()
  await db.close()
  if (running) await inCluster(running.socket, ['vacuum analyze'], 'volume')
  process.send?.({ filled: Math.round((performance.now() - began) / 1_000) })
}

process.on('message', (word: unknown) => {
  if (word === 'fill') void fill()
})
process.once('SIGTERM', () => void (running?.stop() ?? Promise.resolve()).then(() => process.exit(0)))
process.send?.({ url, pid: running?.pid ?? null })
