/**
 * A large workspace in a process of its own: fills it once and, for PostgreSQL, keeps its database
 * running. Arguments: JSON of `VolumeWorkspace`. Says `{ url, pid }`: where PostgreSQL is, and its process (null: the
 * database is in the folder). Fills at the message `fill`, once the server has founded the company, and answers
 * `{ filled }` with the seconds it took. At the message `copy` it answers `{ url }`: a copy of PostgreSQL's database as it was filled.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { sumPresence } from '../../../electron/server/desk/reports/presence-days'
import { sumUpSome } from '../../../electron/server/desk/reports/rollups'
import { silentLog } from '../../../electron/server/log'
import { openWorkspaceDb } from '../../../electron/server/platform/db/open'
import { users, whatsapps } from '../../../electron/server/platform/db/schema'
import { inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { fillReports } from './reports-fill'
import { fillVolume } from './volume-fill'

export interface VolumeWorkspace {
  /** Stays for later runs. */
  kept: string
  /** The server's, in it. */
  folder: string
  engine: 'file' | 'postgres'
  /** Of what it is full: messages of many years, or conversations of one that reports tell of. */
  of: { tickets: number; messages: number } | { cycles: number; messages: number }
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
  if (db.engine === 'sqlite') await db.platform.run(sql`PRAGMA synchronous = OFF`)
  const now = Date.now()
  if ('cycles' in order.of) {
    await fillReports(db, { companyId, passwordHash, ...order.of }, now)
    if (db.engine === 'postgres') await db.platform.run(sql`analyze`)
    while ((await sumUpSome(db, companyId)) > 0);
    while ((await sumPresence(db, companyId)) > 0);
  } else await fillVolume(db, { companyId, whatsappId: line.id, passwordHash, ...order.of }, now)
  if (db.engine === 'sqlite') await db.checkpoint()
  await db.close()
  if (running) await inCluster(running.socket, ['vacuum analyze'], 'volume')
  process.send?.({ filled: Math.round((performance.now() - began) / 1_000) })
}

async function copy(): Promise<void> {
  if (!running) throw new Error('a file is copied by whoever asks')
  await inCluster(running.socket, [
    'drop database if exists copied',
    'create database copied template volume',
  ])
  process.send?.({ url: urlOf(running.socket, 'copied') })
}

process.on('message', (word: unknown) => {
  if (word === 'fill') void fill()
  if (word === 'copy') void copy()
})
process.once('SIGTERM', () => void (running?.stop() ?? Promise.resolve()).then(() => process.exit(0)))
process.send?.({ url, pid: running?.pid ?? null })
