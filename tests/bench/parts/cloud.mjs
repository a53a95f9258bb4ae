/**
 * Twenty numbers of the Cloud API under load: how long a customer's message takes from the provider's delivery to the
 * event in a console, and what the server's memory does meanwhile. `--minutes 10` is the run of the bar.
 */
import { execFileSync, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { bundle } from '../../faults/lib/bundle.mjs'
import { summary } from '../lib/figures.mjs'
import { atEnd, end, folder, PASSWORD, person, serve } from '../lib/programs.mjs'

const NUMBERS = 20
const CUSTOMERS_EACH = 10
/** Messages a second, all numbers together. */
const IN = 40
const OUT = 10
const EMAIL = 'ana@carga.turno'
const SECRET = 'app-secret-of-the-double'
const TOKEN = 'EAA-token-of-the-double'
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
  const phones = Array.from({ length: NUMBERS }, (_, i) => String(106_540_352_242_000 + i))
  const graph = fork(program, [JSON.stringify(phones)])
  atEnd(() => end(graph))
  const [{ url: graphUrl }] = await once(graph, 'message')
  const company = ['--company', 'Carga', '--admin', 'Ana', '--email', EMAIL]
  const server = await serve(folder('turno-bench-cloud-'), company, {
    TURNO_GRAPH_URL: graphUrl,
    TURNO_ADMIN_PASSWORD: PASSWORD,
    TURNO_DEMO: '0',
  })
  const ana = await person(server.url, EMAIL)
  const call = async (method, path, body) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  const before = memoryOf(server.pid)
  const hooks = {}
  for (const phone of phones) {
    const { id } = await call('POST', '/whatsapp', { name: `Número ${phone}`, provider: 'cloud' })
    const form = {
      phoneNumberId: phone,
      businessAccountId: '102290129340398',
      accessToken: TOKEN,
      appSecret: SECRET,
    }
    hooks[phone] = (await call('PUT', `/whatsapp/${id}/cloud`, form)).webhookUrl
  }
  graph.send(hooks)
  while (!(await call('GET', '/whatsapp?session=0')).every(({ status }) => status === 'CONNECTED'))
    await delay(200)
  await delay(3_000)
  const connected = memoryOf(server.pid)

  const socket = io(server.url, { auth: { token: ana.token }, transports: ['websocket'], forceNew: true })
  atEnd(async () => socket.disconnect())
  await new Promise((resolve, reject) => {
    socket.once('ready', resolve)
    socket.once('connect_error', reject)
  })
  for (const status of ['pending', 'open']) socket.emit('joinTickets', status)
  socket.emit('joinNotification')
  const left = new Map()
  const times = []
  const tickets = new Set()
  socket.onAny((event, payload) => {
    if (!event.endsWith('-appMessage') || payload?.action !== 'create') return
    const began = left.get(payload.message.id)
    if (began === undefined) return
    left.delete(payload.message.id)
    times.push(performance.now() - began)
    tickets.add(payload.message.ticketId)
  })

  const customers = phones.flatMap((phone, at) =>
    Array.from({ length: CUSTOMERS_EACH }, (_, i) => ({
      phone,
      from: `55119${50_000_000 + at * 1_000 + i}`,
    })),
  )
  let serial = 0
  let refused = 0
  /** Deliveries that were not acknowledged at once. */
  let again = 0
  const deliver = async ({ phone, from }) => {
    const id = `wamid.bench-${++serial}`
    const at = String(Math.floor(Date.now() / 1_000))
    const text = { body: `Mensagem ${serial}: o pedido de hoje ainda chega antes das seis?` }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: phone, phone_number_id: phone },
      contacts: [{ wa_id: from, profile: { name: `Cliente ${from.slice(-4)}` } }],
      messages: [{ from, id, timestamp: at, type: 'text', text }],
    }
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    })
    const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
    left.set(id, performance.now())
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    // As the provider does: again until it is acknowledged.
    for (;;) {
      const answer = await fetch(hooks[phone], { method: 'POST', headers, body }).catch(() => null)
      await answer?.arrayBuffer()
      if (answer?.ok) return
      again += 1
      await delay(200)
    }
  }

  for (const customer of customers) await deliver(customer)
  while (left.size > 0) await delay(50)
  const open = [...tickets]
  for (const id of open) await call('PUT', `/tickets/${id}`, { status: 'open' })
  times.length = 0

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
  await server.stop()
  await end(graph)
  return {
    perSecond: Math.round((total / seconds) * 10) / 10,
    toConsole: summary(times),
    sending: summary(sending),
    lost: left.size + refused,
    again,
    memory: {
      beforeMB: Math.round(before),
      connectedMB: Math.round(connected),
      earlyMB: Math.round(early),
      lateMB: Math.round(late),
      growthPercent: Math.round(((late - early) / early) * 1_000) / 10,
    },
  }
}
