/**
 * A customer's message from the provider's delivery to the event at a console, with no chatbot, on the file and on PostgreSQL: one
 * after the other, and of several customers who each write again as soon as the console has heard of their last message.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { bundle } from '../../faults/lib/bundle.mjs'
import { customersOf, openLine, phonesOf } from '../lib/cloud-line.mjs'
import { summary } from '../lib/figures.mjs'
import { freshPostgres } from '../lib/fresh-postgres.mjs'
import { childrenMs, processorMs } from '../lib/programs.mjs'

const NUMBERS = 4
const CUSTOMERS_EACH = 4
/** Messages before anything is measured, one after the other, and by each of those at the same time. */
const WARM = 40
const ALONE = 60
const EACH = 25
/** How long an event is waited for, milliseconds. */
const HEARD_MS = 20_000

export const title = 'Incoming messages: from the webhook to the event at a console'
export const bars = [
  ['file.lost', 0],
  ['postgres.lost', 0],
]

export async function prepare() {
  return { program: await bundle('tests/bench/lib/graph-server.ts', 'bench-graph') }
}

const hundredth = value => Math.round(value * 100) / 100

async function measured(program, env, databaseMs) {
  const phones = phonesOf(NUMBERS)
  const customers = customersOf(phones, CUSTOMERS_EACH)
  const line = await openLine({ program, phones, env })
  await line.connect()
  await line.listen()
  const write = async customer => {
    const { event } = await line.deliver(customer)
    await Promise.race([event, delay(HEARD_MS, undefined, { ref: false })])
  }
  for (const customer of customers) await write(customer)
  for (const id of line.tickets) await line.call('PUT', `/tickets/${id}`, { status: 'open' })
  for (let i = 0; i < WARM; i++) await write(customers[i % customers.length])
  /** @param many messages the work delivers. */
  const timed = async (many, work) => {
    line.heard()
    const used = () => [processorMs(line.server.pid), databaseMs()]
    const [before, began] = [used(), performance.now()]
    await work()
    const [seconds, after] = [(performance.now() - began) / 1_000, used()]
    const [server, database] = after.map((ms, at) => hundredth((ms - before[at]) / many))
    return { ...summary(line.heard()), perSecond: hundredth(many / seconds), server, database }
  }
  const alone = await timed(ALONE, async () => {
    for (let i = 0; i < ALONE; i++) await write(customers[i % customers.length])
  })
  const together = await timed(EACH * customers.length, () =>
    Promise.all(
      customers.map(async customer => {
        for (let i = 0; i < EACH; i++) await write(customer)
      }),
    ),
  )
  const lost = line.left.size
  await line.stop()
  return { alone, together, lost, again: line.again() }
}

export async function run({ program }) {
  const file = await measured(program, {}, () => 0)
  const { url, pid } = await freshPostgres()
  return { file, postgres: await measured(program, { DATABASE_URL: url }, () => childrenMs(pid)) }
}
