/** Tickets that sleep: put aside by agents, back at their time or when the customer writes; who waits meanwhile waits on. */
import type { AuditEntry, Ticket } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { wakeDue } from '../../../electron/server/desk/tickets/snooze'
import { runTimers } from '../../../electron/server/desk/tickets/timers'
import { contacts, tickets } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const HOUR = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()

const snooze = (who: Person, id: number, until: string | null) =>
  h.call<Ticket>(who, 'tickets.snooze', { params: { id }, body: { until } })
const wake = (who: Person, id: number) => h.call<Ticket>(who, 'tickets.wake', { params: { id } })
const counts = async (who: Person, query: Record<string, unknown> = {}) =>
  (await h.call<Record<string, number>>(who, 'tickets.counts', { query })).body
const list = async (who: Person, query: Record<string, unknown>) =>
  (await h.call<{ tickets: Ticket[]; count: number }>(who, 'tickets.list', { query })).body

/** A ticket of Ana's whose customer has waited an hour. */
async function waits(extra: Partial<typeof tickets.$inferInsert> = {}) {
  const { ana } = h.one
  const since = inHours(-1)
  const made = await h.newTicket(h.one, {})
  await h.update(
    tickets,
    { status: 'open', userId: ana.id, waitingSince: since, ...extra },
    eq(tickets.id, made.id),
  )
  return { id: made.id, since }
}

beforeEach(async () => {
  await h.db.platform.delete(tickets)
})

