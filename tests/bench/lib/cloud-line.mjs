/** A server whose numbers are of a double of the Cloud API, customers who write to them, and a console that hears of it. */
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { atEnd, end, folder, PASSWORD, person, serve } from './programs.mjs'

const EMAIL = 'ana@carga.turno'
const SECRET = 'app-secret-of-the-double'
const TOKEN = 'EAA-token-of-the-double'

/** Ids of so many numbers. */
export const phonesOf = howMany => Array.from({ length: howMany }, (_, i) => String(106_540_352_242_000 + i))

/** Customers of each number. */
export const customersOf = (phones, each) =>
  phones.flatMap((phone, at) =>
    Array.from({ length: each }, (_, i) => ({ phone, from: `55119${50_000_000 + at * 1_000 + i}` })),
  )

/**
 * Starts the double and a company of its own, without a queue, so that no chatbot answers.
 * @param program the bundle of graph-server.ts. @param env of the server.
 */
export async function openLine({ program, phones, env = {} }) {
  const graph = fork(program, [JSON.stringify(phones)])
  atEnd(() => end(graph))
  const [{ url: graphUrl }] = await once(graph, 'message')
  const company = ['--company', 'Carga', '--admin', 'Ana', '--email', EMAIL]
  const server = await serve(folder('turno-bench-cloud-'), company, {
    ...{ TURNO_GRAPH_URL: graphUrl, TURNO_ADMIN_PASSWORD: PASSWORD, TURNO_DEMO: '0' },
    ...env,
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
  const hooks = {}
  /** When each message was delivered, and who waits for it, by its id, until the console has heard of it. */
  const left = new Map()
  let times = []
  const tickets = new Set()
  let serial = 0
  /** Deliveries that were not acknowledged at once. */
  let again = 0

  return {
    server,
    call,
    left,
    tickets,
    again: () => again,
    /** Milliseconds from each delivery to its event since the last time this was asked. */
    heard: () => {
      const before = times
      times = []
      return before
    },
    /** Adds the numbers, and waits until all are connected. */
    async connect() {
      for (const phone of phones) {
        const { id } = await call('POST', '/whatsapp', { name: `Número ${phone}`, provider: 'cloud' })
        const form = {
          ...{ phoneNumberId: phone, businessAccountId: '102290129340398' },
          ...{ accessToken: TOKEN, appSecret: SECRET },
        }
        hooks[phone] = (await call('PUT', `/whatsapp/${id}/cloud`, form)).webhookUrl
      }
      graph.send(hooks)
      while (!(await call('GET', '/whatsapp?session=0')).every(({ status }) => status === 'CONNECTED'))
        await delay(200)
    },
    /** Opens the console. */
    async listen() {
      const socket = io(server.url, { auth: { token: ana.token }, transports: ['websocket'], forceNew: true })
      atEnd(async () => socket.disconnect())
      await new Promise((resolve, reject) => {
        socket.once('ready', resolve)
        socket.once('connect_error', reject)
      })
      for (const status of ['pending', 'open']) socket.emit('joinTickets', status)
      socket.emit('joinNotification')
      socket.onAny((event, payload) => {
        if (!event.endsWith('-appMessage') || payload?.action !== 'create') return
        const { began, told } = left.get(payload.message.id) ?? {}
        if (began === undefined) return
        left.delete(payload.message.id)
        times.push(performance.now() - began)
        tickets.add(payload.message.ticketId)
        told()
      })
    },
    /** A customer writes. @returns once it is acknowledged: a promise of the moment the console hears of it. */
    async deliver({ phone, from }) {
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
      let told
      const event = new Promise(done => {
        told = done
      })
      left.set(id, { began: performance.now(), told })
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
      // As the provider does: again until it is acknowledged.
      for (;;) {
        const answer = await fetch(hooks[phone], { method: 'POST', headers, body }).catch(() => null)
        await answer?.arrayBuffer()
        if (answer?.ok) return { event }
        again += 1
        await delay(200)
      }
    },
    async stop() {
      await server.stop()
      await end(graph)
    },
  }
}
