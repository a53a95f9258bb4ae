/** The demo: a company with its history, customers who answer, a bank that is always paid. Its only entry. */
import type { Demo } from '../server/demo-port'
import { createBank } from './bank'
import { simulatedModel } from './simulated-model'
import { createSimulator } from './simulator'
import { isUnfinished, writeDemo } from './write-demo'

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
