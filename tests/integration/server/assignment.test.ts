/** Queues that hand out their tickets: to whom, up to how many, and what becomes of them when people leave. */
import type { Queue, User } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { assignNow } from '../../../electron/server/automation/assignment/assign'
import { GRACE_MS } from '../../../electron/server/automation/assignment/people'
import {
  assignmentTurns,
  breaks,
  queues,
  tags,
  tickets,
  ticketTags,
  userSkills,
  users,
} from '../../../electron/server/platform/db/schema'
import { endForgotten } from '../../../electron/server/platform/people/breaks'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
const MINUTE_MS = 60_000
const later = (ms: number): Date => new Date(Date.now() + ms)

const rule = (change: Partial<Queue>, id = h.one.suporte) =>
  h.call<Queue>(h.one.admin, 'queues.update', { params: { id }, body: change })
const be = (who: Person, presence: 'online' | 'idle' | 'offline', lastSeenAt = new Date().toISOString()) =>
  h.update(
    users,
    { presence, online: presence !== 'offline', lastSeenAt, handedOnAt: null },
    eq(users.id, who.id),
  )
const ceiling = (who: Person, ticketCeiling: number | null) =>
  h.update(users, { ticketCeiling }, eq(users.id, who.id))
const assign = (at?: Date) => assignNow(h.running.app, h.one.id, at)
const holder = async (id: number): Promise<number | null> => (await h.ticket(id)).userId
const waiting = (values: Parameters<typeof h.newTicket>[1] = {}) => h.newTicket(h.one, values)
const open = (who: Person, values: Parameters<typeof h.newTicket>[1] = {}) =>
  waiting({ status: 'open', userId: who.id, ...values })
const takeBreak = (who: Person, reason = 'lunch', minutes: number | null = 60) =>
  h.call<User>(who, 'breaks.start', { body: { reason, minutes } })
const backToWork = (who: Person) => h.call<User>(who, 'breaks.end', {})

beforeEach(async () => {
  await h.db.platform.delete(tickets)
  await h.db.platform.delete(assignmentTurns)
  await h.db.platform.delete(breaks)
  await h.db.platform.delete(tags)
  await h.update(users, { presence: 'offline', online: false, ticketCeiling: null, handedOnAt: null })
  await h.update(queues, {
    assignMode: 'hand',
    assignCeiling: null,
    assignAway: 'stay',
    assignStickyHours: 0,
    assignSkillMinutes: null,
  })
})

describe('a queue that hands out its tickets', () => {
  it('leaves them where people accept them by hand', async () => {
    await be(h.one.ana, 'online')
    const ticket = await waiting()
    expect(await assign()).toBe(0)
    expect(await h.ticket(ticket.id)).toMatchObject({ status: 'pending', userId: null })
  })

  it('gives each to the next in turn', async () => {
    const { ana, bia, sup } = h.one
    for (const who of [ana, bia, sup]) await be(who, 'online')
    await rule({ assignMode: 'turn' })
    const got: (number | null)[] = []
    for (let i = 0; i < 7; i++) {
      const ticket = await waiting()
      await assign()
      got.push(await holder(ticket.id))
    }
    expect(new Set(got.slice(0, 3))).toEqual(new Set([ana.id, bia.id, sup.id]))
    expect(got.slice(3)).toEqual([got[0], got[1], got[2], got[0]])
  })

  it('gives each to who has the fewest open; those that sleep and groups do not count', async () => {
    const { ana, bia } = h.one
    await be(ana, 'online')
    await be(bia, 'idle')
    await open(ana)
    await open(bia, { snoozedAt: new Date().toISOString() })
    await open(bia, { isGroup: true })
    await rule({ assignMode: 'load' })
    const ticket = await waiting()
    await assign()
    expect(await holder(ticket.id)).toBe(bia.id)
  })

  it('leaves waiting what is above everybody’s ceiling, a person’s own before the queue’s', async () => {
    const { ana, bia } = h.one
    for (const who of [ana, bia]) await be(who, 'online')
    await ceiling(bia, 0)
    await rule({ assignMode: 'load', assignCeiling: 2 })
    const made = [await waiting(), await waiting(), await waiting({ priority: 'urgent' })]
    await assign()
    const [first, second, urgent] = await Promise.all(made.map(({ id }) => holder(id)))
    expect([first, second, urgent]).toEqual([ana.id, null, ana.id])
    // One less in her hands, and it is hers at once: nobody has to look for it.
    await h.call(ana, 'tickets.update', {
      params: { id: made[0]?.id ?? 0 },
      body: { status: 'closed', justClose: true },
    })
    await expect.poll(() => holder(made[1]?.id ?? 0)).toBe(ana.id)
  })

  it('gives nobody what a chatbot or a model still answers, and no group', async () => {
    await be(h.one.ana, 'online')
    await rule({ assignMode: 'turn' })
    await waiting({ chatbot: true })
    await waiting({ useIntegration: true })
    await waiting({ isGroup: true })
    expect(await assign()).toBe(0)
  })

  it('hands out at once what a customer writes, unread, to a console that is there', async () => {
    const { ana } = h.one
    await rule({ assignMode: 'turn' })
    await h.customer(h.one, '5521977770001', 'Oi')
    const [ticket] = await h.db.select().from(tickets)
    // Nobody is here: it waits, and is hers the moment she comes.
    expect(await assign()).toBe(0)
    const console = await h.connect(ana)
    await expect.poll(() => holder(ticket?.id ?? 0)).toBe(ana.id)
    expect(await h.ticket(ticket?.id ?? 0)).toMatchObject({ status: 'open', unreadMessages: 1 })
    await console.until(({ event, payload }) => event.endsWith('-ticket') && payload.action === 'update')
    console.close()
  })

  it('does not give one back to who gave it away, until somebody else had it', async () => {
    const { ana, bia } = h.one
    await be(ana, 'online')
    await rule({ assignMode: 'load' })
    const ticket = await waiting()
    await assign()
    const params = { id: ticket.id }
    await h.call(ana, 'tickets.update', { params, body: { status: 'pending', userId: null } })
    await assign()
    expect(await holder(ticket.id)).toBeNull()
    await h.call(bia, 'tickets.update', { params, body: { status: 'open' } })
    await h.call(bia, 'tickets.update', { params, body: { status: 'pending', userId: null } })
    await expect.poll(() => holder(ticket.id)).toBe(ana.id)
  })
})

