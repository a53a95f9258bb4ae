/**
 * Two real built servers on one PostgreSQL with one Redis, under load, one of them killed without a word again and again:
 * messages out and in, scheduled messages, a campaign, a webhook, a chatbot, agents with sockets. Afterwards: none lost, none doubled, each conversation in order.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNull, like, ne } from 'drizzle-orm'
import type { Db } from '../../electron/server/db/client'
import * as schema from '../../electron/server/db/schema'
import type { Sent } from '../support/graph-double'
import { Agent } from './lib/agents'
import { moreJobs, newcomer } from './lib/more-jobs'
import { foundCompany, openServers, PHONES } from './lib/two-servers'

export interface ProcessesReport {
  kills: number
  /** Of the process that worked. */
  ofWorking: number
  sent: number
  came: number
  scheduled: number
  /** Messages of which nobody knew for a while whether they had left, and which had not: sent again by a person's word. */
  unsure: number
  /** Recipients of the campaign, customers the chatbot answered, events of the webhook. */
  recipients: number
  newcomers: number
  webhookEvents: number
  /** Milliseconds: until another one worked, until an agent was back, from a call at one server to its event at the other. */
  takeovers: number[]
  back: number[]
  events: number[]
  /** Of these, those that no kill was near. */
  calm: number[]
  faults: string[]
  complaints: string[]
  seconds: number
}

const AGENTS = 4
const CONVERSATIONS = 12
/** Recipients of the campaign for each kill: it is under way through all of them. */
const RECIPIENTS = 15
/** How long after a server is back its kill may still be felt, milliseconds. */
const FELT_MS = 1_000
/** Longest time for the rest after the last kill: a message nobody knows of is called unsure after three minutes. */
const END_MS = 330_000

const bodyOf = (sent: Sent): string =>
  String((sent.body[sent.type] as { body?: string; caption?: string } | undefined)?.body ?? '')

/** What is not done yet. */
async function waiting(db: Db): Promise<number> {
  const { outgoing, cloudInbox, schedules } = schema
  return (
    (await db.$count(outgoing, ne(outgoing.state, 'settled'))) +
    (await db.$count(cloudInbox, isNull(cloudInbox.doneAt))) +
    (await db.$count(schedules, and(ne(schedules.status, 'ENVIADA'), ne(schedules.status, 'ERRO'))))
  )
}

/** Counts what happened against what should have. @returns what is wrong, in words. */
async function checked(
  db: Db,
  taken: readonly Sent[],
  { sent, came, scheduled }: Record<'sent' | 'came' | 'scheduled', readonly string[]>,
): Promise<string[]> {
  const faults: string[] = []
  const own = await db
    .select({
      id: schema.messages.id,
      clientId: schema.messages.clientId,
      body: schema.messages.body,
      failure: schema.messages.failure,
      ticketId: schema.messages.ticketId,
    })
    .from(schema.messages)
    .where(eq(schema.messages.fromMe, true))
  const times = new Map<string, number>()
  for (const { callback } of taken) if (callback) times.set(callback, (times.get(callback) ?? 0) + 1)
  const all = [
    ...sent.map(name => ({ name, by: 'clientId' as const })),
    ...scheduled.map(name => ({ name, by: 'body' as const })),
  ]
  for (const { name, by } of all) {
    const rows = own.filter(row => row[by] === name)
    if (rows.length !== 1) faults.push(`${name} is stored ${rows.length} times`)
    for (const { id, failure } of rows) {
      if (failure !== null) faults.push(`${name} failed: ${failure}`)
      else if (times.get(id) !== 1) faults.push(`${name} left ${times.get(id) ?? 0} times`)
    }
  }
  const kept = await db
    .select({ id: schema.messages.id })
    .from(schema.messages)
    .where(and(eq(schema.messages.fromMe, false), like(schema.messages.id, 'wamid.in-%')))
  const counts = new Map<string, number>()
  for (const { id } of kept) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const id of came) if (counts.get(id) !== 1) faults.push(`${id} came in ${counts.get(id) ?? 0} times`)
  return faults
}

