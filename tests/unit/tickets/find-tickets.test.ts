// @vitest-environment jsdom
import '../support/jsdom'
import type { Ticket } from '@contract'
import { afterEach, describe, expect, it } from 'vitest'
import { findTickets } from '@/features/tickets/find-tickets'
import { setTicketsSource, type TicketsSource, ticketsSource } from '@/stores/tickets'
import { aTicket } from '../stores/a-ticket'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const named = (id: number, name: string): Ticket => {
  const ticket = aTicket(id)
  return { ...ticket, contact: ticket.contact ? { ...ticket.contact, name } : null }
}
const stand = (seen: Ticket[], page: TicketsSource['page']): void => {
  const fake = fakeBridge()
  fake.answer('search.local', () => ({
    ok: true,
    value: { tickets: seen.map(ticket => ({ ticket, ranges: [] })), contacts: [], messages: [], tookMs: 0 },
  }))
  installBridge(fake)
  setTicketsSource({ ...ticketsSource(), page })
}
afterEach(() => setTicketsSource())

describe('the palette', () => {
  const names = async (): Promise<(string | undefined)[]> =>
    (await findTickets('luc', 8, new AbortController().signal)).map(ticket => ticket.contact?.name)

  it('finds whom this computer has seen, above whom only the server knows', async () => {
    const server = [named(3, 'Ana Lúcia'), named(1, 'Lucas Reis'), named(2, 'Lúcio')]
    stand([named(1, 'Lucas Reis')], async () => ({ tickets: server, count: 3, hasMore: false, cursor: null }))
    expect(await names()).toEqual(['Lucas Reis', 'Lúcio', 'Ana Lúcia'])
  })
  it('goes on where the server stopped with nothing found, and not for ever', async () => {
    const asked: (string | undefined)[] = []
    const answers = (until: number) =>
      stand([], async ({ cursor }) => {
        asked.push(cursor)
        const tickets = asked.length > until ? [named(1, 'Lucas Reis')] : []
        const stoppedAt = '2026-03-12T15:00:00.000Z'
        return { tickets, count: 0, counted: false, hasMore: true, cursor: `c${asked.length}`, stoppedAt }
      })
    answers(2)
    expect(await names()).toEqual(['Lucas Reis'])
    expect(asked).toEqual([undefined, 'c1', 'c2'])
    asked.length = 0
    answers(100)
    expect(await names()).toEqual([])
    expect(asked).toHaveLength(5)
  })
  it('finds them while the server does not answer', async () => {
    stand([named(1, 'Lucas Reis')], async () => {
      throw new Error('offline')
    })
    expect(await names()).toEqual(['Lucas Reis'])
  })
})