describe('a ticket that sleeps', () => {
  it('stands among those that sleep alone, its customer waits on, and it is as before when it is woken', async () => {
    const { ana, admin, caio } = h.one
    const { id, since } = await waits()
    const later = await waits({ waitingSince: null })
    const until = inHours(3)
    const other = await h.connect(admin)
    const answer = await snooze(ana, id, until)
    expect(answer.body).toMatchObject({ snoozedUntil: until, waitingSince: since, wokenBy: null })
    expect(answer.body.snoozedAt).not.toBeNull()
    await other.until(
      ({ event, payload }) =>
        event.endsWith('-ticket') && (payload as { ticket?: Ticket }).ticket?.snoozedUntil === until,
    )
    other.close()
    await snooze(ana, later.id, null)
    expect(await counts(ana)).toMatchObject({ open: 0, snoozed: 2 })
    expect(await counts(admin, { showAll: true })).toMatchObject({ open: 0, snoozed: 2 })
    expect(await counts(admin)).toMatchObject({ open: 0, snoozed: 0 })
    expect(await list(ana, { status: 'open' })).toMatchObject({ tickets: [], count: 0 })
    const asleep = await list(ana, { snoozed: true, order: 'snoozed' })
    expect(asleep.tickets.map(one => one.id)).toEqual([id, later.id])
    // Whoever looks for it finds it all the same.
    expect((await list(ana, { searchParam: 'Cliente', status: 'open' })).tickets).toHaveLength(2)

    expect((await wake(ana, id)).body).toMatchObject({
      snoozedAt: null,
      snoozedUntil: null,
      wokenBy: null,
      waitingSince: since,
    })
    expect(await counts(ana)).toMatchObject({ open: 1, snoozed: 1 })
    const log = await h.call<{ records: AuditEntry[] }>(admin, 'audit.list', { query: {} })
    expect(log.body.records.slice(0, 3).map(({ changes }) => changes)).toEqual([
      [{ field: 'snoozedUntil', from: until, to: '' }],
      [{ field: 'snoozedUntil', from: '', to: 'customer' }],
      [{ field: 'snoozedUntil', from: '', to: until }],
    ])

    expect((await snooze(caio, id, until)).status).toBe(403)
    expect((await snooze(h.two.admin, id, until)).status).toBe(404)
    expect((await wake(h.two.admin, later.id)).status).toBe(404)
    expect((await snooze(ana, id, inHours(-1))).status).toBe(400)
    await h.update(tickets, { status: 'pending', userId: null }, eq(tickets.id, id))
    expect((await snooze(ana, id, until)).body).toMatchObject({ error: 'ERR_TICKET_NOT_OPEN' })
  })

  it('sleeps until a time alone where an answer is owed', async () => {
    const { ana } = h.one
    const unread = await waits({ waitingSince: null, unreadMessages: 1 })
    for (const { id } of [await waits(), unread]) {
      expect(await snooze(ana, id, null)).toMatchObject({ status: 409, body: { error: 'ERR_OWES_ANSWER' } })
      expect((await snooze(ana, id, inHours(1))).status).toBe(200)
      expect(await snooze(ana, id, null)).toMatchObject({ status: 409 })
    }
    // Marked unread by hand, and the last word was ours.
    const { id } = await waits({ waitingSince: null, unreadMessages: 1, fromMe: true })
    expect((await snooze(ana, id, null)).status).toBe(200)
  })

  it('comes back once at its time, unseen and on top, however many look for it', async () => {
    const { ana } = h.one
    const { id, since } = await waits({ unreadMessages: 0 })
    const early = await waits({ waitingSince: null })
    await snooze(ana, id, inHours(1))
    await snooze(ana, early.id, null)
    const until = (await h.ticket(id)).snoozedUntil
    const console = await h.connect(ana)
    const app = h.running.app
    await wakeDue(app, h.one.id, new Date(Date.now() + HOUR - 60_000))
    expect((await h.ticket(id)).snoozedAt).not.toBeNull()
    const at = new Date(Date.now() + HOUR + 1_000)
    await Promise.all([wakeDue(app, h.one.id, at), wakeDue(app, h.one.id, at)])
    await wakeDue(app, h.one.id, at)
    expect(await h.ticket(id)).toMatchObject({
      snoozedAt: null,
      snoozedUntil: until,
      wokenBy: 'due',
      unreadMessages: 1,
      waitingSince: since,
      updatedAt: at.toISOString(),
    })
    expect((await h.ticket(early.id)).snoozedAt).not.toBeNull()
    await console.settled()
    const told = console.heard.filter(({ payload }) => (payload as { ticket?: Ticket }).ticket?.id === id)
    expect(told).toHaveLength(1)
    console.close()
    // Answered: it has not just come back any more.
    await h.call(ana, 'messages.send', { params: { ticketId: id }, body: { body: 'Aqui estou' } })
    expect(await h.ticket(id)).toMatchObject({ wokenBy: null, waitingSince: null })
  })

  it('is woken by the customer, whose wait goes on', async () => {
    const { ana } = h.one
    const { id, since } = await waits()
    const [row] = await h.db
      .select({ number: contacts.number })
      .from(contacts)
      .where(eq(contacts.id, (await h.ticket(id)).contactId))
    const until = inHours(5)
    await snooze(ana, id, until)
    await h.customer(h.one, row?.number ?? '', 'Alguma novidade?')
    expect(await h.ticket(id)).toMatchObject({
      snoozedAt: null,
      snoozedUntil: until,
      wokenBy: 'customer',
      waitingSince: since,
      unreadMessages: 1,
      status: 'open',
      userId: ana.id,
    })
    // Put aside once more.
    expect((await snooze(ana, id, until)).body).toMatchObject({ wokenBy: null, waitingSince: since })
  })

  it('is awake once it is given back, handed on or resolved, and sleeps on where that is taken back', async () => {
    const { ana, bia } = h.one
    const change = (id: number, body: object) =>
      h.call<Ticket>(ana, 'tickets.update', { params: { id }, body })
    for (const body of [
      { status: 'pending', userId: null },
      { userId: bia.id, queueId: h.one.suporte },
      { status: 'closed' },
    ]) {
      const { id, since } = await waits()
      await snooze(ana, id, inHours(2))
      await change(id, body)
      const closed = body.status === 'closed'
      expect(await h.ticket(id)).toMatchObject({
        snoozedAt: null,
        snoozedUntil: null,
        wokenBy: null,
        waitingSince: closed ? null : since,
        closedWaitingSince: closed ? since : null,
      })
      if (!closed) continue
      await h.call(ana, 'tickets.undoResolve', { params: { id } })
      const again = await h.ticket(id)
      expect(again).toMatchObject({ status: 'open', waitingSince: since, closedWaitingSince: null })
      expect(again.snoozedAt).not.toBeNull()
    }
  })

  it('of somebody who is gone comes back to who may see it, and silence closes none', async () => {
    const { admin, ana } = h.one
    const made = await h.call<{ id: number }>(admin, 'users.create', {
      body: {
        name: 'Vai Embora',
        email: 'vai@um.example',
        password: 'segredo-longo',
        profile: 'user',
        queueIds: [h.one.suporte],
      },
    })
    const { id } = await waits({ userId: made.body.id, queueId: h.one.suporte, answeredAt: inHours(-9) })
    await snooze(admin, id, inHours(1))
    await h.call(admin, 'users.remove', { params: { id: made.body.id } })
    expect(await counts(ana)).toMatchObject({ pending: 0, snoozed: 1 })
    await Promise.all(await runTimers(h.running.app, h.one.id))
    await wakeDue(h.running.app, h.one.id, new Date(Date.now() + 2 * HOUR))
    expect(await h.ticket(id)).toMatchObject({ status: 'pending', userId: null, wokenBy: 'due' })
    expect(await counts(ana)).toMatchObject({ pending: 1, snoozed: 0 })
  })
})
