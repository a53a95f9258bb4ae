/** Crowds at the doors: many addresses of one network, connections that say nothing, and a socket that says too much. */
import { createConnection, type Socket } from 'node:net'

export interface Outcome {
  requests: number
  faults: string[]
}

interface Attacked {
  url: string
  people: Record<'agent' | 'supervisor', { email: string; token: string }>
  /** Everybody's. */
  password: string
}

/** What an IPv4 address may guess before it is slowed down (SIGN_IN_PACE.address), and accounts that are tried. */
const GUESSES = 30
const ACCOUNTS = 34
/** Attempts on one account from as many addresses of one /48, and the longest its owner waits meanwhile, milliseconds. */
const CROWD = 400
const OWNER_MS = 5_000
/** Strangers' connections, and how many of them have to find no place (STRANGER_LIMITS.perNetwork). */
const STRANGERS = 600
const TURNED_AWAY = 100
const SLOW_HEADS = 300
/** The limit of a head here (server-process.ts), a tenth of it, and what a busy machine needs; milliseconds. */
const HEADS_END_MS = 2_200 + 2_000
/** What a flooding socket sends, what is asked meanwhile, and what a neighbour's wait may grow by besides doubling. */
const EVENTS = 100_000
const ASKED = 60
const NOISE_MS = 40
/** Within so many milliseconds the flood is over. */
const FLOOD_END_MS = 60_000

const json = { 'content-type': 'application/json' }

const signIn = (target: Attacked, from: string, email: string, password: string): Promise<Response> =>
  fetch(`${target.url}/api/auth/login`, {
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  })

/** Guesses from a /64 are slowed as those of one IPv4 address; those from a /48 keep no owner out. */
export async function networks(target: Attacked, outcome: Outcome): Promise<void> {
  const firstRefused = async (from: (i: number) => string, name: string): Promise<number> => {
    for (let i = 0; i < ACCOUNTS; i++) {
      outcome.requests += 1
      const answer = await signIn(target, from(i), `${name}${i}@x.turno`, 'adivinhada')
      await answer.text()
      if (answer.status === 429) return i
    }
    return Number.POSITIVE_INFINITY
  }
  for (const [name, from] of [
    ['v4', () => '192.0.2.77'],
    ['v6', (i: number) => `2001:db8:77:1::${(i + 1).toString(16)}`],
  ] as const) {
    const at = await firstRefused(from, name)
    if (at !== GUESSES) outcome.faults.push(`guesses from one network (${name}) were slowed after ${at}`)
  }
  const { email } = target.people.supervisor
  const crowd = Array.from({ length: CROWD }, (_, i) =>
    signIn(target, `2001:db8:78:${i.toString(16)}::1`, email, 'adivinhada').then(answer => answer.text()),
  )
  const began = performance.now()
  const owner = await signIn(target, '203.0.113.50', email, target.password)
  await owner.text()
  const took = performance.now() - began
  if (owner.status !== 200 || took > OWNER_MS)
    outcome.faults.push(
      `an owner was answered ${owner.status} after ${Math.round(took)} ms behind ${CROWD} guesses`,
    )
  await Promise.race([Promise.allSettled(crowd), new Promise(resolve => setTimeout(resolve, 15_000))])
  outcome.requests += CROWD + 1
}

const open = (target: Attacked): Socket => {
  const { port, hostname } = new URL(target.url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  return socket
}

/** Connections that do not say who they are find so many places, and heads that trickle are ended in time. */
export async function silent(target: Attacked, outcome: Outcome): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: STRANGERS }, async () => {
      const answer = await fetch(`${target.url}/socket.io/?EIO=4&transport=polling`, {
        headers: { 'x-forwarded-for': '192.0.2.78' },
      })
      await answer.text()
      return answer.status
    }),
  )
  const away = statuses.filter(status => status === 403).length
  if (away < TURNED_AWAY) outcome.faults.push(`${STRANGERS - away} sockets of one stranger found a place`)
  const elsewhere = await fetch(`${target.url}/socket.io/?EIO=4&transport=polling`, {
    headers: { 'x-forwarded-for': '192.0.2.79' },
  })
  await elsewhere.text()
  if (elsewhere.status !== 200) outcome.faults.push(`another network was answered ${elsewhere.status}`)

  const began = performance.now()
  const ends = Array.from({ length: SLOW_HEADS }, () => {
    const socket = open(target)
    socket.resume()
    socket.write('GET /api/version HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ')
    const drip = setInterval(() => socket.write('-'), 100)
    return new Promise<void>(resolve =>
      socket.once('close', () => {
        clearInterval(drip)
        resolve()
      }),
    )
  })
  await Promise.all(ends)
  const took = performance.now() - began
  if (took > HEADS_END_MS) outcome.faults.push(`slow heads were held for ${Math.round(took)} ms`)
  outcome.requests += STRANGERS + SLOW_HEADS
}

/** A WebSocket frame of a client with a mask that changes nothing. */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const size = body.length
  const head = size < 126 ? [0x81, 0x80 | size] : [0x81, 0xfe, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body])
}

/** One socket sends without end, and comes back; its neighbour waits no longer than twice as long as before. */
export async function flood(target: Attacked, outcome: Outcome): Promise<void> {
  const waits = async (until: () => boolean): Promise<number> => {
    const times: number[] = []
    const end = performance.now() + FLOOD_END_MS
    while ((times.length < ASKED || !until()) && performance.now() < end) {
      const began = performance.now()
      const headers = { authorization: `Bearer ${target.people.supervisor.token}` }
      await (await fetch(`${target.url}/api/tickets`, { headers })).text()
      times.push(performance.now() - began)
      outcome.requests += 1
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  }
  const events = [
    '["userStatus",{"online":true,"idle":true}]',
    '["joinTickets","closed"]',
    '["joinChatBox","1"]',
  ]
  const all = Buffer.concat(Array.from({ length: EVENTS }, (_, i) => frame(`42${events[i % events.length]}`)))
  const sends = (): Promise<void> =>
    new Promise(resolve => {
      const socket = open(target)
      socket.once('close', () => resolve())
      socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16, 7).toString('base64')}\r\n\r\n`,
      )
      socket.once('data', () => {
        socket.write(frame(`40${JSON.stringify({ token: target.people.agent.token })}`))
        // Signed in first: what comes before counts, but does nothing.
        setTimeout(() => socket.write(all), 50)
        socket.resume()
      })
    })
  const before = await waits(() => true)
  let over = false
  const flooding = (async () => {
    for (let i = 0; i < 5; i++) await sends()
    over = true
  })()
  const during = await waits(() => over)
  await Promise.race([flooding, new Promise<void>(resolve => setTimeout(resolve, 1_000))])
  if (!over) outcome.faults.push('a flooding socket was not ended')
  if (during > 2 * before + NOISE_MS)
    outcome.faults.push(
      `a neighbour waited ${Math.round(during)} ms beside a flood, ${Math.round(before)} before`,
    )
  outcome.requests += 5 * EVENTS
}