/** Of each conversation the messages of its agent leave in the order they were written; what was sent again by hand does not count. */
function outOfOrder(taken: readonly Sent[], again: ReadonlySet<string>): string[] {
  const last = new Map<string, number>()
  return taken.flatMap(sent => {
    const [, ticket, n] = /^send-(\d+)-(\d+)$/.exec(bodyOf(sent)) ?? []
    if (ticket === undefined || again.has(bodyOf(sent))) return []
    const before = last.get(ticket) ?? -1
    last.set(ticket, Math.max(before, Number(n)))
    return Number(n) < before ? [`${bodyOf(sent)} left after number ${before}`] : []
  })
}

export interface ProcessesOptions {
  kills: number
  /** `index.js` of the built server. */
  program: string
  /** Folder of this run's own. */
  dir: string
  random: () => number
}

/** Runs it. */
export async function runProcesses({
  kills,
  program,
  dir,
  random,
}: ProcessesOptions): Promise<ProcessesReport> {
  const from = performance.now()
  const { folder, db, graph, servers, urls, end } = await openServers(dir, program)
  const names = { sent: [] as string[], came: [] as string[], scheduled: [] as string[] }
  const faults: string[] = []
  const events: number[] = []
  const calm: number[] = []
  /** When a message was written, and at which server it was taken; known once that has answered. */
  const written = new Map<string, { at: number; place: number | null; heard: [number, number][] }>()
  const newcomers: string[] = []
  /** From each kill until it is felt no more. */
  const troubles: { from: number; to: number }[] = []
  const ends: (() => Promise<void>)[] = []
  let over = false
  let ofWorking = 0
  try {
    const {
      companyId,
      agents: people,
      hooks,
      numbers,
      conversations,
    } = await foundCompany(db, folder, {
      agents: AGENTS,
      conversations: CONVERSATIONS,
    })
    const answering = PHONES.length - 1
    const more = await moreJobs({
      ...{ db, folder, companyId, whatsappId: numbers[answering] ?? 0 },
      ...{ recipients: RECIPIENTS * kills, random },
    })
    ends.push(more.end)
    await Promise.all([servers.begin(0), servers.begin(1)])
    const heard = (_event: string, payload: unknown, place: number): void => {
      const { action, message } = (payload ?? {}) as { action?: string; message?: { body?: string } }
      const one = action === 'create' ? written.get(message?.body ?? '') : undefined
      one?.heard.push([place, performance.now()])
    }
    const agents = people.map((who, i) => new Agent(urls, who, i % 2, heard))
    for (const agent of agents) {
      await agent.signIn()
      await agent.connect()
      agent.back.length = 0
    }
    /** Delivers until one of the servers has taken it. */
    const deliver = async (place: number, body: unknown): Promise<void> => {
      for (let tries = Math.floor(random() * 2); ; tries++) {
        const status = await graph.deliver(`${urls[tries % 2]}${hooks[place]}`, body).catch(() => 0)
        if (status === 200) return
        await delay(60)
      }
    }
    const open = new Set<Promise<unknown>>()
    const aside = (work: Promise<unknown>): void => {
      const one = work
        .catch((error: unknown) => void faults.push(String(error)))
        .finally(() => open.delete(one))
      open.add(one)
    }
    graph.onTaken = sent => {
      const place = PHONES.indexOf(sent.phoneNumberId)
      aside(
        delay(random() * 300).then(() =>
          deliver(place, graph.delivery({ statuses: [graph.status(sent, 'delivered')] }, sent.phoneNumberId)),
        ),
      )
    }
    const writing = conversations.map(async ({ ticketId, agent }) => {
      for (let n = 0; !over; n++) {
        const body = `send-${ticketId}-${n}`
        const noted = { at: performance.now(), place: null as number | null, heard: [] as [number, number][] }
        written.set(body, noted)
        names.sent.push(body)
        const who = agents[agent] as Agent
        const { place, tries } = await who.insist('POST', `/messages/${ticketId}`, { body, clientId: body })
        if (tries === 0) noted.place = place
        await delay(400 + random() * 800)
      }
    })
    const customers = conversations.map(async ({ place, number }, which) => {
      for (let n = 0; !over; n++) {
        const id = `wamid.in-${which}-${n}`
        names.came.push(id)
        const text = { ...graph.text(number, `in ${which}/${n}`), id }
        const body = graph.delivery({ messages: [text], names: { [number]: number } }, PHONES[place])
        await deliver(place, body)
        if (random() < 0.1) await deliver(place, body)
        await delay(400 + random() * 1_000)
      }
    })
    const scheduling = (async () => {
      for (let n = 0; !over; n++) {
        const one = conversations[n % conversations.length]
        const body = `due-${n}`
        names.scheduled.push(body)
        await db.platform.insert(schema.schedules).values({
          ...{ companyId, contactId: one?.contactId ?? 0, ticketId: one?.ticketId ?? 0, body },
          ...{ userId: people[0]?.id ?? null, sendAt: new Date(Date.now() + 500).toISOString() },
        })
        await delay(600)
      }
    })()
    const arriving = (async () => {
      for (let n = 0; !over; n++) {
        const number = newcomer(n)
        const id = `wamid.in-new-${n}`
        newcomers.push(number)
        names.came.push(id)
        const text = { ...graph.text(number, 'bom dia'), id }
        const known = { [number]: number }
        await deliver(answering, graph.delivery({ messages: [text], names: known }, PHONES[answering]))
        await delay(500 + random() * 1_000)
      }
    })()
    await more.begin(agents[0] as Agent)
    for (let n = 0; n < kills; n++) {
      await delay(1_500 + random() * 2_500)
      const place = random() < 0.5 ? 0 : 1
      const trouble = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      troubles.push(trouble)
      if (await servers.kill(place)) ofWorking += 1
      await delay(random() * 1_500)
      await servers.begin(place)
      // A load balancer sends people to it again: without them nobody would be there to hear of the other one's calls.
      await Promise.all(agents.map((agent, i) => (i % 2 === place ? agent.moveTo(place) : undefined)))
      trouble.to = performance.now() + FELT_MS
    }
    await delay(1_000)
    over = true
    for (const work of [...writing, ...customers, scheduling, arriving])
      await work.catch((error: unknown) => void faults.push(String(error)))
    const left = async (): Promise<number> => (await waiting(db)) + (await more.waiting())
    const rest = async (): Promise<void> => {
      for (const until = performance.now() + END_MS; open.size > 0 || (await left()) > 0; ) {
        if (performance.now() > until) {
          faults.push(`${await left()} things wait in the end`)
          return
        }
        await delay(300)
      }
    }
    await rest()
    // A person reads that nobody knows, and sends it again: then it leaves, once.
    const lost = await db
      .select({ body: schema.messages.body, id: schema.messages.id, ticketId: schema.messages.ticketId })
      .from(schema.messages)
      .where(eq(schema.messages.failure, 'ERR_WAPP_UNSURE'))
    const again = new Set<string>()
    for (const { body, id, ticketId } of lost) {
      if (graph.taken.some(({ callback }) => callback === id))
        faults.push(`${body} left and is called unsure`)
      again.add(body)
      const clientId = body.startsWith('send-') ? body : undefined
      if (clientId) await agents[0]?.insist('POST', `/messages/${ticketId}`, { body, clientId, again: true })
    }
    await rest()
    names.scheduled = names.scheduled.filter(name => !again.has(name))
    faults.push(...(await checked(db, graph.taken, names)), ...outOfOrder(graph.taken, again))
    const others = await more.checked(graph.taken, newcomers)
    faults.push(...others.faults)
    for (const { at, place, heard: by } of written.values()) {
      const other = by.find(([where]) => place !== null && where !== place)
      if (!other) continue
      events.push(other[1] - at)
      if (troubles.every(({ from, to }) => other[1] < from || at > to)) calm.push(other[1] - at)
    }
    const back = agents.flatMap(agent => agent.back)
    for (const agent of agents) agent.leave()
    return {
      ...{ kills, ofWorking, sent: names.sent.length, came: names.came.length },
      ...{ scheduled: names.scheduled.length, unsure: again.size, back, events, calm, faults },
      ...{ recipients: RECIPIENTS * kills, newcomers: newcomers.length, webhookEvents: others.events },
      takeovers: [...servers.takeovers],
      complaints: [...servers.complaints],
      seconds: (performance.now() - from) / 1_000,
    }
  } finally {
    over = true
    await end()
    for (const close of ends) await close()
  }
}
