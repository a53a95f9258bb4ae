/**
 * `npm run test:faults [-- <share of 1,000 sends> <seed> [chaos|outbox|outward|cloud|web|processes]]`: 0 lost, 0 doubled, order
 * kept, or exit code 1. With `chaos` only the tests of tests/chaos, with `outbox` only the sends of the console, with `outward` only
 * the automatic answers and the webhook, with `cloud` only the Cloud API's numbers, with `web` only those of WhatsApp Web, with
 * `processes` only three servers on one database (200 faults times the share; it needs PostgreSQL, and is left out without it).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { bundle } from './lib/bundle.mjs'

const only = process.argv[4]
const runs = part => only === undefined || only === part

if (runs('chaos')) {
  const tests = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'chaos'], {
    stdio: 'inherit',
  })
  if (tests.status !== 0) process.exitCode = 1
}

const modules = runs('outbox')
  ? {
      outbox: await bundle('tests/faults/outbox-process.ts', 'faults-outbox'),
      tiny: await bundle('tests/faults/server-process.ts', 'faults-tiny'),
      workspace: await bundle('electron/server/index.ts', 'faults-workspace'),
    }
  : null
const { campaigns, numbers, outward, processes, processesMissing, run } = await import(
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

// A number of WhatsApp Web that was lost comes back after seconds, so fewer messages take as long.
const providers = {
  cloud: ['the Cloud API', 1, 'graph-process', null],
  web: ['WhatsApp Web', 0.2, 'whatsapp-process', 'electron/server/desk/channel/web/web-thread.ts'],
}
for (const [provider, [name, part, double, thread]] of Object.entries(providers)) {
  if (!runs(provider)) continue
  const { sends, deliveries, kills, unsure, faults, seconds } = await numbers(
    provider,
    {
      server: await bundle('tests/faults/number-process.ts', 'faults-number-process'),
      double: await bundle(`tests/faults/${double}.ts`, `faults-${double}`),
      ...(thread && { thread: await bundle(thread, 'faults-thread') }),
    },
    seed,
    share * part,
  )
  console.log(
    `faults, ${name}: ${sends} sends, ${deliveries} messages of customers, seed ${seed}, killed server ${kills.server}, threads ${kills.thread}, double ${kills.double} times in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `  ${faults.length} faults; unsure for a while: ${unsure.left} that had left, ${unsure.notLeft} that had not`,
  )
  if (faults.length > 0) {
    console.error(JSON.stringify(faults.slice(0, 50), null, 2))
    process.exitCode = 1
  }
}

/** The value below which so much of them is; NaN of none. */
const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
const figures = values =>
  `${values.length} times, median ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)}, most ${Math.max(...values).toFixed(0)}`

/** While one of three serves, no agent is without a server for this long, milliseconds. */
const BACK_MS = 60_000

if (runs('processes') && processesMissing()) {
  console.log('faults, several processes: left out, there is no PostgreSQL for this platform')
  if (only === 'processes') process.exitCode = 1
} else if (runs('processes')) {
  const outDir = fileURLToPath(new URL('../../out/tests/faults-server', import.meta.url))
  const configFile = fileURLToPath(new URL('../../scripts/vite.server.config.mjs', import.meta.url))
  await build({ configFile, logLevel: 'warn', build: { outDir } })
  console.log(`faults, several processes: seed ${seed}`)
  const report = await processes(`${outDir}/index.js`, seed, Math.ceil(200 * share))
  const { faults, sent, came, scheduled, unsure, wrong, complaints, seconds } = report
  const { recipients, newcomers, webhookEvents } = report
  console.log(
    `  killed ${faults.kill}, frozen ${faults.freeze} (${faults.for60s} for 60 s, together ${faults.frozenSeconds.toFixed(0)} s), line cut ${faults.cut}, PostgreSQL restarted ${faults.crash} times (${faults.ofWorking} met the one that works) in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `  ${sent} sends, ${came} messages of customers, ${scheduled} scheduled, a campaign to ${recipients}, ${newcomers} answers of the chatbot, ${webhookEvents} events of a webhook`,
  )
  console.log(`  ${wrong.length} faults; ${unsure} that nobody knew of, sent again by a person`)
  console.log(
    `  every console right ${report.rightMs.toFixed(0)} ms after the end; ${report.reads} times one asked for everything again`,
  )
  console.log(`  another one works: ${figures(report.takeovers)}`)
  console.log(`  an agent is back: ${figures(report.back)}`)
  console.log(`  from a press to its event at another server's console: ${figures(report.events)}`)
  console.log(`  of these without a fault near them: ${figures(report.calm)}`)
  const late = report.back.filter(ms => ms > BACK_MS)
  if (wrong.length + late.length > 0 || report.events.length === 0) {
    console.error(
      JSON.stringify({ late, wrong: wrong.slice(0, 50), complaints: complaints.slice(0, 50) }, null, 2),
    )
    process.exitCode = 1
  }
}
