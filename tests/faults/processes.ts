/**
 * Three real built servers on one PostgreSQL, under load, and faults at random: one is killed, one stands still, the line of one to
 * the database is cut, the database crashes. Meanwhile agents send through their outbox, customers write, and there are scheduled
 * messages, a campaign, a webhook and a chatbot. Afterwards: none lost, none doubled, each conversation in order, and every console
 * knows what the database has.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { and, count, eq, isNull, like, ne, sql } from 'drizzle-orm'
import type { Db } from '../../electron/server/platform/db/client'
import { isDatabaseLost } from '../../electron/server/platform/db/engine/lost'
import * as schema from '../../electron/server/platform/db/schema'
import type { Sent } from '../support/graph-double'
import { Agent } from './lib/agents'
import { openRig, type Rig } from './lib/bench-outbox'
import { type Console, consoleOf, truthOf } from './lib/consoles'
import { type Faults, startFaults } from './lib/faults'
import { moreJobs, newcomer } from './lib/more-jobs'
import { foundCompany, openServers, PHONES } from './lib/two-servers'

export interface ProcessesReport {
  /** How often which, and how many of them met the one that works. */
  faults: Faults
  sent: number
  came: number
  scheduled: number
  /** Messages of which nobody knew for a while whether they had left, and which had not: sent again by a person's word. */
  unsure: number
  /** Recipients of the campaign, customers the chatbot answered, events of the webhook. */
  recipients: number
  newcomers: number
  webhookEvents: number
  /** How often consoles had to ask for everything again, and milliseconds from the end of all until every one was right. */
  reads: number
  rightMs: number
  /** Milliseconds: until another one worked, until an agent was back, from a press at a console to its event at another server's. */
  takeovers: number[]
  back: number[]
  events: number[]
  /** Of these, those that no fault was near. */
  calm: number[]
  wrong: string[]
  complaints: string[]
  seconds: number
}

const SERVERS = 3
const AGENTS = 4
const CONVERSATIONS = 12
/** Recipients of the campaign for each fault: it is under way through all of them. */
const RECIPIENTS = 15
/** Longest time without any progress after the last fault: a message nobody knows of is called unsure after three minutes. */
const STANDSTILL_MS = 330_000
/** Longest time until all consoles have a line again, and until they are right once all has come to rest, milliseconds. */
const CONNECTED_MS = 60_000
const RIGHT_MS = 5_000
/** A provider waits so long for the answer to a delivery, and delivers it again; milliseconds. */
const DELIVERY_MS = 5_000
/** Consoles sign in anew before their token is over, milliseconds. */
const TOKEN_MS = 5 * 60_000

/** The harness is no part of what is tried: its own questions to a database that is away are asked again. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && isDatabaseLost(error)) || tries > 300) throw error
      await delay(200)
    }
  }
}

const bodyOf = (sent: Sent): string =>
  String((sent.body[sent.type] as { body?: string; caption?: string } | undefined)?.body ?? '')

/** What waits, for whoever has to find out why. */
async function describe(db: Db): Promise<string> {
  const { outgoing, inbox, whatsapps, workShards, workProcesses } = schema
  return JSON.stringify({
    outgoing: await db.select({ state: outgoing.state, n: count() }).from(outgoing).groupBy(outgoing.state),
    inbox: await db.$count(inbox, isNull(inbox.doneAt)),
    deliveries: await db
      .select({ status: schema.webhookDeliveries.status, n: count() })
      .from(schema.webhookDeliveries)
      .groupBy(schema.webhookDeliveries.status),
    numbers: await db
      .select({ id: whatsapps.id, status: whatsapps.status, reason: whatsapps.statusReason })
      .from(whatsapps),
    campaigns: await db.select({ status: schema.campaigns.status }).from(schema.campaigns),
    owed: await db.$count(schema.happenings),
    works: await db
      .select({ process: workShards.processId, n: count() })
      .from(workShards)
      .groupBy(workShards.processId),
    lives: await db.select().from(workProcesses),
  })
}

