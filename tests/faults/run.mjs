/** `npm run test:faults [-- <sends> <seed>]`: 0 lost, 0 doubled, order kept, or exit code 1. */
import { bundle } from './lib/bundle.mjs'

const outbox = await bundle('tests/faults/outbox-process.ts', 'faults-outbox')
const server = await bundle('tests/faults/server-process.ts', 'faults-server')
const { runCampaign } = await import(await bundle('tests/faults/campaign.ts', 'faults-campaign'))

const sends = Number(process.argv[2] ?? 1_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

async function run(name, options) {
  console.log(`faults, ${name}: ${options.sends} sends, seed ${seed}`)
  const report = await runCampaign({ seed, mischief: 0.08, modules: { outbox, server }, ...options })
  const { kills } = report
  console.log(
    `  killed main ${kills.main}, server ${kills.server}, connections ${kills.connection} times in ${report.seconds.toFixed(1)} s`,
  )
  console.log(
    `  ${report.lost.length} lost, ${report.doubled.length} doubled, ${report.disordered.length} tickets out of order`,
  )
  if (report.lost.length + report.doubled.length + report.disordered.length > 0) {
    console.error(
      JSON.stringify({ lost: report.lost, doubled: report.doubled, disordered: report.disordered }),
    )
    process.exitCode = 1
  }
}

await run('server with client ids', {
  sends,
  clientIds: true,
  tickets: 12,
  fileEvery: 8,
  calm: { least: 150, chance: 450 },
})
await run('server without client ids', {
  sends: Math.ceil(sends / 5),
  clientIds: false,
  tickets: 8,
  fileEvery: 8,
  calm: { least: 700, chance: 900 },
})
