/**
 * The live side of the legacy servers with its quirks on, and with each of them off: the same hour of events reaches the
 * windows in Turno's names, whichever way that server has.
 */

import { describe, expect, it } from 'vitest'
import { createServerClock } from '../../../electron/main/servers/clock'
import { createAdaptedClient } from '../../../electron/main/session/adapted-client'
import type { ServerAddress } from '../../../electron/main/session/address'
import { createAuthCalls } from '../../../electron/main/session/auth-calls'
import { createServerClient } from '../../../electron/main/session/server-client'
import { createSession } from '../../../electron/main/session/session'
import { createFeed } from '../../../electron/main/socket/feed'
import { createServerSocket } from '../../../electron/main/socket/socket'
import { NetWebSocketHost } from '../../../scripts/stand-in/host/net-socket'
import type { FeedEvent } from '../../../src/contract'
import { type CompatServer, startCompatServer } from '../../compat/server'
import { QUIRKS, type Quirk } from '../../compat/server/quirks'
import { goneAndBack, memoryLog, memoryVault, nodeFetch, until } from '../main/helpers'

/** Those of its socket and of what is heard there; ./quirks.test.ts switches off each one by itself. */
const LIVE_QUIRKS: readonly Quirk[] = [
  'acksToBoxOnly',
  'blindUpdates',
  'dropsBadToken',
  'emptySendBody',
  'ghosts',
  'readyLate',
  'secrets',
  'stringRooms',
  'unprefixedEvents',
]

interface Console {
  server: CompatServer
  events: FeedEvent[]
  lines: string[]
  /** Everything the connection has shown. */
  states: string[]
  connection: ReturnType<typeof createServerSocket>
  session: ReturnType<typeof createSession>
  client: ReturnType<typeof createAdaptedClient>
  ask(method: string, path: string, body?: unknown): Promise<Response>
}

/** Everything main puts between that server's socket and the windows. */
async function atDesk(
  email: string,
  off: readonly Quirk[],
  work: (at: Console) => Promise<void>,
): Promise<void> {
  const server = await startCompatServer({ replyAfterMs: 0, off })
  const { log, lines } = memoryLog()
  const api = new URL(server.url.endsWith('/') ? server.url : `${server.url}/`)
  const address: ServerAddress = {
    resolve: async () => ({ api, origin: new URL(api.origin) }),
    label: () => api.host,
    proof: () => ({}),
    embedded: false,
    key: api.href,
  }
  const calls = createAuthCalls(nodeFetch, address)
  const session = createSession({ calls, vault: memoryVault(), serverKey: api.href, log })
  const clock = createServerClock()
  const raw = createServerClient({ fetch: clock.listening(nodeFetch), address, session, log })
  const client = createAdaptedClient({
    raw,
    fetch: nodeFetch,
    address,
    session,
    aheadMs: clock.offsetMs,
    log,
  })
  const events: FeedEvent[] = []
  const feed = createFeed(batch => events.push(...batch.map(one => one.event)), 1)
  const connection = createServerSocket({
    openSocket: url => new NetWebSocketHost(url),
    address,
    session,
    feed,
    log,
    translate: client.translate,
    flapping: () => client.facts()?.adapter === 'legacy',
    idleSeconds: () => 0,
    isOnline: () => true,
    random: () => 0,
    limits: { firstMs: 10, maxMs: 40 },
  })
  const states: string[] = []
  connection.onChange(({ status }) => states.push(status))
  try {
    await client.settled()
    await session.start()
    connection.start()
    await session.signIn(email, 'turno-demo')
    await until('connected', () => connection.state().status === 'connected')
    await work({
      server,
      events,
      lines,
      states,
      connection,
      session,
      client,
      ask: (method, path, body) =>
        client.fetch(path, {
          method,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        }),
    })
  } finally {
    connection.stop()
    session.stop()
    await server.close()
  }
}

