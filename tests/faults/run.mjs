/**
 * `npm run test:faults [-- <share of 1,000 sends> <seed> [bulk]]`: 0 lost, 0 doubled, order kept, or exit code 1. With `bulk`
 * only the campaign of 2,000 recipients.
 */
import { bundle } from './lib/bundle.mjs'

const modules = {
  outbox: await bundle('tests/faults/outbox-process.ts', 'faults-outbox'),
  tiny: await bundle('tests/faults/server-process.ts', 'faults-tiny'),
  workspace: await bundle('electron/server/index.ts', 'faults-workspace'),
}
const { bulk, campaigns, run } = await import(await bundle('tests/faults/suite.ts', 'faults-suite'))
const share = Number(process.argv[2] ?? 1)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

const onlyBulk = process.argv[4] === 'bulk'
for (const [name, shape] of onlyBulk ? [] : campaigns(modules, share)) {
  console.log(`faults, ${name}: ${shape.sends} sends, seed ${seed}`)
  const { kills, seconds, lost, doubled, disordered } = await run(modules, seed, shape)
  console.log(
    `  killed main ${kills.main}, server ${kills.server}, connections ${kills.connection} times in ${seconds.toFixed(1)} s`,
  )
  console.log(`  ${lost.length} lost, ${doubled.length} doubled, ${disordered.length} tickets out of order`)
  if (lost.length + doubled.length + disordered.length > 0) {
    console.error(JSON.stringify({ lost, doubled, disordered }))
    process.exitCode = 1
  }
}

const report = await bulk(modules, seed, share)
if (report) {
  const { recipients, kills, lost, doubled, status, seconds } = report
  console.log(
    `faults, a campaign: ${recipients} recipients, killed ${kills} times in ${seconds.toFixed(1)} s, ${status}`,
  )
  console.log(`  ${lost.length} lost, ${doubled.length} doubled`)
  if (lost.length + doubled.length > 0 || status !== 'FINALIZADA') {
    console.error(JSON.stringify({ lost, doubled }))
    process.exitCode = 1
  }
}
