/**
 * Twenty numbers of the Cloud API under load: how long a customer's message takes from the provider's delivery to the
 * event in a console, and what the server's memory does meanwhile. `--minutes 10` is the run of the bar.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { bundle } from '../../faults/lib/bundle.mjs'
import { customersOf, openLine, phonesOf } from '../lib/cloud-line.mjs'
import { summary } from '../lib/figures.mjs'

const NUMBERS = 20
const CUSTOMERS_EACH = 10
/** Messages a second, all numbers together. */
const IN = 40
const OUT = 10
const MEMORY_MS = 2_000

export const title = `Cloud API: ${NUMBERS} numbers, ${IN + OUT} messages a second`
export const bars = [
  ['toConsole.p95', 300],
  ['lost', 0],
  // From the second quarter of the run to the last: caches are warm then.
  ['memory.growthPercent', 10],
]

export async function prepare({ minutes }) {
  return { minutes, program: await bundle('tests/bench/lib/graph-server.ts', 'bench-graph') }
}

/** Resident memory of a process in MB. */
const memoryOf = pid =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length

export async function run({ minutes, program }) {
  const phones = phonesOf(NUMBERS)
  const line = await openLine({ program, phones })
  const { server, call, left, deliver } = line
  const before = memoryOf(server.pid)
  await line.connect()
  await delay(3_000)
  const connected = memoryOf(server.pid)
  await line.listen()
  const customers = customersOf(phones, CUSTOMERS_EACH)
  let refused = 0

  for (const customer of customers) await deliver(customer)
  while (left.size > 0) await delay(50)
  const open = [...line.tickets]
  for (const id of open) await call('PUT', `/tickets/${id}`, { status: 'open' })
  line.heard()

  const sending = []
  const memory = []
  const running = new Set()
  const doing = work => {
    const one = work
      .catch(error => {
        refused += 1
        console.error(String(error))
      })
      .finally(() => running.delete(one))
    running.add(one)
  }
  const send = async ticketId => {
    const began = performance.now()
    await call('POST', `/messages/${ticketId}`, {
      body: 'Chega sim, até as cinco.',
      clientId: crypto.randomUUID(),
    })
    sending.push(performance.now() - began)
  }
  const from = performance.now()
  const watch = setInterval(() => memory.push(memoryOf(server.pid)), MEMORY_MS)
  const total = Math.round(minutes * 60 * (IN + OUT))
  for (let n = 0; n < total; n++) {
    const due = from + (n * 1_000) / (IN + OUT)
    const wait = due - performance.now()
    if (wait > 0) await delay(wait)
    if (n % ((IN + OUT) / OUT) === 0) doing(send(open[(n * 7) % open.length]))
    else doing(deliver(customers[(n * 13) % customers.length]))
  }
  const seconds = (performance.now() - from) / 1_000
  await Promise.all(running)
  for (let tries = 0; left.size > 0 && tries < 200; tries++) await delay(50)
  clearInterval(watch)
  const quarter = Math.max(1, Math.floor(memory.length / 4))
  const [early, late] = [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter))]
  await line.stop()
  return {
    perSecond: Math.round((total / seconds) * 10) / 10,
    toConsole: summary(line.heard()),
    sending: summary(sending),
    lost: left.size + refused,
    again: line.again(),
    memory: {
      beforeMB: Math.round(before),
      connectedMB: Math.round(connected),
      earlyMB: Math.round(early),
      lateMB: Math.round(late),
      growthPercent: Math.round(((late - early) / early) * 1_000) / 10,
    },
  }
}