/** What one console hears of a round of work, in Turno's words. */
async function hour(off: readonly Quirk[]): Promise<void> {
  await atDesk('ana@demo.turno', off, async ({ server, events, lines, connection, ask }) => {
    const { world, live } = server
    const of = <C extends FeedEvent['channel']>(channel: C) =>
      events.filter((one): one is Extract<FeedEvent, { channel: C }> => one.channel === channel)
    const ticket = world.tickets.find(t => t.status === 'pending' && t.queueId === 1)
    if (!ticket) throw new Error('nobody waits in the first queue')
    connection.setInterest(1, { tickets: ['pending', 'open'], chatBoxes: [ticket.id], notifications: true })

    // Accepted: the departure that comes first is none, because the ticket follows at once.
    const accepted = await ask('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: 3 })
    expect(accepted.status).toBe(200)
    await until('the accepted ticket', () =>
      of('ticket').some(({ data }) => 'ticket' in data && data.ticket.status === 'open'),
    )
    // The chat box of one's own ticket opens only now there; its acks arrive.
    await ask('POST', `/messages/${ticket.id}`, { body: 'Bom dia!', clientId: 'c1' })
    await until('read', () =>
      of('appMessage').some(({ data }) => data.message.body === 'Bom dia!' && data.message.ack === 4),
    )
    expect(of('ticket').some(({ data }) => data.action === 'removeFromList')).toBe(false)

    // The customer answers.
    live.messageCreated(world.say(ticket, 'Obrigado!', false))
    await until('the answer', () => of('appMessage').some(({ data }) => data.message.body === 'Obrigado!'))
    // Names without the company's prefix.
    await ask('POST', '/tags', { name: 'Devolução' })
    await until('the tag', () => of('tag').some(({ data }) => 'tag' in data && data.tag.name === 'Devolução'))
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const made = await ask('POST', '/schedules', { body: 'Até amanhã', contactId: ticket.contactId, sendAt })
    expect(made.status).toBe(200)
    await until('the scheduled message', () =>
      of('schedule').some(({ data }) => 'schedule' in data && data.schedule.body === 'Até amanhã'),
    )
    // Nothing of it was a riddle, and no secret came along.
    expect(lines.filter(line => line.includes('dropped'))).toEqual([])
    expect(JSON.stringify(events)).not.toMatch(/noiseKey|"dataJson":"|passwordHash/)

    // Handed on to a queue of others: it leaves.
    await ask('PUT', `/tickets/${ticket.id}`, { status: 'pending', userId: null, queueId: 3 })
    await until('gone or no longer mine', () =>
      of('ticket').some(
        ({ data }) =>
          data.action === 'removeFromList' ||
          ('ticket' in data && data.ticket.queueId === 3 && data.ticket.userId === null),
      ),
    )
  })
}

describe('an hour of events', () => {
  it('with every quirk on', () => hour([]))
  it('with every quirk off', () => hour(Object.keys(QUIRKS) as Quirk[]))
  it.each(LIVE_QUIRKS)('without the quirk %s', quirk => hour([quirk]))
})

describe('what that server does on its own', () => {
  it.each([[[]], [['dropsBadToken' as const]]])(
    'a stale token is renewed before the next knock (off: %s)',
    async off => {
      await atDesk('ana@demo.turno', off, async ({ server, events, states, session }) => {
        const before = states.length
        server.live.refuseNext()
        server.live.io.disconnectSockets(true)
        await goneAndBack(states, before)
        await until('renewed', () => (server.calls.get('POST /auth/refresh_token') ?? 0) > 0)
        await until('the gap told', () => events.some(one => one.channel === 'resync'))
        expect(session.state().status).toBe('signedIn')
      })
    },
  )

  it('a ticket opened by a colleague is announced by its first message where the opening is not', async () => {
    await atDesk('admin@demo.turno', [], async ({ server, events, connection, ask }) => {
      const { world, live } = server
      connection.setInterest(1, { tickets: ['pending', 'open'], chatBoxes: [], notifications: true })
      const contact = { id: 900, name: 'Nova Cliente', number: '5511988887777', email: '' }
      world.contacts.push(contact)
      const made = await ask('POST', '/tickets', { contactId: 900, queueId: 1, userId: 3, status: 'open' })
      const { id } = (await made.json()) as { id: number }
      const ticket = world.ticket(id)
      if (!ticket) throw new Error('no ticket was made')
      live.messageCreated(world.say(ticket, 'Olá, sou eu.', false))
      const mentions = (one: FeedEvent) =>
        one.channel === 'appMessage' && one.data.ticket?.id === id && one.data.ticket.status === 'open'
      await until('the ticket inside the message', () => events.some(mentions))
      expect(
        events.some(one => one.channel === 'ticket' && 'ticket' in one.data && one.data.ticket.id === id),
      ).toBe(false)
    })
  })

  it('an edited message is forwarded as it reads now, also when it was never read from a page', async () => {
    await atDesk('ana@demo.turno', [], async ({ server, events, connection, ask }) => {
      const { world, live } = server
      const [from, to] = world.tickets.filter(t => t.status === 'open' && t.userId === 3)
      if (!from || !to) throw new Error('the agent has too few tickets')
      connection.setInterest(1, { tickets: [], chatBoxes: [from.id], notifications: true })
      const forwarded = async (id: string): Promise<string | undefined> => {
        const answer = await ask('POST', '/message/forward', { messageId: id, contactId: to.contactId })
        expect(answer.status).toBe(200)
        return world.threadOf(to.id).at(-1)?.body
      }
      const heardOf = (body: string) => () =>
        events.some(one => one.channel === 'appMessage' && one.data.message.body === body)

      const read = world.say(from, 'original XYZ', true)
      await ask('GET', `/messages/${from.id}?pageNumber=1`)
      // A colleague, or the agent's phone, corrects it.
      Object.assign(read, { body: 'corrigido XYZ', isEdited: true })
      live.messageEdited(read)
      await until('the correction', heardOf('corrigido XYZ'))
      expect(await forwarded(read.id)).toBe('corrigido XYZ')

      const live1 = world.say(from, 'só ao vivo', false)
      live.messageCreated(live1)
      await until('the live message', heardOf('só ao vivo'))
      expect(await forwarded(live1.id)).toBe('só ao vivo')
    })
  })

  it('somebody who opens the same account elsewhere ends this session', async () => {
    await atDesk('ana@demo.turno', [], async ({ server, session }) => {
      await fetch(`${server.url}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana@demo.turno', password: 'turno-demo' }),
      })
      await until('over', () => session.state().status === 'signedOut')
      expect(session.state().reason).toBe('elsewhere')
    })
  })
})
