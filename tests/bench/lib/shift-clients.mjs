/**
 * The consoles of a shift, in a process of their own: what they cost is not the server's. Asked by messages of the parent,
 * answers with raw times in milliseconds.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answering } from './answering.mjs'
import { ask, socket } from './console-client.mjs'

/** Signs everybody in at once. @returns tokens, and how long each waited. */
async function signIn(agent, { url, emails, password }) {
  const answers = await Promise.all(
    emails.map(email =>
      ask(agent, `${url}/api/auth/login`, { method: 'POST', body: { email, password }, keep: true }),
    ),
  )
  const wrong = answers.find(answer => answer.status !== 200)
  if (wrong) throw new Error(`sign-in: ${wrong.status} ${JSON.stringify(wrong.body)}`)
  return { tokens: answers.map(answer => answer.body.token), ms: answers.map(answer => answer.ms) }
}

const LISTS = [
  '/tickets?status=open&pageNumber=1&showAll=true',
  '/tickets?status=pending&pageNumber=1&showAll=true',
  '/tickets/counts?showAll=true',
  '/tickets?withUnreadMessages=true&pageNumber=1',
]

/** What a console asks for in turn, of ten: five lists, three pages of a conversation, two messages. */
function turnOf(i, url, tickets) {
  const ticket = tickets[(i * 7) % tickets.length]
  const kind = i % 10
  if (kind === 3 || kind === 8)
    return {
      kind: 'send',
      path: `${url}/api/messages/${ticket}`,
      more: {
        method: 'POST',
        body: { body: `Linha ${i} ${performance.timeOrigin + performance.now()}.`, clientId: randomUUID() },
      },
    }
  if (kind === 1 || kind === 4 || kind === 7)
    return { kind: 'thread', path: `${url}/api/messages/${ticket}?pageNumber=1&markAsRead=false`, more: {} }
  return { kind: 'list', path: `${url}/api${LISTS[i % LISTS.length]}`, more: {} }
}

/**
 * The message of a send holds the moment it left at; whoever hears of it subtracts. A customer's answer may quote it: the first
 * body of an event is its own.
 */
const LEFT_AT = /^42\["[\w-]+-appMessage",\{"action":"create"(?:(?!"body":).)*"body":"Linha \d+ ([\d.]+)\."/

const agent = new Agent({ keepAlive: true, maxSockets: 400 })
const sockets = []
const lags = []
let events = 0
/** Sockets the server closed. */
let dropped = 0
/** Of the delays of events one in so many is kept. */
let oneLagIn = 1

function heard(text) {
  events += 1
  if (events % oneLagIn !== 0) return
  const left = LEFT_AT.exec(text)
  if (left) lags.push(performance.timeOrigin + performance.now() - Number(left[1]))
}

const orders = {
  signIn: order => signIn(agent, order),
  /** Opens or closes sockets until there are so many. */
  async sockets({ url, tokens, count }) {
    const began = performance.now()
    for (const one of sockets.splice(count)) {
      one.removeAllListeners('close')
      one.terminate()
    }
    while (sockets.length < count) {
      const one = await socket(url, tokens[sockets.length % tokens.length], heard)
      one.on('close', () => {
        dropped += 1
      })
      sockets.push(one)
    }
    return { ms: performance.now() - began }
  },
  /** Sends messages one after the other. @returns how many events came of them, everything that follows within a while. */
  async messages({ url, token, tickets, count, restMs }) {
    events = 0
    for (let i = 0; i < count; i++) {
      const body = { body: `Linha ${i}.`, clientId: randomUUID() }
      const path = `${url}/api/messages/${tickets[i % tickets.length]}`
      const { status } = await ask(agent, path, { method: 'POST', token, body })
      if (status !== 200) throw new Error(`message: ${status}`)
    }
    await delay(restMs)
    return { events }
  },
  /** How long one request takes again and again while something else goes on, for so many milliseconds. */
  async probe({ url, token, ms }) {
    const times = []
    const end = performance.now() + ms
    while (performance.now() < end) {
      times.push((await ask(agent, `${url}/api${LISTS[0]}`, { token })).ms)
      await delay(50)
    }
    return { times }
  },
  /** `perSecond` 0: every client asks again as soon as it is answered. */
  async load({ url, tokens, tickets, clients, seconds, perSecond, oneLagIn: kept = 1 }) {
    oneLagIn = kept
    const times = { list: [], thread: [], send: [] }
    let errors = 0
    let turn = 0
    events = 0
    lags.length = 0
    const began = performance.now()
    const end = began + seconds * 1_000
    const one = async (i, token) => {
      const { kind, path, more } = turnOf(i, url, tickets)
      const { status, ms } = await ask(agent, path, { token, ...more })
      if (status === 200) times[kind].push(ms)
      else errors += 1
    }
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        while (performance.now() < end) {
          const i = turn++
          if (perSecond > 0) {
            const due = began + (i / perSecond) * 1_000
            if (due >= end) return
            if (due > performance.now()) await delay(due - performance.now())
          }
          await one(i, tokens[client % tokens.length])
        }
      }),
    )
    const seconds_ = (performance.now() - began) / 1_000
    await delay(500)
    return { times, errors, events, dropped, lags, seconds: seconds_ }
  },
  async end() {
    for (const one of sockets) one.terminate()
    agent.destroy()
    setImmediate(() => process.disconnect())
    return {}
  },
}

answering(orders)
