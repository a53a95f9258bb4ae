/** The search of what this computer has seen, at 100,000 messages: the slowest of ten queries. */
import { bundle } from '../../faults/lib/bundle.mjs'

const MESSAGES = 100_000

export const title = `Local search over ${MESSAGES.toLocaleString('en')} messages, slowest query`
export const bars = [['slowest.median', 50]]

export async function prepare() {
  return import(await bundle('tests/bench/cache-search.ts', 'cache-search'))
}

export async function run({ run: search }) {
  const { median, p95 } = await search(MESSAGES)
  const round = value => Math.round(value * 10) / 10
  return { slowest: { median: round(median), p95: round(p95) } }
}