describe('who knows the customer', () => {
  it('is given them again for a time, where there is room', async () => {
    const { ana, bia } = h.one
    for (const who of [ana, bia]) await be(who, 'online')
    await rule({ assignMode: 'load', assignStickyHours: 24 })
    const contactId = await h.newContact(h.one, 'Rita')
    const closedAt = later(-23 * 60 * MINUTE_MS).toISOString()
    const served = await open(bia, { contactId, status: 'closed', closedAt })
    await open(bia)
    const known = await waiting({ contactId })
    await assign()
    expect(await holder(known.id)).toBe(bia.id)

    await h.db.platform.delete(tickets).where(eq(tickets.id, known.id))
    await ceiling(bia, 1)
    const full = await waiting({ contactId })
    await assign()
    expect(await holder(full.id)).toBe(ana.id)

    await ceiling(bia, null)
    await h.db.platform.delete(tickets).where(eq(tickets.id, full.id))
    // Two hours later it is too long ago: to ana, who has none open. Whoever assigns, the test or the server's own job.
    await h.db.platform
      .update(tickets)
      .set({ closedAt: later(-25 * 60 * MINUTE_MS).toISOString() })
      .where(eq(tickets.id, served.id))
    const late = await waiting({ contactId })
    await assign()
    expect(await holder(late.id)).toBe(ana.id)
  })
})

describe('skills', () => {
  const skilled = async (who: Person, name: string): Promise<number> => {
    const tag = await h.insert(tags, { companyId: h.one.id, name })
    await h.insert(userSkills, { companyId: h.one.id, userId: who.id, tagId: tag.id })
    return tag.id
  }

  it('are asked of a ticket with such a tag, for as long as the queue says', async () => {
    const { ana, bia } = h.one
    for (const who of [ana, bia]) await be(who, 'online')
    const english = await skilled(bia, 'Inglês')
    const colour = await h.insert(tags, { companyId: h.one.id, name: 'Cor' })
    await ceiling(bia, 1)
    await rule({ assignMode: 'load' })
    const tagged = async (tagId: number, values: Parameters<typeof waiting>[0] = {}) => {
      const ticket = await waiting({ waitingSince: new Date().toISOString(), ...values, chatbot: true })
      await h.insert(ticketTags, { companyId: h.one.id, ticketId: ticket.id, tagId })
      await h.update(tickets, { chatbot: false }, eq(tickets.id, ticket.id))
      await assign()
      return ticket.id
    }
    await open(ana)
    expect(await holder(await tagged(english))).toBe(bia.id)
    // A tag that is nobody's skill asks for nothing.
    expect(await holder(await tagged(colour.id))).toBe(ana.id)
    const held = await tagged(english)
    expect(await holder(held)).toBeNull()
    await rule({ assignSkillMinutes: 10 })
    await assign(later(9 * MINUTE_MS))
    expect(await holder(held)).toBeNull()
    await assign(later(11 * MINUTE_MS))
    expect(await holder(held)).toBe(ana.id)
  })
})

