/**
 * The agents and consoles of many companies, in a process of their own. Asked by messages of the parent (`asker`), answers with times in
 * milliseconds.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answering } from './answering.mjs'
import { ask, socket } from './console-client.mjs'

const http = new Agent({ keepAlive: true, maxSockets: 1_000 })
const sockets = []
/** When each message was sent, by its text, until a console has heard of it. */
const unheard = new Map()
let heardMs = []
/** Called when a console hears that a message was acknowledged, by its text. */
const unacknowledged = new Map()
/** How long an acknowledgement is waited for once the call was answered, milliseconds. */
const ACKNOWLEDGED_MS = 30_000

const EVENT = /^42\["[\w-]+-appMessage",\{"action":"(create|update)"/
/** The first of each in an event are the message's own, in any order. */
const BODY = /"body":"(Linha [\w-]+)"/
const ACK = /"ack":(\d)/

function heard(text) {
  const [, action] = EVENT.exec(text) ?? []
  if (!action) return
  const [, body] = BODY.exec(text) ?? []
  const [, ack] = ACK.exec(text) ?? []
  if (Number(ack) >= 1) unacknowledged.get(body)?.()
  const at = action === 'create' ? unheard.get(body) : undefined
  if (at === undefined) return
  unheard.delete(body)
  heardMs.push(performance.now() - at)
}

/** @returns milliseconds until the message was acknowledged, as the answer or a console says. @throws Error when it was not. */
async function send({ url, token, ticketId }) {
  const clientId = randomUUID()
  const body = `Linha ${clientId}`
  const path = `${url}/api/messages/${ticketId}`
  const began = performance.now()
  unheard.set(body, began)
  const told = new Promise(done => unacknowledged.set(body, done))
  try {
    const order = { method: 'POST', token, body: { body, clientId }, keep: true }
    const { status, body: answer } = await ask(http, path, order)
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`)
    if (answer.message.ack >= 1) return performance.now() - began
    const late = Symbol()
    const first = await Promise.race([told, delay(ACKNOWLEDGED_MS, late, { ref: false })])
    if (first === late) throw new Error(`POST ${path}: not acknowledged`)
    return performance.now() - began
  } catch (error) {
    unheard.delete(body)
    throw error
  } finally {
    unacknowledged.delete(body)
  }
}

async function allHeard(mostMs) {
  for (const end = performance.now() + mostMs; unheard.size > 0 && performance.now() < end; ) await delay(2)
  return unheard.size
}

/**
 * Agents who each send again as soon as they are acknowledged, in turn so many at once. It counts once each of those has sent, and
 * ends when it has counted for `seconds` and two messages of each, at the latest after `mostSeconds`.
 * @returns `sends` and `events` in milliseconds, `perSecond`, `lost` (no console heard), `failed`.
 */
async function load({ agents, callers, seconds, mostSeconds }) {
  const resting = [...agents]
  const sends = []
  let failed = 0
  let first = 0
  let from = null
  let ending = false
  heardMs = []
  const caller = async () => {
    for (let n = 0; !ending; n++) {
      // Whoever has rested longest: companies come in turn.
      const agent = resting.shift()
      const ms = await send(agent).catch(error => {
        failed += 1
        console.error(error.message.slice(0, 300))
        return null
      })
      resting.push(agent)
      if (n === 0) first += 1
      if (from !== null && !ending && ms !== null) sends.push(ms)
      // A server that refuses at once is not asked in a storm.
      if (ms === null) await delay(100)
    }
  }
  const running = Array.from({ length: callers }, async (_, i) => {
    await delay(i * 5)
    await caller()
  })
  const warm = performance.now() + mostSeconds * 1_000
  while (first < callers && performance.now() < warm) await delay(5)
  // The first of a burst is no measure yet.
  await delay(1_000)
  from = performance.now()
  heardMs = []
  const passed = () => (performance.now() - from) / 1_000
  while (passed() < mostSeconds && (passed() < seconds || sends.length < 2 * callers)) await delay(10)
  const events = heardMs
  heardMs = []
  ending = true
  await Promise.all(running)
  const lost = await allHeard(10_000)
  unheard.clear()
  // Those who wait for one another end in waves, of which a window has one more or less: as many are on their way all the time, so
  // that how long each is says how many there are.
  const mean = sends.reduce((sum, ms) => sum + ms, 0) / sends.length
  return { sends, events, perSecond: (callers * 1_000) / mean, lost, failed }
}

answering({
  /** Closes the consoles there are and opens others. */
  async listen({ consoles }) {
    for (const one of sockets.splice(0)) one.terminate()
    for (const { url, token } of consoles) sockets.push(await socket(url, token, heard))
  },
  load,
  /** One message, and until somebody else's console has heard of it. */
  async one(agent) {
    const ms = await send(agent)
    return { ms, lost: await allHeard(5_000) }
  },
  end() {
    for (const one of sockets) one.terminate()
    http.destroy()
    setImmediate(() => process.disconnect())
  },
})
