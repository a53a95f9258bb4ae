/**
 * `npm run test:faults [-- <share of 1,000 sends> <seed> [outbox|bulk|outward|cloud]]`: 0 lost, 0 doubled, order kept, or
 * exit code 1. With `outbox` only the sends of the console, with `bulk` only the campaign of 2,000 recipients and the pace of
 * one of 10,000, with `outward` only the automatic answers and the webhook, with `cloud` only the Cloud API's numbers.
 */
import { spawnSync } from 'node:child_process'
import { bundle } from './lib/bundle.mjs'

const only = process.argv[4]
const runs = part => only === undefined || only === part
const modules =
  runs('outbox') || runs('bulk')
    ? {
        outbox: await bundle('tests/faults/outbox-process.ts', 'faults-outbox'),
        tiny: await bundle('tests/faults/server-process.ts', 'faults-tiny'),
        workspace: await bundle('electron/server/index.ts', 'faults-workspace'),
      }
    : null
const { bulk, campaigns, cloud, outward, run } = await import(
  await bundle('tests/faults/suite.ts', 'faults-suite')
)
const share = Number(process.argv[2] ?? 1)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

for (const [name, shape] of runs('outbox') ? campaigns(modules, share) : []) {
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

const report = runs('bulk') && (await bulk(modules, seed, share))
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

if (runs('bulk')) {
  // The pace of ten thousand recipients, which takes longer than a test of every day may.
  const pace = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'tests/integration/server/campaign-engine.test.ts',
      ...['-t', 'keeps its pace to a second'],
    ],
    { env: { ...process.env, PACE_RECIPIENTS: '10000' }, encoding: 'utf8' },
  )
  console.log(`faults, the pace of 10,000 recipients: ${pace.status === 0 ? 'exact to a second' : 'MISSED'}`)
  if (pace.status !== 0) {
    console.error(pace.stdout, pace.stderr)
    process.exitCode = 1
  }
}

if (runs('outward')) {
  const outwardProcess = await bundle('tests/faults/outward-process.ts', 'faults-outward')
  const { kills, questions, events, faults, seconds } = await outward(outwardProcess, seed, share)
  console.log(
    `faults, automatic answers and a webhook: ${questions} messages of customers, ${events} events, seed ${seed}, killed ${kills} times in ${seconds.toFixed(1)} s`,
  )
  console.log(`  ${faults.length} faults`)
  if (faults.length > 0) {
    console.error(JSON.stringify(faults.slice(0, 50), null, 2))
    process.exitCode = 1
  }
}

if (runs('cloud')) {
  const { sends, deliveries, kills, unsure, faults, seconds } = await cloud(
    {
      server: await bundle('tests/faults/cloud-process.ts', 'faults-cloud'),
      graph: await bundle('tests/faults/graph-process.ts', 'faults-graph'),
      thread: await bundle('electron/server/channel/cloud/cloud-thread.ts', 'faults-cloud-thread'),
    },
    seed,
    share,
  )
  console.log(
    `faults, the Cloud API: ${sends} sends, ${deliveries} messages of customers, seed ${seed}, killed server ${kills.server}, threads ${kills.thread}, double ${kills.double} times in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `  ${faults.length} faults; unsure for a while: ${unsure.left} that had left, ${unsure.notLeft} that had not`,
  )
  if (faults.length > 0) {
    console.error(JSON.stringify(faults.slice(0, 50), null, 2))
    process.exitCode = 1
  }
}