describe('people who leave', () => {
  it('keep their tickets where the queue says so, and for a moment without a connection', async () => {
    const { ana, bia } = h.one
    for (const who of [ana, bia]) await be(who, 'online')
    await rule({ assignAway: 'queue' })
    await rule({ assignAway: 'stay' }, h.one.vendas)
    const mine = await open(ana)
    const elsewhere = await open(ana, { queueId: h.one.vendas })
    await be(ana, 'offline')
    await assign(later(GRACE_MS - 5_000))
    expect(await holder(mine.id)).toBe(ana.id)
    await assign(later(GRACE_MS + 5_000))
    expect(await h.ticket(mine.id)).toMatchObject({ status: 'pending', userId: null })
    expect(await holder(elsewhere.id)).toBe(ana.id)
    // What she is given while she is away stays hers: somebody meant it.
    const meant = await open(ana)
    await assign(later(2 * GRACE_MS))
    expect(await holder(meant.id)).toBe(ana.id)
  })

  it('have them go on to the next person, or keep them until there is one; on a break they are given nothing', async () => {
    const { ana, bia } = h.one
    await be(ana, 'online')
    await rule({ assignMode: 'turn', assignAway: 'next' })
    const mine = await open(ana, { unreadMessages: 2 })
    await takeBreak(ana)
    await assign()
    expect(await holder(mine.id)).toBe(ana.id)
    const fresh = await waiting()
    expect(await assign()).toBe(0)
    await be(bia, 'online')
    await assign()
    expect(await h.ticket(mine.id)).toMatchObject({ status: 'open', userId: bia.id, unreadMessages: 2 })
    expect(await holder(fresh.id)).toBe(bia.id)
  })

  it('do not leave a second time where only their connection comes and goes during a break', async () => {
    const { ana } = h.one
    await rule({ assignAway: 'queue' })
    const handedOn = async () =>
      (await h.db.select().from(users).where(eq(users.id, ana.id)))[0]?.handedOnAt ?? null
    const presence = async () => (await h.db.select().from(users).where(eq(users.id, ana.id)))[0]?.presence
    await takeBreak(ana)
    await expect.poll(handedOn).not.toBeNull()
    const meant = await open(ana)
    const console = await h.connect(ana)
    await expect.poll(presence).toBe('online')
    expect(await handedOn()).not.toBeNull()
    await assign()
    expect(await holder(meant.id)).toBe(ana.id)
    await backToWork(ana)
    expect(await handedOn()).toBeNull()
    console.close()
    await expect.poll(presence).toBe('offline')
    await assign(later(GRACE_MS + 5_000))
    expect(await holder(meant.id)).toBeNull()
  })
})

describe('breaks', () => {
  it('are seen by colleagues as they happen, are kept, and end with the sign-out', async () => {
    const { ana, bia } = h.one
    const console = await h.connect(bia)
    await takeBreak(ana, 'Café', null)
    const seen = await console.until(
      ({ event, payload }) => event.endsWith('-user') && (payload.user as User).break !== null,
    )
    expect(seen.payload.user).toMatchObject({ id: ana.id, break: { reason: 'Café', minutes: null } })
    console.close()
    await takeBreak(ana)
    const again = await h.signIn(ana.email)
    await h.call({ ...ana, token: again.body.token }, 'auth.logout', {})
    const kept = await h.db.select().from(breaks).where(eq(breaks.userId, ana.id)).orderBy(asc(breaks.id))
    expect(kept.map(({ reason, endedBy }) => ({ reason, endedBy }))).toEqual([
      { reason: 'Café', endedBy: 'person' },
      { reason: 'lunch', endedBy: 'sign-out' },
    ])
    expect((await takeBreak(bia, '')).status).toBe(400)
    expect((await takeBreak(bia, 'x', 10_000)).status).toBe(400)
  })

  it('end by themselves when somebody forgot them', async () => {
    await takeBreak(h.one.ana)
    await endForgotten(h.running.app, later(11 * 60 * MINUTE_MS))
    const running = () => h.db.select().from(breaks).where(eq(breaks.userId, h.one.ana.id))
    expect((await running())[0]?.endedAt).toBeNull()
    await endForgotten(h.running.app, later(13 * 60 * MINUTE_MS))
    expect((await running())[0]).toMatchObject({ endedBy: 'limit' })
  })
})

describe('rights', () => {
  it('leave ceiling and skills of people, and rules of queues, to administrators', async () => {
    const { admin, ana, sup } = h.one
    const tag = await h.insert(tags, { companyId: h.one.id, name: 'Inglês' })
    const form = { name: 'Ana', email: ana.email, ticketCeiling: 3, skillIds: [tag.id] }
    const params = { id: ana.id }
    expect((await h.call(ana, 'users.update', { params, body: form })).status).toBe(403)
    expect((await h.call<User>(admin, 'users.update', { params, body: form })).body).toMatchObject({
      ticketCeiling: 3,
      skillIds: [tag.id],
    })
    // Her own form carries what there is, as it is.
    expect((await h.call(ana, 'users.update', { params, body: form })).status).toBe(200)
    expect((await h.call(sup, 'queues.update', { params: { id: h.one.suporte }, body: {} })).status).toBe(403)
    const foreign = await h.insert(tags, { companyId: h.two.id, name: 'Fora' })
    const asked = await h.call(admin, 'users.update', { params, body: { ...form, skillIds: [foreign.id] } })
    expect(asked.body).toMatchObject({ error: 'ERR_NO_TAG_FOUND' })
    await h.db.platform.delete(tags).where(and(eq(tags.id, tag.id), eq(tags.companyId, h.one.id)))
    expect((await h.call<User>(admin, 'users.get', { params })).body.skillIds).toEqual([])
  })
})
