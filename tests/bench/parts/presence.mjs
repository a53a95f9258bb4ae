/**
 * Who is at which ticket: 300 agents, a third of them two at a ticket, say it again every minute, and each begins and ends
 * writing three times in one. What that costs the server beside the same agents saying nothing, as a share of one processor core.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { workspaceOf } from '../lib/agents.mjs'
import { socket } from '../lib/console-client.mjs'
import { PASSWORD, person, processorMs, serve } from '../lib/programs.mjs'

export const title = 'Presence of 300 agents, a third of them not alone (percent of a core)'
export const bars = [['corePercent', 2]]
const AGENTS = 300
const WATCH_MS = 30_000
/** Tickets at which there are two. */
const SHARED = 50
const SAID_EVERY_MS = 60_000
const WRITES_EVERY_MS = 20_000
const WRITES_MS = 4_000

export const prepare = ({ scale }) => workspaceOf(scale, { agents: AGENTS, name: 'presence' })

export async function run({ folder, emails }) {
  const server = await serve(folder)
  const { url, pid } = server
  const admin = await person(url, 'admin@demo.turno')
  const ids = []
  for (let page = 1; ids.length < AGENTS - SHARED; page++) {
    const { tickets, hasMore } = await admin.get(`/tickets?status=closed&pageNumber=${page}&showAll=true`)
    ids.push(...tickets.map(({ id }) => id))
    if (!hasMore) break
  }
  let told = 0
  const consoles = []
  for (const [i, email] of emails.entries()) {
    const { token } = await person(url, email, PASSWORD)
    const ticketId = ids[i % Math.min(ids.length, AGENTS - SHARED)]
    const ws = await socket(url, token, text => {
      if (text.includes('-ticketPresence"')) told += 1
    })
    ws.send(`42["joinChatBox","${ticketId}"]`)
    consoles.push({ ws, ticketId })
  }
  await delay(5_000)
  const cost = async () => {
    const before = processorMs(pid)
    await delay(WATCH_MS)
    return processorMs(pid) - before
  }
  const quiet = await cost()
  const timers = consoles.flatMap(({ ws, ticketId }, i) => {
    const at = activity => ws.send(`42["ticketPresence",[{"ticketId":${ticketId},"activity":"${activity}"}]]`)
    const every = (ms, act) => {
      const first = setTimeout(
        () => {
          act()
          timers.push(setInterval(act, ms))
        },
        (i / AGENTS) * ms,
      )
      return first
    }
    return [
      every(SAID_EVERY_MS, () => at('reading')),
      every(WRITES_EVERY_MS, () => {
        at('writing')
        setTimeout(() => at('reading'), WRITES_MS)
      }),
    ]
  })
  await delay(SAID_EVERY_MS)
  told = 0
  const talking = await cost()
  for (const timer of timers) clearInterval(timer)
  for (const { ws } of consoles) ws.terminate()
  await server.stop()
  const percent = ms => Math.round((ms / WATCH_MS) * 1_000) / 10
  return {
    toldEachSecond: Math.round(told / (WATCH_MS / 1_000)),
    quietPercent: percent(quiet),
    withPresencePercent: percent(talking),
    corePercent: percent(talking - quiet),
  }
}
