/** Brings a workspace file to its present shape. */
import { constants } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import type { Client } from '@libsql/client'
import { byId, runSteps } from '../../../database/run-steps'
import { baseline } from './engine/sqlite-schema'
import { allIds, BASELINE, type Migration, migrations, OlderBuild, type Shape, shapeOf } from './migrations'
import { fromFirstBuild } from './migrations/first-build'

/**
 * The shape of a file.
 * @throws OlderBuild for one nothing leads from.
 */
export async function fileShape(client: Client, steps: readonly Migration[] = migrations): Promise<Shape> {
  const [ledger] = (await client.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'")).rows
  const taken = ledger ? (await client.execute('SELECT id FROM migrations')).rows : []
  return shapeOf(new Set(taken.map(row => String(row.id))), steps)
}

/** Whether this version opens a file, as it is or carried over. */
export async function isOpened(client: Client): Promise<boolean> {
  try {
    await fileShape(client)
    return true
  } catch (error) {
    if (error instanceof OlderBuild) return false
    throw error
  }
}

/**
 * Gives a new file all tables, carries over one of the first build, and applies missing steps; each in one transaction.
 * @throws OlderBuild for a file nothing leads from; Error when the file has a step this program does not know: it
 *   belongs to a newer version. It is as it was then.
 */
export async function migrate(client: Client, steps: readonly Migration[] = migrations): Promise<void> {
  const shape = await fileShape(client, steps)
  /** @param taken what the file has taken by it. */
  const become = async (sql: string, taken: readonly string[]): Promise<void> => {
    const tx = await client.transaction('write')
    try {
      await tx.executeMultiple(
        `CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at INTEGER NOT NULL);${sql}`,
      )
      for (const id of taken) await tx.execute(byId.remember({ id, sql: '' }))
      await tx.commit()
    } finally {
      // Rolls back what was not committed.
      tx.close()
    }
  }
  if (shape === 'new') await become(baseline(), allIds(steps))
  if (shape === 'first') await become(`DELETE FROM migrations;${await fromFirstBuild(client)}`, allIds(steps))
  if (shape === 'last') {
    const later = steps.map(({ id }) => `'${id}'`).join(', ')
    await become(`DELETE FROM migrations WHERE id NOT IN (${later});`, [BASELINE])
  }
  await runSteps(client, 'The workspace file', [{ id: BASELINE, sql: '' }, ...steps], byId)
}

/** A copy of a file beside it, which an erasure deletes as any that was moved aside (../keeping/copies.ts). */
async function keepAside(client: Client, file: string): Promise<string> {
  const [checkpoint] = (await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')).rows
  if (Number(checkpoint?.busy) !== 0) throw new Error('The workspace file is being read by another program')
  const aside = `${file}.before-${Date.now()}`
  await copyFile(file, `${aside}.part`, constants.COPYFILE_FICLONE)
  await rename(`${aside}.part`, aside)
  return aside
}

/**
 * The same for the file of a data folder: one of the first build is kept beside what is made of it.
 * @returns where it is kept; null: it was none.
 * @throws as `migrate`.
 */
export async function migrateFile(client: Client, file: string): Promise<string | null> {
  const aside = (await fileShape(client)) === 'first' ? await keepAside(client, file) : null
  try {
    await migrate(client)
  } catch (error) {
    // The file is as it was; each start would leave another copy.
    if (aside) await rm(aside)
    throw error
  }
  return aside
}
