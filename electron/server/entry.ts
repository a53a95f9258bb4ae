/** What the server's process runs first: how the program is compiled is settled before it is read. */
import module from 'node:module'
import { giveBackAfter } from '../give-back'

/** What Node 22 and later have; what they compiled is kept in a folder and taken from there at the next start. */
const { enableCompileCache, flushCompileCache } = module as {
  enableCompileCache?(folder: string): unknown
  flushCompileCache?(): void
}
/** When the start is over, whatever a first list asked for included. */
const STARTED_MS = 10_000
const LOOK_AGAIN_MS = 5 * 60_000

const folder = process.env.TURNO_COMPILED
if (folder && enableCompileCache) {
  enableCompileCache(folder)
  // The end of a utility process keeps nothing.
  setTimeout(() => flushCompileCache?.(), STARTED_MS).unref()
}
// Alone it serves many people at once, who make many young objects.
if ('parentPort' in process && process.parentPort !== null) giveBackAfter(STARTED_MS, LOOK_AGAIN_MS)

await import('./index')
