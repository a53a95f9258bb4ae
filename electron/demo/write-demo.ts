/** Writes the demo whole, or anew: one whose writing was cut short (a crash, a power cut) is no demo to anybody. */
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../server/db/client'

/** Lies in the data folder while the demo is being written. */
const UNFINISHED = 'demo.unfinished'

/** What is no data of the demo: the file's own steps and marks, and the search index, which follows the messages. */
const KEPT =
  "name NOT LIKE 'sqlite_%' AND name NOT LIKE 'message_index%' AND name NOT IN ('migrations', 'keeping')"

export const isUnfinished = (folder: string): boolean => existsSync(join(folder, UNFINISHED))

async function empty(db: Db): Promise<void> {
  await db.write(async tx => {
    await tx.run(sql`PRAGMA defer_foreign_keys = ON`)
    const tables = await tx.all<{ name: string }>(
      sql.raw(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${KEPT}`),
    )
    for (const { name } of tables) await tx.run(sql.raw(`DELETE FROM "${name}"`))
    // The demo counts on ids that begin at 1.
    await tx.run(sql`DELETE FROM sqlite_sequence`)
  })
}

/**
 * Fills a workspace with the demo company; what an earlier try left of one goes first.
 * @param db a workspace that is no company's.
 * @param folder its data folder.
 * @returns whether it wrote anything (demo/seed.ts).
 */
export async function writeDemo(db: Db, folder: string): Promise<boolean> {
  if (isUnfinished(folder)) await empty(db)
  await writeFile(join(folder, UNFINISHED), '')
  // Most starts write no demo: its words are loaded by the one that does.
  const { seedDemo } = await import('./company/seed')
  const written = await seedDemo(db, folder)
  await rm(join(folder, UNFINISHED), { force: true })
  return written
}