/** What is not done yet. */
async function waiting(db: Db): Promise<number> {
  const { outgoing, inbox, schedules } = schema
  return (
    (await db.$count(outgoing)) +
    (await db.$count(inbox, isNull(inbox.doneAt))) +
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

/** Messages of customers stand in the order they were written, and the log of events has no gap and tells of each message once. */
async function logged(db: Db, companyId: number): Promise<string[]> {
  const faults: string[] = []
  const came = await db
    .select({ id: schema.messages.id })
    .from(schema.messages)
    .where(like(schema.messages.id, 'wamid.in-%'))
    .orderBy(schema.messages.seq)
  const last = new Map<string, number>()
  for (const { id } of came) {
    const [, which = '', n] = /^wamid\.in-(\d+)-(\d+)$/.exec(id) ?? []
    if (n === undefined) continue
    const before = last.get(which) ?? -1
    if (Number(n) < before) faults.push(`${id} came in after number ${before}`)
    last.set(which, Math.max(before, Number(n)))
  }
  const events = await db.all<{ seq: number; entry: string }>(
    sql`select seq, entry from events where company_id = ${companyId} order by seq`,
  )
  const created = new Map<string, number>()
  for (const [i, { seq, entry }] of events.entries()) {
    if (Number(seq) !== i + 1) return [...faults, `event ${i + 1} is missing`]
    const { act } = JSON.parse(entry) as {
      act: { emit?: string; payload?: { action?: string; message?: { id: string } } }
    }
    const id =
      act.emit?.endsWith('-appMessage') && act.payload?.action === 'create' && act.payload.message?.id
    if (id) created.set(id, (created.get(id) ?? 0) + 1)
  }
  const all = await db.select({ id: schema.messages.id }).from(schema.messages)
  for (const { id } of all)
    if (created.get(id) !== 1) faults.push(`${id} was told of ${created.get(id) ?? 0} times`)
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
  faults: number
  /** `index.js` of the built server. */
  program: string
  /** Folder of this run's own. */
  dir: string
  random: () => number
}

/** Runs it. */
export async function runProcesses({
  faults: howMany,
  program,
  dir,
  random,
}: ProcessesOptions): Promise<ProcessesReport> {
  const from = performance.now()
  // A crash of the database, as opposed to one of the computer, loses nothing that was committed.
  const durable = { synchronous_commit: 'on', full_page_writes: 'on' }
  const opened = await openServers(dir, program, durable, SERVERS)
  const { folder, db, graph, servers, urls, postgres, lines, end } = opened
  const names = { sent: [] as string[], came: [] as string[], scheduled: [] as string[] }
  const wrong: string[] = []
  const events: number[] = []
  const calm: number[] = []
  /** When a message was written, and when it was first heard of at another server than its writer's. */
  const written = new Map<string, { at: number; agent: number; heardAt: number | null }>()
  const newcomers: string[] = []
  const ends: (() => unknown)[] = []
  let over = false
  try {
    const company = await foundCompany(db, folder, { agents: AGENTS, conversations: CONVERSATIONS })
    const { companyId, agents: people, hooks, numbers, conversations } = company
    const tickets = conversations.map(({ ticketId }) => ticketId)
    const answering = PHONES.length - 1
    const more = await moreJobs({
      ...{ db, folder, companyId, whatsappId: numbers[answering] ?? 0 },
      ...{ recipients: RECIPIENTS * howMany, random },
    })
    ends.push(more.end)
    await Promise.all(urls.map((_, place) => servers.begin(place)))
    const open = new Set<Promise<unknown>>()
    const aside = (work: Promise<unknown>): void => {
      const one = work
        .catch((error: unknown) => void wrong.push(String(error)))
        .finally(() => open.delete(one))
      open.add(one)
    }
    const consoles: Console[] = []
    const rigs: Rig[] = []
    const agents = people.map((who, i) => {
      const agent: Agent = new Agent(urls, who, i % SERVERS, (event, payload, place) => {
        consoles[i]?.heard(event, payload)
        const { action, message } = (payload ?? {}) as { action?: string; message?: { body?: string } }
        const one = action === 'create' ? written.get(message?.body ?? '') : undefined
        if (one && one.heardAt === null && agents[one.agent]?.place !== place) one.heardAt = performance.now()
      })
      return agent
    })
    for (const [i, agent] of agents.entries()) {
      const own = consoleOf(agent, companyId, tickets)
      consoles.push(own)
      await agent.signIn()
      const dataDir = join(dir, `console-${i}`)
      mkdirSync(dataDir)
      const rig = await openRig({
        dataDir,
        url: () => `${urls[agent.place]}/api`,
        headers: {
          get authorization() {
            return `Bearer ${agent.token}`
          },
        },
        random,
        graceMs: 500,
      })
      ends.push(() => rig.close())
      await rig.outbox.start(rig.scope)
      rigs.push(rig)
      agent.came = resumed => {
        rig.outbox.wake()
        if (!resumed) aside(own.readAgain())
      }
      await agent.connect()
      agent.back.length = 0
    }
    const renewing = setInterval(() => {
      for (const agent of agents) agent.signIn().catch((error: unknown) => void wrong.push(String(error)))
    }, TOKEN_MS)
    ends.push(() => clearInterval(renewing))
    /** Delivers until one of the servers has taken it. */
    const deliver = async (place: number, body: unknown): Promise<void> => {
      for (let tries = Math.floor(random() * SERVERS); ; tries++) {
        const answer = graph.deliver(`${urls[tries % SERVERS]}${hooks[place]}`, body).catch(() => 0)
        if ((await Promise.race([answer, delay(DELIVERY_MS, 0)])) === 200) return
        await delay(60)
      }
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
        names.sent.push(body)
        written.set(body, { at: performance.now(), agent, heardAt: null })
        await rigs[agent]?.enqueue({ id: body, ticketId, body })
        await delay(1_000 + random() * 2_000)
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
        await delay(1_000 + random() * 2_000)
      }
    })
    const scheduling = (async () => {
      for (let n = 0; !over; n++) {
        const one = conversations[n % conversations.length]
        const body = `due-${n}`
        names.scheduled.push(body)
        await insist(async () => {
          if ((await db.$count(schema.schedules, eq(schema.schedules.body, body))) > 0) return
          await db.platform.insert(schema.schedules).values({
            ...{ companyId, contactId: one?.contactId ?? 0, ticketId: one?.ticketId ?? 0, body },
            ...{ userId: people[0]?.id ?? null, sendAt: new Date(Date.now() + 500).toISOString() },
          })
        })
        await delay(1_500)
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
        await delay(1_500 + random() * 1_500)
      }
    })()
    await more.begin(agents[0] as Agent)
    const faults = await startFaults(
      {
        servers,
        postgres,
        lines,
        // A load balancer sends people to it again.
        async back(place) {
          await Promise.all(
            agents.map((agent, i) => (i % SERVERS === place ? agent.moveTo(place) : undefined)),
          )
        },
      },
      howMany,
      random,
    )
    await delay(1_000)
    over = true
    for (const work of [...writing, ...customers, scheduling, arriving])
      await work.catch((error: unknown) => void wrong.push(String(error)))
    const left = (): Promise<number> =>
      insist(
        async () =>
          (await waiting(db)) +
          (await more.waiting()) +
          open.size +
          rigs.reduce((sum, { outbox }) => sum + outbox.unsent(), 0),
      )
    const rest = async (): Promise<void> => {
      let least = Number.POSITIVE_INFINITY
      let taken = -1
      let until = 0
      for (;;) {
        const now = await left()
        if (now === 0) return
        // A campaign is one thing, however many it still writes to.
        if (now < least || graph.taken.length > taken) until = performance.now() + STANDSTILL_MS
        least = Math.min(now, least)
        taken = graph.taken.length
        if (performance.now() > until) {
          wrong.push(`${now} things wait in the end: ${await describe(db)}`)
          return
        }
        await delay(300)
      }
    }
    await rest()
    // A person reads that nobody knows, and sends it again: then it leaves, once.
    const lost = await insist(() =>
      db
        .select({ body: schema.messages.body, id: schema.messages.id, ticketId: schema.messages.ticketId })
        .from(schema.messages)
        .where(eq(schema.messages.failure, 'ERR_WAPP_UNSURE')),
    )
    const again = new Set<string>()
    for (const { body, id, ticketId } of lost) {
      if (graph.taken.some(({ callback }) => callback === id)) wrong.push(`${body} left and is called unsure`)
      again.add(body)
      const clientId = body.startsWith('send-') ? body : undefined
      if (clientId) await agents[0]?.insist('POST', `/messages/${ticketId}`, { body, clientId, again: true })
    }
    await rest()
    for (const until = performance.now() + CONNECTED_MS; agents.some(agent => !agent.isConnected()); ) {
      if (performance.now() > until) {
        wrong.push('not every console has a line in the end')
        break
      }
      await delay(50)
    }
    const since = performance.now()
    const truth = await truthOf(db, companyId, tickets)
    const differs = (): string[] =>
      consoles.flatMap((one, i) => one.differs(truth).map(what => `console ${i}: ${what}`))
    while (differs().length > 0 && performance.now() - since < RIGHT_MS) await delay(20)
    const rightMs = performance.now() - since
    wrong.push(...differs())
    for (const { shown } of rigs)
      for (const { id, state } of shown.values()) wrong.push(`${id} is ${state} in its outbox`)
    names.scheduled = names.scheduled.filter(name => !again.has(name))
    wrong.push(...(await checked(db, graph.taken, names)), ...outOfOrder(graph.taken, again))
    wrong.push(...(await logged(db, companyId)))
    const others = await more.checked(graph.taken, newcomers)
    wrong.push(...others.faults)
    for (const { at, heardAt } of written.values()) {
      if (heardAt === null) continue
      events.push(heardAt - at)
      if (faults.isCalm(at, heardAt)) calm.push(heardAt - at)
    }
    const back = agents.flatMap(agent => agent.back)
    for (const agent of agents) agent.leave()
    return {
      ...{ faults: faults.counts, sent: names.sent.length, came: names.came.length },
      ...{ scheduled: names.scheduled.length, unsure: again.size, back, events, calm, wrong, rightMs },
      ...{ recipients: RECIPIENTS * howMany, newcomers: newcomers.length, webhookEvents: others.events },
      reads: consoles.reduce((sum, one) => sum + one.reads(), 0),
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
