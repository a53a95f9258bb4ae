/** `npm run test:hostile [-- <word in the title of a part>]`: 0 answers of 500 and above, 0 leaks, no call holds the loop over 200 ms, memory flat; or exit code 1. */
import { bundle } from '../faults/lib/bundle.mjs'

const server = await bundle('tests/hostile/server-process.ts', 'hostile-server')
const { attack } = await import(await bundle('tests/hostile/suite.ts', 'hostile-suite'))

console.log('hostile: every endpoint of the table, for every role and a second company')
const { requests, faults } = await attack(server, line => console.log(line), process.argv[2])
console.log(`  ${requests} requests, ${faults.length} faults`)
for (const fault of faults.slice(0, 100)) console.error(`  ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
