/**
 * A reconnect storm: 1,000 consoles lose their line for ten seconds while agents go on writing. What it costs until all of them
 * are right again, where the server says what was missed and where every console asks for its lists, as it does of a server that
 * keeps nothing: requests, bytes and the server's processor time. A console of each person stays connected and says what the
 * others have to know in the end.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { bundle } from '../../faults/lib/bundle.mjs'
import { workspaceOf } from '../lib/agents.mjs'
import { ask, socket } from '../lib/console-client.mjs'
import { PASSWORD, person, processorMs, serve } from '../lib/programs.mjs'

const { unpackMissed } = await import(await bundle('electron/main/socket/open-socket.ts', 'open-socket'))

export const title = '1,000 consoles without a line for ten seconds'
export const bars = [['wrong', 0]]
const PEOPLE = 50
const WINDOWS = 20
const AWAY_MS = 10_000
/** Each message is about three events. */
const MESSAGES_PER_SECOND = 16
/** What a console reads again at the least: its lists, their figures and the conversation that is open. */
const READ_AGAIN = [
  '/tickets?status=open&pageNumber=1',
  '/tickets?status=pending&pageNumber=1',
  '/tickets/counts',
  '/chats?pageNumber=1',
]

export const prepare = ({ scale }) =>
  workspaceOf(scale, { agents: PEOPLE, name: 'storm', queuesOf: (queues, i) => [queues[i % queues.length]] })

const messageIn = text =>
  /^42\["[\w-]+-appMessage",\{"action":"create","message":\{"id":"([^"]+)"/.exec(text)?.[1]

/** Consoles of everybody; each knows the messages it heard of. */
async function connect(url, tokens, before = []) {
  const consoles = []
  for (let i = 0; i < tokens.length * WINDOWS; i++) {
    const one = { token: tokens[i % tokens.length], heard: new Set(before[i]?.heard), bytes: 0, ready: null }
    const resume = before[i]?.position
    one.ws = await socket(
      url,
      one.token,
      text => hear(one, text),
      resume,
      ready => {
        one.ready = ready
      },
    )
    one.position = { ...one.ready, topics: ['pending', 'open', 'notification'], chatBoxes: [] }
    consoles.push(one)
  }
  return consoles
}

function hear(one, data) {
  if (typeof data === 'string') return note(one, data)
  one.bytes += data.length
  for (const event of unpackMissed(data)) note(one, `42${JSON.stringify(event)}`)
}

function note(one, text) {
  const id = messageIn(text)
  if (id) one.heard.add(id)
  const mark = /,(\{"(?:seq|platform)":\d+\})\]$/.exec(text)
  if (mark) Object.assign(one.position ?? {}, JSON.parse(mark[1]))
}

export async function run({ folder, emails }) {
  const server = await serve(folder)
  const { url, pid } = server
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const tokens = []
  for (const email of emails) tokens.push((await person(url, email, PASSWORD)).token)
  const admin = await person(url, 'admin@demo.turno')
  const { tickets } = await admin.get('/tickets?status=open&pageNumber=1&showAll=true')
  const ids = tickets.filter(ticket => ticket.whatsapp?.name && !ticket.isGroup).map(ticket => ticket.id)
  const write = async () => {
    const end = performance.now() + AWAY_MS
    for (let i = 0; performance.now() < end; i++) {
      const path = `${url}/api/messages/${ids[i % ids.length]}`
      const body = { body: `Linha ${i}.`, clientId: randomUUID() }
      await ask(agent, path, { method: 'POST', token: admin.token, body })
      await delay(1_000 / MESSAGES_PER_SECOND)
    }
  }
  const witnesses = []
  for (const token of tokens) {
    const one = { heard: new Set(), bytes: 0 }
    one.ws = await socket(url, token, text => hear(one, text))
    witnesses.push(one)
  }
  const storm = async before => {
    for (const one of before) one.ws.terminate()
    await write()
    const cpu = processorMs(pid)
    return { consoles: await connect(url, tokens, before), cpu: processorMs(pid) - cpu }
  }

  const first = await connect(url, tokens)
  const resumed = await storm(first)
  await delay(1_000)
  const wrong = resumed.consoles.filter(
    (one, i) => !one.ready?.resumed || [...witnesses[i % tokens.length].heard].some(id => !one.heard.has(id)),
  ).length
  const bytes = resumed.consoles.reduce((sum, one) => sum + one.bytes, 0)

  for (const one of resumed.consoles) one.position = undefined
  const asking = await storm(resumed.consoles)
  const cpu = processorMs(pid)
  let askedBytes = 0
  for (const { token } of asking.consoles)
    for (const path of [...READ_AGAIN, `/messages/${ids[0]}?pageNumber=1`]) {
      const { body } = await ask(agent, `${url}/api${path}`, { token, keep: true })
      askedBytes += JSON.stringify(body).length
    }
  const askingCpu = asking.cpu + processorMs(pid) - cpu
  for (const one of [...asking.consoles, ...witnesses]) one.ws.terminate()
  await server.stop()
  const count = asking.consoles.length
  const kb = value => Math.round(value / count / 1_024)
  return {
    resumed: { requests: 0, kbEach: kb(bytes), cpuMs: resumed.cpu },
    asking: { requests: count * (READ_AGAIN.length + 1), kbEach: kb(askedBytes), cpuMs: askingCpu },
    messagesMissedEach: Math.round(
      witnesses.reduce((sum, { heard }) => sum + heard.size, 0) / witnesses.length / 2,
    ),
    bytesToAsking: Math.round((bytes / askedBytes) * 100) / 100,
    cpuToAsking: Math.round((resumed.cpu / askingCpu) * 100) / 100,
    wrong,
  }
}
