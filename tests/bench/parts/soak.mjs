/**
 * Many sockets and a steady rate of requests for a while: errors, times and memory minute by minute. `--minutes 10` is the run
 * of the bar, `--sockets` and `--rate` set the rest; `--engine postgres` puts the same demo on PostgreSQL.
 */
import { addPeople, workspaceOf } from '../lib/agents.mjs'
import { quantile, summary } from '../lib/figures.mjs'
import { freshPostgres } from '../lib/fresh-postgres.mjs'
import { asker, atEnd, folder, PASSWORD, person, processorMs, residentMb, serve } from '../lib/programs.mjs'

export const title = 'Soak: sockets that listen and a steady rate of requests'
export const bars = [
  ['errors', 0],
  ['dropped', 0],
  ['requests.p95', 300],
  ['lag.p95', 300],
  ['growthPercent', 10],
]
const AGENTS = 100
const CLIENTS = 50
/** Tickets on PostgreSQL, which is filled anew each time. */
const POSTGRES_SCALE = 2_000
const MINUTE_S = 60
/** V8 holds up to a hundred megabytes more just before it collects than after: a minute's memory is the mean of many looks. */
const LOOK_MS = 2_000

export async function prepare({ scale, engine, minutes, sockets, rate }) {
  const order = { minutes, sockets, rate }
  if (engine !== 'postgres') return { ...order, ...(await workspaceOf(scale, { agents: AGENTS })), env: {} }
  const env = { DATABASE_URL: (await freshPostgres()).url }
  const path = folder('turno-bench-')
  const server = await serve(path, ['--scale', String(POSTGRES_SCALE)], env)
  const emails = await addPeople(server.url, 'super@demo.turno', { agents: AGENTS })
  await server.stop()
  return { ...order, folder: path, emails, env }
}

const round = value => Math.round(value * 100) / 100
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length

/** Looks at a process' memory all the time. @returns its mean since the last asking, in megabytes; and how to end, before the process does. */
function watchMemory(pid) {
  const looks = []
  const look = () => void looks.push(residentMb(pid))
  const timer = setInterval(look, LOOK_MS)
  const end = () => clearInterval(timer)
  atEnd(async () => end())
  const remembered = () => {
    look()
    return Math.round(mean(looks.splice(0)))
  }
  return { remembered, end }
}

/**
 * By how much the last quarter holds more than the second one: until there caches and connections come to what they need.
 * Of fewer than four minutes: the last one more than the first.
 */
function growth(memory) {
  const quarter = Math.max(1, Math.floor(memory.length / 4))
  const from = memory.length < 4 ? 0 : quarter
  const before = mean(memory.slice(from, from + quarter))
  return round((mean(memory.slice(-quarter)) / before - 1) * 100)
}

export async function run({ folder: path, emails, env, minutes, sockets, rate }) {
  const server = await serve(path, [], env)
  const { url, pid } = server
  const ask = asker('shift-clients')
  const { tokens } = await ask('signIn', { url, emails, password: PASSWORD })
  await ask('sockets', { url, tokens, count: sockets })
  const admin = await person(url, 'admin@demo.turno')
  const open = await admin.get('/tickets?status=open&pageNumber=1&showAll=true')
  const tickets = open.tickets
    .filter(ticket => ticket.whatsapp?.name && !ticket.isGroup)
    .map(ticket => ticket.id)

  const parts = Math.max(1, Math.ceil(minutes))
  const seconds = Math.min(MINUTE_S, minutes * MINUTE_S)
  const times = []
  const lags = []
  const { remembered, end } = watchMemory(pid)
  const memory = [remembered()]
  const each = {}
  let errors = 0
  let events = 0
  let dropped = 0
  const before = processorMs(pid)
  for (let minute = 1; minute <= parts; minute++) {
    const load = { url, tokens, tickets, clients: CLIENTS, seconds, perSecond: rate, oneLagIn: 100 }
    const heard = await ask('load', load)
    const all = Object.values(heard.times).flat()
    times.push(...all)
    lags.push(...heard.lags)
    memory.push(remembered())
    errors += heard.errors
    events += heard.events
    dropped = heard.dropped
    each[`minute${minute}`] = {
      residentMb: memory.at(-1),
      requests: all.length,
      p95: round(quantile(all, 0.95)),
      lagP95: round(quantile(heard.lags, 0.95) ?? Number.NaN),
      errors: heard.errors,
      events: heard.events,
    }
    process.stderr.write(`minute ${minute}: ${JSON.stringify(each[`minute${minute}`])}\n`)
  }
  const cpu = processorMs(pid) - before
  end()
  await ask('end')
  await server.stop()
  return {
    errors,
    dropped,
    requests: summary(times),
    lag: summary(lags),
    events,
    eventsPerSecond: Math.round(events / (parts * seconds)),
    cpuPerSecond: round(cpu / (parts * seconds)),
    residentMb: memory[0],
    growthPercent: growth(memory.slice(1)),
    ...each,
  }
}
