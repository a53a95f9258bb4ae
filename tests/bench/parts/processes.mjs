/**
 * Two servers of one workspace on a PostgreSQL of their own, agents at both, nobody killed: how long what one does takes to
 * the consoles at the other server.
 */
import { bundle } from '../../faults/lib/bundle.mjs'
import { summary } from '../lib/figures.mjs'
import { root } from '../lib/programs.mjs'

export const title = 'Two servers on PostgreSQL: from a call at one to its event at the other'
export const bars = [
  ['there.p95', 100],
  ['lost', 0],
]

export async function prepare() {
  return { program: await bundle('tests/bench/lib/processes.ts', 'bench-processes') }
}

export async function run({ program }) {
  const { measure } = await import(program)
  const { there, here, call, afterCall, customers, lost, perSecond } = await measure(
    `${root}out/server/index.js`,
  )
  return {
    perSecond,
    there: summary(there),
    here: summary(here),
    call: summary(call),
    afterCall: summary(afterCall),
    customers: summary(customers),
    lost,
  }
}
