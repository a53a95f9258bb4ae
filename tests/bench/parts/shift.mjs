/**
 * A shift on the embedded server: 100 agents sign in at once, 300 sockets listen, 50 clients ask. Clients are a
 * process of their own; the server's processor time is read from the system.
 */
import { workspaceOf } from '../lib/agents.mjs'
import { summary } from '../lib/figures.mjs'
import { asker, PASSWORD, person, processorMs, residentMb, serve } from '../lib/programs.mjs'

export const title = 'Shift: 100 agents sign in, 300 sockets, 50 clients, 20,000 tickets'
export const bars = [
  ['signIn.all', 10_000],
  ['signIn.others.p95', 300],
  ['load.requests.p95', 300],
  ['load.lag.p95', 300],
]
const AGENTS = 100
const SOCKETS = 300
const CLIENTS = 50
const SECONDS = 20
/** Requests a second of the steady load, of which a fifth are messages: each reaches 300 sockets several times. */
const PER_SECOND = 50

export async function prepare({ scale }) {
  return workspaceOf(scale, { agents: AGENTS })
}

const round = value => Math.round(value * 100) / 100

export async function run({ folder, emails }) {
  const server = await serve(folder)
  const { url, pid } = server
  const ask = asker('shift-clients')
  const admin = await person(url, 'admin@demo.turno')
  const open = await admin.get('/tickets?status=open&pageNumber=1&showAll=true')
  const tickets = open.tickets
    .filter(ticket => ticket.whatsapp?.name && !ticket.isGroup)
    .map(ticket => ticket.id)

  const beforeSignIn = processorMs(pid)
  const began = performance.now()
  const probing = ask('probe', { url, token: admin.token, ms: 8_000 })
  const signedIn = await ask('signIn', { url, emails, password: PASSWORD })
  const all = performance.now() - began
  const signIn = {
    all: Math.round(all),
    cpuEach: round((processorMs(pid) - beforeSignIn) / AGENTS),
    each: summary(signedIn.ms),
    others: summary((await probing).times),
  }

  const beforeSockets = processorMs(pid)
  const connected = await ask('sockets', { url, tokens: signedIn.tokens, count: SOCKETS })
  const sockets = {
    ms: Math.round(connected.ms),
    cpuEach: round((processorMs(pid) - beforeSockets) / SOCKETS),
  }

  const loadOf = async perSecond => {
    const before = processorMs(pid)
    const { times, errors, events, lags, seconds } = await ask('load', {
      url,
      tokens: signedIn.tokens,
      tickets,
      clients: CLIENTS,
      seconds: SECONDS,
      perSecond,
    })
    const cpu = processorMs(pid) - before
    const every = Object.values(times).flat()
    return {
      requests: summary(every),
      list: summary(times.list),
      thread: summary(times.thread),
      send: summary(times.send),
      lag: summary(lags),
      errors,
      perSecond: Math.round(every.length / seconds),
      eventsPerSecond: Math.round(events / seconds),
      cpuPerRequest: round(cpu / every.length),
      cpuPer1000Events: round((cpu / events) * 1_000),
      residentMb: residentMb(pid),
    }
  }
  const load = await loadOf(PER_SECOND)
  const most = await loadOf(0)
  await ask('end')
  await server.stop()
  return { signIn, sockets, load, most }
}
