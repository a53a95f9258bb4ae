/**
 * `npm run bench [-- --server family --runs 3 --only start,tickets --scale 20000 --minutes 0.5 --engine postgres]`: measures what people feel, on the built product
 * through the stand-in. Medians of several runs as a table, and everything as JSON in out/bench/.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { medianOf } from '../tests/bench/lib/figures.mjs'
import { clean, OUT } from '../tests/bench/lib/programs.mjs'
import { launch } from '../tests/bench/lib/screen.mjs'
import * as campaign from '../tests/bench/parts/campaign.mjs'
import * as chat from '../tests/bench/parts/chat.mjs'
import * as cloud from '../tests/bench/parts/cloud.mjs'
import * as copilot from '../tests/bench/parts/copilot.mjs'
import { FAMILY } from '../tests/bench/parts/family.mjs'
import * as fanout from '../tests/bench/parts/fanout.mjs'
import { flood50, flood500 } from '../tests/bench/parts/flood.mjs'
import * as idle from '../tests/bench/parts/idle.mjs'
import * as sheet from '../tests/bench/parts/import.mjs'
import * as incoming from '../tests/bench/parts/incoming.mjs'
import * as kanban from '../tests/bench/parts/kanban.mjs'
import * as lists from '../tests/bench/parts/lists.mjs'
import * as listsRate from '../tests/bench/parts/lists-rate.mjs'
import * as motion from '../tests/bench/parts/motion.mjs'
import * as platform from '../tests/bench/parts/platform.mjs'
import * as presence from '../tests/bench/parts/presence.mjs'
import * as processes from '../tests/bench/parts/processes.mjs'
import * as reports from '../tests/bench/parts/reports.mjs'
import * as search from '../tests/bench/parts/search.mjs'
import * as server from '../tests/bench/parts/server.mjs'
import * as shift from '../tests/bench/parts/shift.mjs'
import * as soak from '../tests/bench/parts/soak.mjs'
import * as start from '../tests/bench/parts/start.mjs'
import * as storm from '../tests/bench/parts/storm.mjs'
import * as thread from '../tests/bench/parts/thread.mjs'
import * as tickets from '../tests/bench/parts/tickets.mjs'
import * as views from '../tests/bench/parts/views.mjs'
import * as volume from '../tests/bench/parts/volume.mjs'
import * as wall from '../tests/bench/parts/wall.mjs'

const EMBEDDED = {
  start,
  idle,
  tickets,
  thread,
  flood50,
  flood500,
  wall,
  lists,
  'lists-rate': listsRate,
  kanban,
  motion,
  views,
  chat,
  copilot,
  campaign,
  import: sheet,
  search,
  server,
  shift,
  soak,
  fanout,
  storm,
  presence,
  cloud,
  incoming,
  processes,
  platform,
  volume,
  reports,
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    /** `family`: on a legacy server at the speed of a real one, and only what is measured there. */
    server: { type: 'string', default: 'embedded' },
    only: { type: 'string' },
    /** Tickets of the server's part. */
    scale: { type: 'string', default: '20000' },
    /** Length of the parts "cloud" and "soak"; the bars are of ten. */
    minutes: { type: 'string', default: '0.5' },
    /** Of the part "soak", with its requests a second. */
    sockets: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '100' },
    /** Of the parts "volume" and "soak": the embedded server's file, or PostgreSQL. */
    engine: { type: 'string', default: 'file' },
    /** Conversations of the part "reports", and messages of them all (five of each where nothing is said). */
    cycles: { type: 'string', default: '200000' },
    messages: { type: 'string' },
    /** Of the part "platform": milliseconds of each round trip to the database more, companies, processes; lists with commas. */
    delays: { type: 'string' },
    companies: { type: 'string' },
    processes: { type: 'string' },
    /** Of the same: every combination, which takes a quarter of an hour. */
    whole: { type: 'boolean', default: false },
    /** Of the same: PostgreSQL waits for its disk. */
    durable: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const PARTS = values.server === 'family' ? FAMILY : EMBEDDED
const names = (values.only ?? Object.keys(PARTS).join(',')).split(',').filter(Boolean)
for (const name of names)
  if (!PARTS[name]) throw new Error(`no part "${name}"; there are ${Object.keys(PARTS)}`)

const at = (figures, path) => path.split('.').reduce((value, key) => value?.[key], figures)

function lines(figures, prefix = '') {
  const isGroup = value => value !== null && typeof value === 'object'
  return Object.entries(figures).flatMap(([key, value]) => {
    if (isGroup(value) && Object.values(value).some(isGroup)) return lines(value, `${prefix}${key}.`)
    return isGroup(value)
      ? [
          [
            `${prefix}${key}`,
            Object.entries(value)
              .map(([name, number]) => `${name} ${number}`)
              .join('  '),
          ],
        ]
      : [[`${prefix}${key}`, String(value)]]
  })
}

mkdirSync(OUT, { recursive: true })
const report = {
  at: new Date().toISOString(),
  node: process.version,
  cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  load: loadavg().map(value => Math.round(value * 10) / 10),
  runs,
  parts: {},
}
const browser = await launch()
let missed = 0
try {
  for (const name of names) {
    const part = PARTS[name]
    const prepared = await part.prepare({
      browser,
      scale: Number(values.scale),
      minutes: Number(values.minutes),
      sockets: Number(values.sockets),
      rate: Number(values.rate),
      engine: values.engine,
      cycles: Number(values.cycles),
      messages: values.messages === undefined ? undefined : Number(values.messages),
      delays: values.delays,
      companies: values.companies,
      processes: values.processes,
      whole: values.whole,
      durable: values.durable,
    })
    const all = []
    for (let i = 0; i < runs; i++) all.push(await part.run({ browser, ...prepared }))
    const median = medianOf(all)
    // A bar is what a figure may be at the most or, where it says so, at the least.
    const bars = part.bars
      .filter(([, limit]) => limit !== null)
      .map(([path, limit, kind = 'most']) => {
        const value = at(median, path)
        // What was not measured is no figure within a bar: null is less than every number.
        const met = typeof value === 'number' && (kind === 'least' ? value >= limit : value <= limit)
        return { path, [kind]: limit, value, met }
      })
    missed += bars.filter(bar => !bar.met).length
    report.parts[name] = { title: part.title, median, bars, runs: all }
    console.log(`\n${part.title}`)
    for (const [label, text] of lines(median)) console.log(`  ${label.padEnd(48)} ${text}`)
    for (const { path, most, least, value, met } of bars)
      console.log(`  ${met ? 'within' : 'MISSED'} bar ${path}: ${value} of ${most ?? `at least ${least}`}`)
  }
} finally {
  await browser.close()
  await clean()
}
const file = join(OUT, `${report.at.replaceAll(':', '-')}.json`)
for (const path of [file, join(OUT, 'latest.json')])
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
console.log(
  `\n${missed === 0 ? 'All bars met' : `${missed} bar(s) missed`}; load ${report.load.join(' ')}; written to ${file}`,
)
