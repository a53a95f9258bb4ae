/** An empty PostgreSQL of this run's own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { bundle } from '../../faults/lib/bundle.mjs'
import { atEnd, end, folder } from './programs.mjs'

/** Starts it. @returns its address and its process. */
export async function freshPostgres() {
  const program = await bundle('tests/bench/lib/volume-workspace.ts', 'bench-volume')
  const kept = folder('turno-bench-pg-')
  // PostgreSQL is run as another than the bench.
  chmodSync(kept, 0o755)
  const child = fork(program, [JSON.stringify({ kept, folder: kept, engine: 'postgres' })])
  atEnd(() => end(child))
  const [{ url, pid }] = await once(child, 'message')
  return { url, pid }
}
