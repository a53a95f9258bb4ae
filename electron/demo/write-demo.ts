/** Writes the demo whole, or anew: one whose writing was cut short (a crash, a power cut) is no demo to anybody. */
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../server/db/client'
import { emptyTables } from '../server/db/engine/keys'

/** Lies in the data folder while the demo is being written. */
const UNFINISHED = 'demo.unfinished'

export const isUnfinished = (folder: string): boolean => existsSync(join(folder, UNFINISHED))

/**
 * Fills a workspace with the demo company; what an earlier try left of one goes first.
 * @param db a workspace that is no company's.
 * @param folder its data folder.
 * @returns whether it wrote anything (demo/seed.ts).
 */
export async function writeDemo(db: Db, folder: string): Promise<boolean> {
  if (isUnfinished(folder)) await emptyTables(db)
  await writeFile(join(folder, UNFINISHED), '')
  // Most starts write no demo: its words are loaded by the one that does.
  const { seedDemo } = await import('./company/seed')
  const written = await seedDemo(db, folder)
  await rm(join(folder, UNFINISHED), { force: true })
  return written
}
