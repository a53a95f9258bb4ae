/** Agents at two servers of one workspace, and how long what one does takes to the console of another at the other server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from '../../faults/lib/agents'
import { foundCompany, openServers, PHONES } from '../../faults/lib/two-servers'

const AGENTS = 8
const CONVERSATIONS = 32
const SECONDS = 30
/** Messages of agents, changes of tickets and messages of customers a second, all together. */
const PER_SECOND = 10
/** The database waits for its disk, as that of a company does. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
/** Longest time for what is still on its way in the end, milliseconds. */
const END_MS = 20_000

/** Milliseconds of one thing that was done at one server. */
interface Done {
  at: number
  place: number
  /** Until the call had its answer, until an event of it was heard at each server. */
  call: number | null
  heard: (number | null)[]
}

export interface Measured {
  /** From the beginning of a call to its event at the other server, and at the same one. */
  there: number[]
  here: number[]
  /** From the beginning of a call to its answer, and from that to its event at the other server; 0 where that came first. */
  call: number[]
  afterCall: number[]
  /** From a customer's message at the one server to its event at the other. */
  customers: number[]
  lost: number
  perSecond: number
}

/** @param program `index.js` of the built server. */
export async function measure(program: string): Promise<Measured> {
  const dir = await mkdtemp(join(tmpdir(), 'turno-bench-processes-'))
  const { folder, db, graph, servers, urls, end } = await openServers(dir, program, DURABLE)
  try {
    const {
      agents: people,
      hooks,
      conversations,
    } = await foundCompany(db, folder, {
      agents: AGENTS,
      conversations: CONVERSATIONS,
    })
    await servers.begin(0)
    await servers.begin(1)
    /** By what makes an event its own: the text of a message, the ticket and its status. */
    const done = new Map<string, Done>()
    const heard = (event: string, payload: unknown, place: number): void => {
      const { action, message, ticket } = (payload ?? {}) as {
        action?: string
        message?: { body?: string }
        ticket?: { id?: number; status?: string }
      }
      const isMessage = event.endsWith('-appMessage') && action === 'create'
      const isTicket = event.endsWith('-ticket') && action === 'update'
      const key = isMessage ? message?.body : isTicket ? `${ticket?.id} ${ticket?.status}` : undefined
      const one = done.get(key ?? '')
      if (one && one.heard[place] === null) one.heard[place] = performance.now() - one.at
    }
    const agents = people.map((who, i) => new Agent(urls, who, i % 2, heard))
    for (const agent of agents) {
      await agent.signIn()
      await agent.connect()
    }
    const all: { kind: 'call' | 'customer'; one: Done }[] = []
    const begin = (kind: 'call' | 'customer', key: string, place: number): Done => {
      const one: Done = { at: performance.now(), place, call: null, heard: [null, null] }
      done.set(key, one)
      all.push({ kind, one })
      return one
    }
    const status = new Map(conversations.map(({ ticketId }) => [ticketId, 'open']))
    const act = async (n: number): Promise<void> => {
      const conversation = conversations[n % conversations.length]
      if (!conversation) throw new Error('no conversation')
      const { ticketId, number, place: phone, agent } = conversation
      const who = agents[agent] as Agent
      const turn = Math.floor(n / conversations.length + n) % 5
      if (turn === 4) {
        const text = `customer ${n}`
        const body = graph.delivery(
          { messages: [graph.text(number, text)], names: { [number]: number } },
          PHONES[phone],
        )
        const one = begin('customer', text, n % 2)
        if ((await graph.deliver(`${urls[n % 2]}${hooks[phone]}`, body)) !== 200)
          throw new Error('a delivery was refused')
        one.call = performance.now() - one.at
        return
      }
      const is = status.get(ticketId)
      const changes = turn === 3 || is !== 'open'
      const next = is === 'open' ? 'pending' : 'open'
      const text = `message ${n}`
      const one = begin('call', changes ? `${ticketId} ${next}` : text, who.place)
      if (changes) {
        status.set(ticketId, next)
        await who.insist('PUT', `/tickets/${ticketId}`, { status: next })
      } else await who.insist('POST', `/messages/${ticketId}`, { body: text, clientId: crypto.randomUUID() })
      one.call = performance.now() - one.at
    }
    // Once through everything before it counts.
    for (let n = 0; n < CONVERSATIONS; n++) await act(n)
    await delay(500)
    all.length = 0
    const running = new Set<Promise<void>>()
    const failures: unknown[] = []
    const from = performance.now()
    const total = SECONDS * PER_SECOND
    for (let n = 0; n < total; n++) {
      // Not in step: people are not.
      const wait = from + ((n + Math.random()) * 1_000) / PER_SECOND - performance.now()
      if (wait > 0) await delay(wait)
      const one = act(CONVERSATIONS + n).catch((error: unknown) => void failures.push(error))
      running.add(one)
      void one.then(() => running.delete(one))
    }
    const seconds = (performance.now() - from) / 1_000
    await Promise.all(running)
    const isThere = ({ place, heard: by }: Done) => by[1 - place] ?? null
    for (const until = performance.now() + END_MS; all.some(({ one }) => isThere(one) === null); ) {
      if (performance.now() > until) break
      await delay(50)
    }
    for (const agent of agents) agent.leave()
    for (const error of failures) console.error(String(error))
    const known = (values: (number | null)[]) => values.filter(value => value !== null)
    const calls = all.flatMap(({ kind, one }) => (kind === 'call' ? [one] : []))
    return {
      there: known(calls.map(isThere)),
      here: known(calls.map(one => one.heard[one.place] ?? null)),
      call: known(calls.map(one => one.call)),
      afterCall: known(
        calls.map(one => {
          const there = isThere(one)
          return there === null || one.call === null ? null : Math.max(0, there - one.call)
        }),
      ),
      customers: known(all.map(({ kind, one }) => (kind === 'customer' ? isThere(one) : null))),
      lost: all.filter(({ one }) => isThere(one) === null).length + failures.length,
      perSecond: Math.round((total / seconds) * 10) / 10,
    }
  } finally {
    await end()
    await rm(dir, { recursive: true, force: true, maxRetries: 10 })
  }
}
