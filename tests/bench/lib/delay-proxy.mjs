/**
 * A proxy between servers and PostgreSQL that makes each round trip longer, by half in each direction: nothing is reordered, and as
 * much gets through as before. A process of its own, asked by messages of the parent (`asker`).
 */
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { answering } from './answering.mjs'
import { counting } from './postgres-wire.mjs'

/** What is due within this leaves together, nanoseconds. */
const TOGETHER_NS = 100_000n

const sums = { statements: 0, roundTrips: 0, open: 0, at: performance.now() }
let halfNs = 0n
/** What is on its way, in the order it came: all of it takes as long. */
const way = []
const bell = new Int32Array(new SharedArrayBuffer(4))
const due = new BigInt64Array(new SharedArrayBuffer(8))
const clock = new Worker(new URL('./delay-clock.mjs', import.meta.url), { workerData: { bell, due } })

function wakeFor(at) {
  Atomics.store(due, 0, at)
  Atomics.add(bell, 0, 1)
  Atomics.notify(bell, 0)
}

clock.on('message', () => {
  const until = process.hrtime.bigint() + TOGETHER_NS
  let arrived = 0
  while (arrived < way.length && way[arrived].at <= until) way[arrived++].leave()
  way.splice(0, arrived)
  if (way.length > 0) wakeFor(way[0].at)
})

/** Does something when whoever is asked now would have been reached. */
function later(leave) {
  if (halfNs === 0n && way.length === 0) return leave()
  way.push({ at: process.hrtime.bigint() + halfNs, leave })
  if (way.length === 1) wakeFor(way[0].at)
}

function pass(from, to, count) {
  from.setNoDelay?.(true)
  from.on('data', chunk => {
    count(chunk)
    later(() => to.write(chunk))
  })
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
  from.on('close', () => later(() => to.destroy()))
}

answering({
  /** Listens. @param path of PostgreSQL's socket. */
  async listen({ path }) {
    const server = createServer(client => {
      const postgres = connect(path)
      const count = counting(sums)
      pass(client, postgres, count.fromServer)
      pass(postgres, client, count.fromPostgres)
      client.once('close', count.gone)
    })
    await new Promise(done => server.listen(0, '127.0.0.1', done))
    return { port: server.address().port }
  },
  /** @param ms of each round trip more, from now on. */
  slow({ ms }) {
    halfNs = BigInt(Math.round(ms * 5e5))
  },
  /** Waits until nothing has been asked for so long, at the most for `mostMs`. @returns what was counted until then. */
  async quiet({ ms, mostMs }) {
    const end = performance.now() + mostMs
    while ((sums.open > 0 || performance.now() - sums.at < ms) && performance.now() < end) await delay(2)
    return { statements: sums.statements, roundTrips: sums.roundTrips }
  },
})
