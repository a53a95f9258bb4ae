/**
 * What an event costs the server by how many consoles are connected: messages one after the other, each with all that follows
 * from it. Consoles are up to twenty windows each of fifty people, who see every queue ("all") or one of them
 * ("oneQueue"). Processor time of the server, so that other work on the machine counts little; the numbers of consoles are
 * measured turn about, several rounds.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { workspaceOf } from '../lib/agents.mjs'
import { median } from '../lib/figures.mjs'
import { asker, PASSWORD, person, processorMs, serve } from '../lib/programs.mjs'

export const title = 'Cost of an event by connected consoles'
/** The cost grows no faster than the copies; one that is added at the end may find less in the processor's caches. */
export const bars = [
  ['copyAt1000To100', 1],
  ['addedAt1000To300', 1.5],
]
const PEOPLE = 50
const CONSOLES = [10, 50, 100, 300, 1_000]
const ROUNDS = 3
const MESSAGES = 100
/** Until deliveries are said, milliseconds; and after consoles came or went. */
const REST_MS = 2_500

const one = (queues, i) => [queues[i % queues.length]]

export async function prepare({ scale }) {
  return workspaceOf(scale, { agents: PEOPLE, name: 'all' }, { agents: PEOPLE, name: 'one', queuesOf: one })
}

const round = value => Math.round(value * 1_000) / 1_000

export async function run({ folder, emails }) {
  const server = await serve(folder)
  const { url, pid } = server
  const ask = asker('shift-clients')
  const { tokens } = await ask('signIn', { url, emails, password: PASSWORD })
  const groups = { all: tokens.slice(0, PEOPLE), oneQueue: tokens.slice(PEOPLE) }
  const admin = await person(url, 'admin@demo.turno')
  const open = await admin.get('/tickets?status=open&pageNumber=1&showAll=true')
  const tickets = open.tickets
    .filter(ticket => ticket.whatsapp?.name && !ticket.isGroup)
    .map(ticket => ticket.id)
  const order = { url, token: admin.token, tickets, count: MESSAGES, restMs: REST_MS }

  const rounds = { all: CONSOLES.map(() => []), oneQueue: CONSOLES.map(() => []) }
  await ask('messages', order)
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [group, those] of Object.entries(groups)) {
      for (const [at, count] of CONSOLES.entries()) {
        await ask('sockets', { url, tokens: those, count })
        await delay(REST_MS)
        const before = processorMs(pid)
        const { events } = await ask('messages', order)
        rounds[group][at].push({ cpu: processorMs(pid) - before, copies: events })
      }
      await ask('sockets', { url, tokens: those, count: 0 })
      await delay(REST_MS)
    }
  await ask('end')
  await server.stop()

  const figures = {}
  for (const [group, each] of Object.entries(rounds)) {
    const all = each.map(turns => ({
      cpu: median(turns.map(one => one.cpu)),
      copies: median(turns.map(one => one.copies)),
    }))
    for (const [at, { cpu, copies }] of all.entries())
      figures[`${group}${CONSOLES[at]}`] = {
        /** Milliseconds of a message with all its events, and how many copies of them were sent. */
        perMessage: round(cpu / MESSAGES),
        copies: round(copies / MESSAGES),
        /** Microseconds of one copy, the message included; and of one beyond those of the fewest consoles. */
        perCopyUs: round((cpu / copies) * 1_000),
        addedUs: at === 0 ? null : round(((cpu - all[0].cpu) / (copies - all[0].copies)) * 1_000),
      }
  }
  const { all100, all300, all1000 } = figures
  return {
    ...figures,
    copyAt1000To100: round(all1000.perCopyUs / all100.perCopyUs),
    addedAt1000To300: round(all1000.addedUs / all300.addedUs),
  }
}
