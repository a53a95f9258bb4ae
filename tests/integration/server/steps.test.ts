/** Steps done in the name of a rule or a promise: each through the act people do, each once. */
import type { AuditEntry, Step } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { runSteps } from '../../../electron/server/automation/steps/run'
import { forgetOld } from '../../../electron/server/doors/work/forget'
import {
  contacts,
  mentions,
  messages,
  plans,
  quickMessages,
  schedules,
  stepReceipts,
  tags,
  ticketNotes,
  ticketTags,
} from '../../../electron/server/platform/db/schema'
import { didSomethingTheDayBefore } from './day-before'
import { harnessForFile } from './for-file'

const h = harnessForFile()
let run = 0
const by = (name = 'Clientes que esperam') => {
  run += 1
  return { companyId: h.one.id, name, run: `test:${run}` }
}
const go = (ticketId: number, steps: Step[], as = by()) => runSteps(h.running.app, ticketId, steps, as)
const done = { state: 'done', code: null }

const quick = (message: string, extra: Partial<typeof quickMessages.$inferInsert> = {}) =>
  h.insert(quickMessages, { companyId: h.one.id, shortcode: 'oi', message, geral: true, ...extra })
const notesOf = (ticketId: number) =>
  h.db.select().from(ticketNotes).where(eq(ticketNotes.ticketId, ticketId)).orderBy(asc(ticketNotes.id))
const messagesOf = (ticketId: number) =>
  h.db.select().from(messages).where(eq(messages.ticketId, ticketId)).orderBy(asc(messages.seq))

beforeEach(() => {
  h.channel.down.clear()
})

describe('steps', () => {
  it('are done in their order and stand in the audit log under the name they were done for', async () => {
    const { ana, admin, bia, vendas } = h.one
    const ticket = await h.newTicket(h.one, {
      status: 'open',
      userId: ana.id,
      waitingSince: new Date().toISOString(),
    })
    const tag = await h.insert(tags, { companyId: h.one.id, name: 'Atraso', color: '#aabbcc' })
    const { id: quickMessageId } = await quick('Olá {{firstName}}, já vamos responder.')
    const outcomes = await go(ticket.id, [
      { kind: 'message', quickMessageId },
      { kind: 'addTag', tagId: tag.id },
      { kind: 'priority', priority: 'urgent' },
      { kind: 'notify', users: [bia.id], queues: [], note: 'Veja isto' },
      { kind: 'schedule', body: 'Ainda estamos vendo', minutes: 60 },
      { kind: 'queue', queueId: vendas },
      { kind: 'assign', userId: bia.id },
      { kind: 'removeTag', tagId: tag.id },
    ])
    expect(outcomes).toEqual(Array(8).fill(done))
    expect(await h.ticket(ticket.id)).toMatchObject({
      status: 'open',
      userId: bia.id,
      queueId: vendas,
      priority: 'urgent',
      // What the workspace sends by itself answers nobody.
      waitingSince: ticket.waitingSince,
    })
    expect(await h.db.$count(ticketTags, eq(ticketTags.ticketId, ticket.id))).toBe(0)
    const [first] = await messagesOf(ticket.id)
    expect(first).toMatchObject({ fromMe: true, userId: null, failure: null })
    expect(first?.body).toMatch(/^Olá \S+, já vamos responder\.$/)
    expect(h.channel.sent.filter(({ body }) => body === first?.body)).toHaveLength(1)
    expect(await notesOf(ticket.id)).toMatchObject([
      { userId: null, note: `Clientes que esperam: @${bia.name} Veja isto` },
    ])
    expect(
      await h.db.$count(mentions, and(eq(mentions.ticketId, ticket.id), eq(mentions.userId, bia.id))),
    ).toBe(1)
    const [later] = await h.db.select().from(schedules).where(eq(schedules.ticketId, ticket.id))
    expect(later).toMatchObject({ body: 'Ainda estamos vendo', status: 'PENDENTE', userId: null })

    const log = await h.call<{ records: AuditEntry[] }>(admin, 'audit.list', { query: {} })
    const ours = log.body.records.filter(
      ({ subject, subjectId }) => subject === 'tickets' && subjectId === String(ticket.id),
    )
    expect(ours.map(({ userName, userId }) => ({ userName, userId }))).toEqual(
      Array(8).fill({ userName: 'Clientes que esperam', userId: null }),
    )
    expect(ours.map(({ changes }) => changes[0]?.field).toReversed()).toEqual([
      'message',
      'tags',
      'priority',
      'note',
      'schedule',
      'queueId',
      'userId',
      'tags',
    ])
  })

  it('schedule nothing where the plan of the company has no scheduled messages, and say so', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await h.update(plans, { useSchedules: false }, eq(plans.name, 'Plano Um'))
    const outcomes = await go(ticket.id, [{ kind: 'schedule', body: 'Ainda estamos vendo', minutes: 60 }])
    await h.update(plans, { useSchedules: true }, eq(plans.name, 'Plano Um'))
    expect(outcomes).toEqual([{ state: 'failed', code: 'ERR_PLAN_LACKS' }])
    expect(await h.db.$count(schedules, eq(schedules.ticketId, ticket.id))).toBe(0)
  })

  it('send a quick message in words where its text, filled in, is too long to stand above its menu', async () => {
    const { contactId, ...ticket } = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    await h.update(contacts, { name: 'x'.repeat(40) }, eq(contacts.id, contactId))
    const text = 'a'.repeat(1_000)
    const menu = { kind: 'button' as const, entries: [{ title: 'Sim' }] }
    const { id: quickMessageId } = await quick(`${text} {{name}}`, { menu })
    h.channel.capabilities = ['text', 'menus']
    expect(await go(ticket.id, [{ kind: 'message', quickMessageId }])).toEqual([done])
    expect(await messagesOf(ticket.id)).toMatchObject([
      { body: `${text} ${'x'.repeat(40)}\n\n*1* - Sim`, menu: null },
    ])
  })

  it('say which could not be done and why, and put nothing out of sight then', async () => {
    const { ana } = h.one
    const ticket = await h.newTicket(h.one, { status: 'open', userId: ana.id })
    const { id: quickMessageId } = await quick('Oi')
    h.channel.down.add(h.one.whatsappId)
    const own = await quick('Só minha', { geral: false, userId: ana.id })
    const outcomes = await go(ticket.id, [
      { kind: 'message', quickMessageId },
      { kind: 'message', quickMessageId: own.id },
      { kind: 'queue', queueId: h.two.vendas },
      { kind: 'assign', userId: h.two.ana.id },
      { kind: 'priority', priority: 'high' },
      { kind: 'resolve', silently: true },
    ])
    expect(outcomes).toEqual([
      { state: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' },
      { state: 'failed', code: 'ERR_NO_QUICKMESSAGE_FOUND' },
      { state: 'failed', code: 'ERR_NO_QUEUE_FOUND' },
      { state: 'failed', code: 'ERR_NO_USER_FOUND' },
      done,
      { state: 'left', code: null },
    ])
    expect(await h.ticket(ticket.id)).toMatchObject({ status: 'open', userId: ana.id, priority: 'high' })
  })

  it('resolve in nobody’s name: who had the ticket keeps it, and nothing is there to be taken back', async () => {
    const { ana } = h.one
    const held = await h.newTicket(h.one, { status: 'open', userId: ana.id })
    const waits = await h.newTicket(h.one, { status: 'pending', userId: null })
    for (const { id } of [held, waits])
      expect(await go(id, [{ kind: 'resolve', silently: true }])).toEqual([done])
    expect(await h.ticket(held.id)).toMatchObject({ status: 'closed', userId: ana.id })
    expect(await h.ticket(waits.id)).toMatchObject({ status: 'closed', userId: null })
  })
})

