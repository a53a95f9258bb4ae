/** The demo: a company with its history, customers who answer, a bank that is always paid. Its only entry. */

import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../server/platform/db/client'
import { emptyTables } from '../server/platform/db/engine/keys'
import { createBank } from './bank'
import { simulatedModel } from './simulated-model'
import { createSimulator } from './simulator'
import type { TrafficOptions } from './traffic'

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
export const demo = {
  /** Whether the writing of a demo into that data folder was cut short. */
  isUnfinished,
  write: writeDemo,
  /** The way to customers that exist nowhere else. */
  createSimulator,
  createBank,
  /** Answers as a model does over HTTP, by search alone. */
  simulatedModel,
  /** Adds that many tickets with 60 messages each. */
  fillScale: async (db: Db, tickets: number) => (await import('./scale')).fillScale(db, tickets),
  startTraffic: async (options: TrafficOptions) => (await import('./traffic')).startTraffic(options),
}
