/**
 * How many pages of ticket lists the server answers in a second. The callers are a process of their own on the same machine:
 * supervisors with different queues, each with another tab or filter, from page to page by its cursors.
 */
import { workspaceOf } from '../lib/agents.mjs'
import { summary } from '../lib/figures.mjs'
import { asker, person, processorMs, serve, threadMs } from '../lib/programs.mjs'

export const title = 'Ticket lists a second at 20,000 tickets, 12 callers'
export const bars = [
  ['lists.perSecond', 1_000, 'least'],
  ['lists.threadMs', 0.8],
]
const AGENTS = 24
const CALLERS = 12
const SECONDS = 10
/** Messages a second of the second measurement. */
const WRITES = 10

/** Every one of them but one, in turn. */
const queuesOf = (queues, i) => queues.filter((_, at) => at !== i % (queues.length + 1))

export async function prepare({ scale }) {
  return workspaceOf(scale, { agents: AGENTS, profile: 'supervisor', queuesOf })
}

const round = value => Math.round(value * 1_000) / 1_000

export async function run({ folder, emails }) {
  const server = await serve(folder)
  const { url, pid } = server
  const ask = asker('list-callers')
  const people = []
  for (const email of emails) people.push(await person(url, email))
  const queues = (await people[0].get('/queue')).map(queue => queue.id)
  const all = query => `${query}&showAll=true`
  const lists = [
    ...['status=open', 'status=closed', 'status=pending', 'status=pending&order=waiting'].map(all),
    ...queues.flatMap(id => [`status=open&queueIds=[${id}]`, `status=closed&queueIds=[${id}]`]).map(all),
  ]
  const order = { url, tokens: people.map(({ token }) => token), lists, callers: CALLERS }
  const measure = async also => {
    await ask('load', { ...order, seconds: 2 })
    const before = [processorMs(pid), threadMs(pid)]
    const [{ times, bytes, full, seconds }] = await Promise.all([
      ask('load', { ...order, seconds: SECONDS }),
      also?.(),
    ])
    const [cpuMs, ownMs] = [processorMs(pid) - before[0], threadMs(pid) - before[1]]
    return {
      perSecond: Math.round(times.length / seconds),
      ...summary(times),
      /** Processor time of a page: of the server's one thread, and of the whole process. */
      threadMs: round(ownMs / times.length),
      cpuMs: round(cpuMs / times.length),
      kilobytes: Math.round(bytes / times.length / 1_000),
      withMore: round(full / times.length),
    }
  }
  const figures = { lists: await measure() }
  const admin = await person(url, 'admin@demo.turno')
  const open = await admin.get('/tickets?status=open&pageNumber=1&showAll=true')
  const tickets = open.tickets
    .filter(ticket => ticket.whatsapp?.name && !ticket.isGroup)
    .map(ticket => ticket.id)
  const writes = { url, token: admin.token, tickets, perSecond: WRITES, seconds: SECONDS }
  figures.whileWriting = await measure(() => ask('write', writes))
  await server.stop()
  return figures
}
