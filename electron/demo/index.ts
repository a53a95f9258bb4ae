/** The demo: a company with its history, customers who answer, a bank that is always paid. Its only entry. */

import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../server/db/client'
import { emptyTables } from '../server/db/engine/keys'
import type { Demo } from '../server/demo-port'
import { createBank } from './bank'
import { simulatedModel } from './simulated-model'
import { createSimulator } from './simulator'

/** Lies in the data folder while the demo is being written. */
const UNFINISHED = 'demo.unfinished'

const isUnfinished = (folder: string): boolean => existsSync(join(folder, UNFINISHED))

/**
 * Fills a workspace with the demo company; what an earlier try left of one goes first.
 * @param db a workspace that is no company's.
 * @param folder its data folder.
 * @returns whether it wrote anything (demo/seed.ts).
 */
async function writeDemo(db: Db, folder: string): Promise<boolean> {
  if (isUnfinished(folder)) await emptyTables(db)
  await writeFile(join(folder, UNFINISHED), '')
  // Most starts write no demo: its words are loaded by the one that does.
  const { seedDemo } = await import('./company/seed')
  const written = await seedDemo(db, folder)
  await rm(join(folder, UNFINISHED), { force: true })
  return written
}

/** What only some starts need is loaded by them. */
export const demo: Demo = {
  isUnfinished,
  write: writeDemo,
  createSimulator,
  createBank,
  simulatedModel,
  fillScale: async (db, tickets) => (await import('./scale')).fillScale(db, tickets),
  startTraffic: async options => (await import('./traffic')).startTraffic(options),
}
