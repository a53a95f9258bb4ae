/** The number in the title and the list it stands for, on a server that lists tickets without a queue to everybody. */
import { endpoints, type ServerFacts, type ServerFeedEvent, ticket, unqueuedForAll } from '@contract'
import { expect, it } from 'vitest'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { stopServers, useServers } from '@/stores/servers'
import {
  reloadList,
  setFallbackQueues,
  setTicketsSource,
  setViewer,
  ticketsSource,
  useTicketsStore,
  viewerOf,
} from '@/stores/tickets'
import { LEGACY_CAPABILITIES } from '../../../electron/main/adapters/capabilities'
import { applySnapshot } from '../../../electron/main/attention/gap'
import { selfOf } from '../../../electron/main/attention/self'
import { askSnapshot } from '../../../electron/main/attention/snapshot'
import { applyEvent, emptyWork, totalsOf } from '../../../electron/main/attention/work'
import type { AdaptedClient } from '../../../electron/main/session/adapted-client'
import { asTurno } from '../../compat/as-turno'
import { startCompatServer } from '../../compat/server'
import type { TicketRow } from '../../compat/server/world'

it('counts for the title what the list shows, tickets without a queue included', async () => {
  const server = await startCompatServer({ replyAfterMs: 0 })
  const ana = await asTurno(server, 'ana@demo.turno')
  const { world } = server
  for (const ticket of world.tickets.filter(t => t.status === 'pending').slice(0, 7)) ticket.queueId = null
  const me = endpoints['auth.me'].response.parse((await ana.ask('GET', '/auth/me')).json)
  expect(me.allTicket).toBe(false)
  const facts: ServerFacts = { version: '4.8.5', adapter: 'legacy', capabilities: LEGACY_CAPABILITIES }
  useServers.setState({ state: { current: 'x', locked: false, servers: [], facts, clockOffsetMs: 0 } })
  setTicketsSource({
    ...ticketsSource(),
    page: async query => {
      const search = new URLSearchParams(
        Object.entries(query).map(([key, value]) => [
          key,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      )
      return endpoints['tickets.list'].response.parse((await ana.ask('GET', `/tickets?${search}`)).json)
    },
    counts: async () => ({ open: 0, pending: 0, closed: 0, groups: 0, unread: 0, snoozed: 0 }),
  })
  try {
    setFallbackQueues(me.queues.map(queue => queue.id))
    setViewer(viewerOf(me))
    await reloadList('pending')
    const listed = useTicketsStore.getState().lists.pending.ids

    const self = selfOf(me, unqueuedForAll(facts))
    const client = { ...ana.client, has: () => false } as unknown as AdaptedClient
    const moment = {
      now: Date.now(),
      aheadMs: 0,
      watched: new Set<number>(),
      localChanges: new Set<number>(),
    }
    const { tickets } = await askSnapshot(client, self)
    const work = applySnapshot(emptyWork(self), tickets, moment, {
      ...{ first: true, gap: true },
      ...{ touched: new Set(), receivedLive: new Set(), skipped: new Set() },
      before: new Map(),
    })
    expect(totalsOf(work).pending).toBe(listed.length)
    expect([...work.pending.keys()].toSorted()).toEqual(listed.toSorted())
    // An event about one of them changes it in both, and takes it out of neither.
    const [row] = world.tickets.filter(t => t.queueId === null)
    const told = ticket.parse({ ...world.wireTicket(row as TicketRow), lastMessage: 'Ainda aqui' })
    const event: ServerFeedEvent = { channel: 'ticket', data: { action: 'update', ticket: told } }
    expect(applyEvent(work, event, moment).pending.has(told.id)).toBe(true)
    receiveFeed({ events: [{ seq: 1, event }] })
    flushFeed()
    expect(useTicketsStore.getState().lists.pending.ids).toContain(told.id)
  } finally {
    setViewer(null)
    setTicketsSource()
    stopServers()
    resetFeed()
    await server.close()
  }
})
