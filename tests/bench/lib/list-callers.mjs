/**
 * Consoles that ask for ticket lists, in a process of their own. Each caller is another agent with another filter and goes
 * from page to page by the cursors it is answered; at the end of its list, or after some pages, it begins with its next
 * filter. Asked by a message of the parent, answers with times in milliseconds.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { answering } from './answering.mjs'

/** Pages a caller reads of one list before it turns to another. */
const PAGES = 5

function ask(agent, url, token) {
  return new Promise((done, failed) => {
    const began = performance.now()
    const asked = request(url, { headers: { authorization: `Bearer ${token}` }, agent }, reply => {
      const parts = []
      reply.on('data', part => parts.push(part))
      reply.on('end', () => {
        const ms = performance.now() - began
        const body = Buffer.concat(parts)
        if (reply.statusCode === 200) done({ ms, body })
        else failed(new Error(`${url}: ${reply.statusCode} ${body}`))
      })
    })
    asked.on('error', failed)
    asked.end()
  })
}

/** What stands at the end of an answer; to parse all of each would cost the callers more than the server they measure. */
const CURSOR = /"cursor":"([\w-]+)"\}$/

/**
 * @param lists what each caller asks for in turn, as queries without a page.
 * @returns times, bytes, tickets and errors of `seconds` in which every caller asked again as soon as it was answered.
 */
async function load({ url, tokens, lists, callers, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times = []
  let bytes = 0
  let full = 0
  const end = performance.now() + seconds * 1_000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      let list = caller
      let page = 0
      let cursor = null
      let turn = caller
      while (performance.now() < end) {
        const query = `${lists[list % lists.length]}&pageNumber=1${cursor ? `&cursor=${cursor}` : ''}`
        const { ms, body } = await ask(agent, `${url}/api/tickets?${query}`, tokens[turn % tokens.length])
        times.push(ms)
        bytes += body.length
        cursor = CURSOR.exec(body.subarray(-400).toString())?.[1] ?? null
        if (cursor) full += 1
        page += 1
        if (cursor && page < PAGES) continue
        page = 0
        cursor = null
        list += 1
        turn += callers
      }
    }),
  )
  const took = performance.now() - began
  agent.destroy()
  return { times, bytes, full, seconds: took / 1_000 }
}

/**
 * Somebody sends so many messages a second meanwhile: each changes a ticket, and nothing that was read before holds any more.
 * @returns how many were taken.
 */
async function write({ url, token, tickets, perSecond, seconds }) {
  let sent = 0
  const began = performance.now()
  while (performance.now() < began + seconds * 1_000) {
    const ticket = tickets[sent % tickets.length]
    const reply = await fetch(`${url}/api/messages/${ticket}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: `Linha ${sent}.`, clientId: randomUUID() }),
    })
    if (!reply.ok) throw new Error(`message: ${reply.status} ${await reply.text()}`)
    sent += 1
    await delay(Math.max(0, began + (sent / perSecond) * 1_000 - performance.now()))
  }
  return { sent }
}

answering({ load, write })
