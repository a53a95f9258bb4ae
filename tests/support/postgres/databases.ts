/** Databases of test servers: a copy of one that is migrated already, for each data folder. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openPostgres } from '../../../electron/server/platform/db/engine/postgres'
import { inCluster, urlOf } from './cluster'

const TEMPLATE = 'turno_template'

/** Makes the database the others are copies of. */
export async function makeTemplate(socket: string): Promise<void> {
  await inCluster(socket, [`create database ${TEMPLATE}`])
  const db = await openPostgres(urlOf(socket, TEMPLATE))
  await db.close()
}

const made = new Map<string, string>()

/** Address of the database that belongs to a data folder; those of folders that are gone go. */
export async function databaseOf(socket: string, folder: string): Promise<string> {
  const key = resolve(folder)
  const known = made.get(key)
  if (known) return known
  for (const [old, url] of made) {
    if (existsSync(old)) continue
    made.delete(old)
    await inCluster(socket, [`drop database if exists ${nameOf(old)} with (force)`]).catch(() => url)
  }
  const name = nameOf(key)
  const found = await inCluster(socket, [`select 1 from pg_database where datname = '${name}'`])
  if (found.length === 0) await inCluster(socket, [`create database ${name} template ${TEMPLATE}`])
  const url = urlOf(socket, name)
  made.set(key, url)
  return url
}

const nameOf = (folder: string): string =>
  `t_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
