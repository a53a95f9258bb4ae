/** `node tests/bench/cache-search.mjs [messages]`: medians of the local search; bar: first results under 50 ms at 100,000. */
import { bundle } from '../faults/lib/bundle.mjs'

const { run } = await import(await bundle('tests/bench/cache-search.ts', 'cache-search'))
await run(Number(process.argv[2] ?? 100_000))
