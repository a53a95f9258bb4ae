/** `npm run test:faults [-- <sends> <seed>]`: 0 lost, 0 doubled, order kept, or exit code 1. */
import { bundle } from './lib/bundle.mjs'

const outbox = await bundle('tests/faults/outbox-process.ts', 'faults-outbox')
const server = await bundle('tests/faults/server-process.ts', 'faults-server')
const { runCampaign } = await import(await bundle('tests/faults/campaign.ts', 'faults-campaign'))

const sends = Number(process.argv[2] ?? 1_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
console.log(`faults: ${sends} sends, seed ${seed}`)
const report = await runCampaign({
  sends,
  seed,
  tickets: 12,
  fileEvery: 8,
  mischief: 0.08,
  calm: { least: 150, chance: 450 },
  modules: { outbox, server },
})
const { kills } = report
console.log(
  `faults: killed main ${kills.main}, server ${kills.server}, connections ${kills.connection} times in ${report.seconds.toFixed(1)} s`,
)
console.log(
  `faults: ${report.sent} sent, ${report.lost.length} lost, ${report.doubled.length} doubled, ${report.disordered.length} tickets out of order`,
)
if (report.lost.length + report.doubled.length + report.disordered.length > 0) {
  console.error(JSON.stringify({ lost: report.lost, doubled: report.doubled, disordered: report.disordered }))
  process.exitCode = 1
}
