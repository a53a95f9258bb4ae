/** The first code of the server's process: sets up the compile cache before the program is loaded. */
import module from 'node:module'
import { giveBackAfter } from '../give-back'

/** Available since Node 22; compiled code is kept in a folder for the next start. */
const { enableCompileCache, flushCompileCache } = module as {
  enableCompileCache?(folder: string): unknown
  flushCompileCache?(): void
}
/** When the start is over, including the code of the first list. */
const STARTED_MS = 10_000
const LOOK_AGAIN_MS = 5 * 60_000

const folder = process.env.TURNO_COMPILED
if (folder && enableCompileCache) {
  enableCompileCache(folder)
  // The end of a utility process would not save it.
  setTimeout(() => flushCompileCache?.(), STARTED_MS).unref()
}
// A standalone server handles many requests at once, which make many short-lived objects.
if ('parentPort' in process && process.parentPort !== null) giveBackAfter(STARTED_MS, LOOK_AGAIN_MS)

await import('./index')
