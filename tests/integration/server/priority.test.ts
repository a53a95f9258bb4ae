/** How urgent tickets are: said by agents, told to everybody concerned, sorted and filtered by. */
import { type AuditEntry, PRIORITIES, type Ticket, webhookData } from '@contract'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { payloadOf } from '../../../electron/server/automation/webhooks/payload'
import { tickets, webhookDeliveries } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

const set = (who: Person, id: number, priority: string) =>
  h.call<Ticket>(who, 'tickets.setPriority', { params: { id }, body: { priority } })

describe('a priority', () => {
  it('is told to consoles, kept in the audit log, and moves nothing', async () => {
    const { ana, admin, caio } = h.one
    const ticket = await h.newTicket(h.one, {})
    const other = await h.connect(admin)
    const answer = await set(ana, ticket.id, 'urgent')
    expect(answer.body).toMatchObject({ priority: 'urgent', updatedAt: ticket.updatedAt })
    await other.until(
      ({ event, payload }) =>
        event.endsWith('-ticket') && (payload as { ticket?: Ticket }).ticket?.priority === 'urgent',
    )
    other.close()
    // The same again is no change.
    await set(ana, ticket.id, 'urgent')
    const log = await h.call<{ records: AuditEntry[] }>(admin, 'audit.list', { query: {} })
    const kept = log.body.records.filter(({ subject }) => subject === 'tickets')
    expect(kept).toMatchObject([
      {
        userName: ana.name,
        action: 'update',
        subjectId: String(ticket.id),
        changes: [{ field: 'priority', from: 'normal', to: 'urgent' }],
      },
    ])
    expect((await set(caio, ticket.id, 'low')).status).toBe(403)
    expect((await set(h.two.admin, ticket.id, 'low')).status).toBe(404)
    expect((await set(ana, ticket.id, 'highest')).status).toBe(400)
    expect((await h.call<Ticket>(ana, 'tickets.get', { params: { id: ticket.id } })).body.priority).toBe(
      'urgent',
    )
  })

  it('is in what webhooks are sent, with the one before', async () => {
    const { admin, ana } = h.one
    const form = {
      name: 'Fora',
      url: 'https://example.invalid/',
      messages: false,
      acks: false,
      tickets: true,
    }
    const made = await h.call<{ id: number }>(admin, 'webhooks.create', { body: form })
    expect(made.status).toBe(200)
    const ticket = await h.newTicket(h.one, {})
    await set(ana, ticket.id, 'high')
    await h.call(admin, 'tickets.remove', { params: { id: (await h.newTicket(h.one, {})).id } })
    const rows = await h.db.select().from(webhookDeliveries).orderBy(desc(webhookDeliveries.id))
    const data = async (event: string) => {
      const row = rows.find(one => one.event === event)
      return row && (JSON.parse((await payloadOf(h.db, row)) ?? '') as { data: unknown }).data
    }
    const change = await data('ticket.updated')
    expect(change).toMatchObject({ ticket: { priority: 'high' }, before: { priority: 'normal' } })
    expect(webhookData.ticketChange.strict().safeParse(change).success).toBe(true)
    expect(await data('ticket.created')).toMatchObject({ ticket: { priority: 'normal' } })
    expect(await data('ticket.deleted')).toMatchObject({ ticket: { priority: 'normal' } })
    await h.call(admin, 'webhooks.remove', { params: { id: made.body.id } })
  })
})

describe('lists', () => {
  it('show the most urgent first, among them who waits longest, page by page, and some priorities alone', async () => {
    await h.db.platform.delete(tickets)
    const { admin } = h.one
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString()
    const made: { id: number; rank: number; wait: number }[] = []
    for (let i = 0; i < 50; i += 1) {
      const priority = PRIORITIES[i % 4] ?? 'normal'
      // Some wait for nothing.
      const wait = i % 7 === 0 ? null : at((i * 37) % 59)
      const { id } = await h.newTicket(h.one, {})
      await h.update(tickets, { priority, waitingSince: wait }, eq(tickets.id, id))
      made.push({ id, rank: -PRIORITIES.indexOf(priority), wait: wait ? Date.parse(wait) : Infinity })
    }
    const expected = made
      .toSorted((a, b) => a.rank - b.rank || (a.wait === b.wait ? a.id - b.id : a.wait - b.wait))
      .map(({ id }) => id)
    const page = async (query: object) =>
      (
        await h.call<{ tickets: Ticket[]; count: number; cursor: string | null }>(admin, 'tickets.list', {
          query: { status: 'pending', showAll: true, ...query },
        })
      ).body
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const one = await page({ order: 'priority', ...(cursor ? { cursor } : {}) })
      expect(one.count).toBe(50)
      seen.push(...one.tickets.map(({ id }) => id))
      cursor = one.cursor
    } while (cursor)
    expect(seen).toEqual(expected)

    const urgent = await page({ priorities: ['urgent', 'high'] })
    expect(urgent.count).toBe(24)
    expect(new Set(urgent.tickets.map(({ priority }) => priority))).toEqual(new Set(['urgent', 'high']))
    expect((await page({ priorities: ['normal', 'low'] })).count).toBe(26)
    const refused = await h.call(admin, 'tickets.list', { query: { priorities: '["highest"]' } })
    expect(refused.status).toBe(400)
  })
})