describe('a run that was cut off', () => {
  it('goes on where it was: a message that left is not sent again, a note nobody knows of is not written twice', async () => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const { id: quickMessageId } = await quick('Uma vez só')
    const as = by()
    const steps: Step[] = [
      { kind: 'message', quickMessageId },
      { kind: 'note', note: 'Uma nota' },
      { kind: 'priority', priority: 'low' },
    ]
    expect(await go(ticket.id, steps, as)).toEqual([done, done, done])
    // As a process leaves it that is killed after each act and before it could say so.
    await h.update(stepReceipts, { state: 'begun' }, eq(stepReceipts.run, as.run))
    expect(await go(ticket.id, steps, as)).toEqual([done, { state: 'unsure', code: null }, done])
    expect(await go(ticket.id, steps, as)).toEqual([done, { state: 'unsure', code: null }, done])
    expect(await messagesOf(ticket.id)).toHaveLength(1)
    expect(h.channel.sent.filter(({ body }) => body === 'Uma vez só')).toHaveLength(1)
    expect(await notesOf(ticket.id)).toHaveLength(1)
  })

  it('is forgotten a week later', async () => {
    const ticket = await h.newTicket(h.one, {})
    const as = by()
    await go(ticket.id, [{ kind: 'priority', priority: 'low' }], as)
    await forgetOld(h.db, Date.now() + 6 * 86_400_000)
    expect(await h.db.$count(stepReceipts, eq(stepReceipts.run, as.run))).toBe(1)
    // A clock that is ahead of all that happened is not believed.
    await forgetOld(h.db, Date.now() + 365 * 86_400_000)
    expect(await h.db.$count(stepReceipts, eq(stepReceipts.run, as.run))).toBe(1)
    const later = Date.now() + 8 * 86_400_000
    await didSomethingTheDayBefore(h, later)
    await forgetOld(h.db, later)
    expect(await h.db.$count(stepReceipts, eq(stepReceipts.run, as.run))).toBe(0)
  })
})
