/** Outgoing webhooks: what is told, how it is signed, tried again, logged and given up; where they may not lead. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { companyEvent, WEBHOOK, WEBHOOK_BACKOFF_S, webhookData, webhookEnvelope } from '@contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attempt } from '../../../electron/server/automation/webhooks/attempt'
import { happened } from '../../../electron/server/desk/happenings/tell'
import { handlers } from '../../../electron/server/doors/routes'
import { forgetOld } from '../../../electron/server/doors/work/forget'
import { silentLog } from '../../../electron/server/log'
import {
  plans,
  tickets,
  users,
  webhookDeliveries,
  webhooks,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { startWorkspace } from '../../../electron/server/start'
import { deferred } from '../../support/deferred'
import { onPostgres } from '../../support/engine'
import { soonTicking } from '../../support/soon'
import { didSomethingTheDayBefore } from './day-before'
import { FakeChannel } from './fake-channel'
import { type Harness, startHarness } from './harness'

interface Got {
  headers: IncomingHttpHeaders
  body: string
}

/** Another program: takes what it is told and answers as a test wants. */
function receiver() {
  const got: Got[] = []
  const state = { status: 200, words: 'ok', refuses: (_body: string): boolean => false }
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      got.push({ headers: request.headers, body })
      const status = state.refuses(body) ? 503 : state.status
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {})
      response.end(state.words)
    })
  })
  return {
    got,
    state,
    events: () => got.map(one => one.headers['x-turno-event']),
    listen: () =>
      new Promise<string>(done =>
        server.listen(0, '127.0.0.1', () =>
          done(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
        ),
      ),
    close: () => new Promise(done => server.close(done)),
  }
}

let h: Harness
const soon = soonTicking(() => h.tick('webhook.deliver'))
let other: ReturnType<typeof receiver>
let url = ''
beforeAll(async () => {
  h = await startHarness({ internalTargets: () => 'loopback' })
})
afterAll(() => h.close())
beforeEach(async () => {
  other = receiver()
  url = await other.listen()
})
afterEach(async () => {
  await h.db.platform.delete(webhooks)
  await other.close()
})

const ALL = { messages: true, acks: true, tickets: true }
async function made(form: object = {}): Promise<{ id: number; secret: string }> {
  const body = { name: 'Pedidos', url, ...ALL, ...form }
  const answer = await h.call<{ id: number; secret: string }>(h.one.admin, 'webhooks.create', { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const deliveries = (webhookId: number) =>
  h.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(asc(webhookDeliveries.id))

it('more than fit one statement are logged whole and in their order', async () => {
  const { id } = await made()
  const ticket = await h.newTicket(h.one, { name: 'Muitos' })
  const [row] = await h.db.select().from(tickets).where(eq(tickets.id, ticket.id))
  if (!row) throw new Error('no ticket')
  const gone = Array.from({ length: 1_001 }, (_, n) => ({ ...row, id: n + 1 }))
  const { app } = h.running
  let logged: unknown[] = []
  const write = h.db.company(h.one.id).write(async tx => {
    await happened({ app, tx, companyId: h.one.id }, 'removed', gone)
    const rows = await tx
      .select({ detail: webhookDeliveries.detail })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.event, 'ticket.deleted')))
      .orderBy(asc(webhookDeliveries.id))
    logged = rows.map(({ detail }) => JSON.parse(detail).id)
    // None of them is really gone, nor told.
    tx.rollback()
  })
  await expect(write).rejects.toThrow()
  expect(logged).toEqual(gone.map(({ id: number }) => number))
})

describe('a program that sends through the API', () => {
  it('is told of its message, its ticks, the customer’s answer and the ticket by calls it can check', async () => {
    const { secret } = await made()
    await h.update(whatsapps, { token: 'loja' }, eq(whatsapps.id, h.one.whatsappId))
    const number = '5511944440001'
    const sent = await h.raw(null, '/api/messages/send', {
      method: 'POST',
      headers: { authorization: 'Bearer loja', 'content-type': 'application/json' },
      body: JSON.stringify({ number, body: 'Seu pedido saiu para entrega' }),
    })
    const { messageIds, ticketId } = (await sent.json()) as { messageIds: [string]; ticketId: number }
    const { whatsappId } = h.one
    await h.running.sink.acks([{ whatsappId, messageId: messageIds[0], ack: 3 }])
    const reply = await h.customer(h.one, number, 'Obrigada!')
    await h.call(h.one.ana, 'tickets.update', { params: { id: ticketId }, body: { status: 'open' } })
    await soon(() => expect(other.got.length).toBeGreaterThanOrEqual(5))

    const told = other.got.map(
      ({ body }) => JSON.parse(body) as { event: string; data: Record<string, never> },
    )
    const of = (event: string) => told.filter(one => one.event === event).map(one => one.data)
    expect(of('message.created')).toMatchObject([
      { message: { id: messageIds[0], fromMe: true }, contact: { number } },
      { message: { id: reply, fromMe: false, body: 'Obrigada!' }, ticket: { id: ticketId } },
    ])
    expect(of('message.ack')).toMatchObject([{ message: { id: messageIds[0], ack: 3, failure: null } }])
    expect(of('ticket.created')).toMatchObject([{ ticket: { id: ticketId, status: 'pending' } }])
    expect(of('ticket.updated')).toMatchObject([
      {
        ticket: { id: ticketId, status: 'open', userId: h.one.ana.id },
        before: { status: 'pending', userId: null },
      },
    ])
    for (const { body, headers } of other.got) {
      const stamp = String(headers['x-turno-timestamp'])
      const expected = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
      expect(headers['x-turno-signature']).toBe(`v1=${expected}`)
      expect(Math.abs(Date.now() / 1_000 - Number(stamp))).toBeLessThan(300)
      const { id, event, data } = { ...webhookEnvelope.parse(JSON.parse(body)), ...JSON.parse(body) }
      expect([String(id), event]).toEqual([headers['x-turno-delivery'], headers['x-turno-event']])
      const shape =
        { 'ticket.created': 'ticket', 'ticket.updated': 'ticketChange' }[event as 'ticket.created'] ??
        'message'
      expect(webhookData[shape as 'ticket'].strict().safeParse(data).success, body).toBe(true)
    }
  })

  it('hears only what it asked for, and nothing of another company', async () => {
    await made({ messages: false, acks: false })
    const ticket = await h.newTicket(h.one, { name: 'Um' })
    await h.newMessages(ticket, ['não contada'])
    await h.newTicket(h.two, { name: 'Dois' })
    await h.update(tickets, { unreadMessages: 3 }, eq(tickets.id, ticket.id))
    await soon(() => expect(other.events()).toEqual(['ticket.created']))
    expect(await h.db.$count(webhookDeliveries)).toBe(1)
  })
})

describe('a delivery', () => {
  /** One that the job leaves to the test: its webhook is off. */
  async function one(): Promise<{ id: number; webhookId: number }> {
    const { id: webhookId } = await made()
    const ticket = await h.newTicket(h.one, { name: 'Entrega' })
    await h.update(webhooks, { active: false }, eq(webhooks.id, webhookId))
    const [row] = await deliveries(webhookId)
    await h.update(webhookDeliveries, { nextAt: '2099-01-01T00:00:00.000Z', status: 'waiting' })
    await h.update(webhooks, { active: true }, eq(webhooks.id, webhookId))
    expect(row?.ticketId).toBe(ticket.id)
    return { id: row?.id ?? 0, webhookId }
  }
  const row = async (id: number) =>
    (await h.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)))[0]

  it('that is refused is tried again with growing pauses, with the same body, and given up in the end', async () => {
    other.state.status = 503
    other.state.words = 'later'
    const { id } = await one()
    const before = (await row(id))?.attempts ?? 0
    let at = Date.now()
    for (const pause of WEBHOOK_BACKOFF_S.slice(before)) {
      await attempt(h.running.app, id, undefined, at)
      const now = await row(id)
      expect(now).toMatchObject({ status: 'waiting', answerStatus: 503, answer: 'later', failure: '' })
      const wait = Date.parse(now?.nextAt ?? '') - at
      expect(wait).toBeGreaterThanOrEqual(pause * 1_000)
      expect(wait).toBeLessThanOrEqual(pause * 1_100 + 1)
      at += wait
    }
    await attempt(h.running.app, id, undefined, at)
    expect(await row(id)).toMatchObject({
      status: 'failed',
      nextAt: null,
      attempts: WEBHOOK_BACKOFF_S.length + 1,
    })
    const own = other.got.filter(one => one.headers['x-turno-delivery'] === String(id))
    expect(new Set(own.map(one => one.body)).size).toBe(1)
    // By hand it is sent once more, under the same id.
    other.state.status = 200
    const resent = await h.call(h.one.admin, 'deliveries.resend', { params: { id } })
    expect(resent.body).toMatchObject({ status: 'delivered', answerStatus: 200, answer: 'later' })
    const [hook] = await h.db.select().from(webhooks)
    expect(hook).toMatchObject({ active: false, gaveUp: true, failingSince: null })
  })

  it('follows no redirect, and a receiver that is not there is knocked at once for all that waits', async () => {
    other.state.status = 302
    const { id, webhookId } = await one()
    await attempt(h.running.app, id)
    expect(await row(id)).toMatchObject({ status: 'waiting', answerStatus: 302 })
    await h.update(webhooks, { url: 'http://127.0.0.1:9/' }, eq(webhooks.id, webhookId))
    await h.newTicket(h.one, { name: 'Ainda uma' })
    await h.update(webhookDeliveries, { nextAt: '2020-01-01T00:00:00.000Z' })
    await attempt(h.running.app, id)
    expect(await row(id)).toMatchObject({ failure: 'ECONNREFUSED', answerStatus: null, status: 'waiting' })
    const waits = (await deliveries(webhookId)).map(each => Date.parse(each.nextAt ?? ''))
    expect(waits.every(next => next > Date.now())).toBe(true)
  })

  it('arrives in the order of its conversation: one that fails holds up its own and no other', async () => {
    const { id: webhookId } = await made({ acks: false, tickets: false })
    const first = await h.newTicket(h.one, { name: 'Um' })
    const second = await h.newTicket(h.one, { name: 'Dois' })
    other.state.refuses = body => body.includes('"um-1"')
    await h.newMessages(first, ['um-1', 'um-2'])
    await h.newMessages(second, ['dois-1', 'dois-2'])
    const words = () => other.got.map(({ body }) => /"body":"([^"]*)"/.exec(body)?.[1])
    await soon(() => expect(words()).toContain('dois-2'))
    expect(words()).toEqual(['um-1', 'dois-1', 'dois-2'])
    // Its time comes again, and it arrives: what happened after it follows.
    other.state.refuses = () => false
    const [held] = await deliveries(webhookId)
    await h.update(
      webhookDeliveries,
      { nextAt: new Date().toISOString() },
      eq(webhookDeliveries.id, held?.id ?? 0),
    )
    await soon(() => expect(words().slice(3)).toEqual(['um-1', 'um-2']))
    // Given up in the end, it holds up nothing any more.
    other.state.refuses = body => body.includes('"um-3"')
    await h.newMessages(first, ['um-3', 'um-4'])
    await soon(() => expect(words()).toContain('um-3'))
    // It is stored as refused only after the receiver has refused it.
    const refused = await soon(async () => {
      const found = (await deliveries(webhookId)).find(each => each.status === 'waiting' && each.attempts > 0)
      if (!found) throw new Error('not stored yet')
      return found
    })
    await h.update(
      webhookDeliveries,
      { attempts: WEBHOOK_BACKOFF_S.length, nextAt: new Date().toISOString() },
      eq(webhookDeliveries.id, refused.id),
    )
    await soon(() => expect(words().at(-1)).toBe('um-4'))
  })

  it('arrives in its order also where more waits than is looked up at a time', async () => {
    const { id: webhookId } = await made({ acks: false, tickets: false })
    const first = await h.newTicket(h.one, { name: 'Um' })
    const second = await h.newTicket(h.one, { name: 'Dois' })
    const many = Array.from({ length: 230 }, (_, i) => `dois-${i}`)
    other.state.refuses = body => body.includes('"um-0"')
    await h.newMessages(first, ['um-0', 'um-1'])
    await h.newMessages(second, many)
    const words = () => other.got.map(({ body }) => /"body":"([^"]*)"/.exec(body)?.[1])
    // What is refused is tried again meanwhile, on a slow machine.
    await soon(() => expect(words().filter(word => word !== 'um-0')).toEqual(many))
    expect(words()[0]).toBe('um-0')
    // That the last one was taken is stored after it was received.
    await soon(async () => {
      const left = (await deliveries(webhookId)).filter(each => each.status === 'waiting')
      expect(left).toHaveLength(2)
    })
  })

  it('tells of a deleted ticket, without the person it was with', async () => {
    await made({ messages: false, acks: false })
    const ticket = await h.newTicket(h.one, { name: 'Pessoa Apagada', status: 'closed' })
    await h.call(h.one.admin, 'tickets.remove', { params: { id: ticket.id } })
    await soon(() => expect(other.events()).toContain('ticket.deleted'))
    const told = other.got.at(-1)?.body ?? ''
    const { data, event } = JSON.parse(told) as { data: object; event: string }
    expect(event).toBe('ticket.deleted')
    expect(webhookData.ticketDeleted.strict().parse(data)).toEqual({
      ticket: {
        id: ticket.id,
        uuid: ticket.uuid,
        protocol: ticket.code,
        status: 'closed',
        priority: 'normal',
        snoozedAt: null,
        snoozedUntil: null,
        queueId: h.one.suporte,
        userId: null,
        connectionId: h.one.whatsappId,
      },
    })
    expect(told).not.toContain('Pessoa')
    // It is in the log, and nothing of the ticket is.
    expect(
      (await deliveries((await h.db.select().from(webhooks))[0]?.id ?? 0)).map(row => row.event),
    ).toEqual(['ticket.deleted'])
  })

  it('tells of what is changed or deleted along with something else, closed conversations too', async () => {
    await made({ acks: false })
    const { one } = h
    const closed = { status: 'closed' as const, queueId: one.suporte }
    const body = { name: 'Passageira', color: '#123456' }
    const queue = await h.call<{ id: number }>(one.admin, 'queues.create', { body })
    const placed = await h.newTicket(one, { ...closed, queueId: queue.body.id })
    const person = await h.insert(users, {
      ...{ companyId: one.id, name: 'De Saída', email: 'saida@um.example' },
      ...{ passwordHash: '', profile: 'user' as const },
    })
    const held = await h.newTicket(one, { ...closed, userId: person.id })
    const [removed, erased] = [await h.newTicket(one, closed), await h.newTicket(one, closed)]
    await h.newMessages(erased, ['apagada'])
    await h.call(one.admin, 'queues.remove', { params: { id: queue.body.id } })
    await h.call(one.admin, 'users.remove', { params: { id: person.id } })
    await h.call(one.admin, 'contacts.remove', { params: { id: removed.contactId } })
    await h.call(one.admin, 'contacts.erase', { params: { id: erased.contactId }, body: {} })
    await soon(() => expect(other.events().filter(event => event === 'ticket.deleted')).toHaveLength(2))
    const told = other.got
      .map(got => JSON.parse(got.body) as { event: string; data: { ticket: object } })
      .filter(({ event }) => event === 'ticket.updated' || event === 'ticket.deleted')
    expect(told.map(({ event, data }) => ({ event, ...data }))).toMatchObject([
      {
        event: 'ticket.updated',
        ticket: { id: placed.id, queueId: null },
        before: { queueId: queue.body.id },
      },
      { event: 'ticket.updated', ticket: { id: held.id, userId: null }, before: { userId: person.id } },
      { event: 'ticket.deleted', ticket: { id: removed.id } },
      { event: 'ticket.deleted', ticket: { id: erased.id } },
    ])
  })

  it('tells once of a message: when it is stored, changed, refused and sent again', async () => {
    const { id: webhookId } = await made({ tickets: false })
    const { whatsappId } = h.one
    const number = '5511944440077'
    const first = await h.customer(h.one, number, 'Bom dia')
    await h.running.sink.edited({ whatsappId, messageId: first, body: 'Boa tarde' })
    await h.running.sink.revoked({ whatsappId, messageId: first })
    const events = async () => (await deliveries(webhookId)).map(({ event, detail }) => [event, detail])
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const body = { body: 'Já vai', clientId: crypto.randomUUID() }
    const params = { ticketId: ticket.id }
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    await h.call(h.one.ana, 'messages.send', { params, body })
    await soon(async () => expect((await events()).at(-1)?.[0]).toBe('message.ack'))
    h.channel.refuseWith = null
    await h.call(h.one.ana, 'messages.send', { params, body: { ...body, again: true } })
    await soon(async () =>
      expect(await events()).toEqual([
        ['message.created', '{}'],
        ['message.updated', '{}'],
        ['message.updated', '{}'],
        ['message.created', '{}'],
        ['message.ack', '{"ack":0,"failure":"ERR_SENDING_WAPP_MSG"}'],
        ['message.ack', '{"ack":0,"failure":null}'],
      ]),
    )
  })

  // A copy of the file stands for what a kill leaves.
  it.runIf(onPostgres)('are made while somebody writes for the company, and do not wait for it', async () => {
    const ticketOf = () => h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const [busy, told] = [await ticketOf(), await ticketOf()]
    const { id } = await made()
    const { promise: held, resolve: goOn } = deferred()
    const { promise: begun, resolve: inside } = deferred()
    const writing = h.db.conversation({ companyId: h.one.id, id: busy.id }).write(async () => {
      inside()
      await held
    })
    await begun
    await h.db.conversation({ companyId: h.one.id, id: told.id }).write(async tx => {
      const [after = told] = await tx
        .update(tickets)
        .set({ status: 'pending' })
        .where(eq(tickets.id, told.id))
        .returning()
      const act = { app: h.running.app, tx, companyId: h.one.id }
      await happened(act, 'changed', [{ before: told, after }])
    })
    try {
      await expect.poll(async () => (await deliveries(id)).map(({ status }) => status)).toEqual(['delivered'])
    } finally {
      goOn()
      await writing
    }
  })

  it.skipIf(onPostgres)(
    'survives the end of the workspace, before it was tried and while it is',
    async () => {
      const { id, webhookId } = await one()
      await h.update(webhooks, { active: false }, eq(webhooks.id, webhookId))
      await h.update(webhookDeliveries, { nextAt: null })
      // What a kill leaves is the file: a second workspace reads a copy of it.
      const folder = `${h.folder}/after-kill-${id}`
      const { mkdir, copyFile } = await import('node:fs/promises')
      await mkdir(folder)
      await h.db.platform.run(sql.raw(`vacuum into '${folder}/workspace.db'`)).catch(async () => {
        await h.db.checkpoint()
        await copyFile(`${h.folder}/workspace.db`, `${folder}/workspace.db`)
      })
      await copyFile(`${h.folder}/workspace.key`, `${folder}/workspace.key`)
      const second = await startWorkspace({
        folder,
        log: silentLog,
        handlers,
        internalTargets: () => 'loopback',
        createChannel: ({ sink }) => new FakeChannel(sink),
        prepare: async db => {
          await db.platform.update(webhooks).set({ active: true }).where(eq(webhooks.id, webhookId))
          await db.platform.update(webhookDeliveries).set({ nextAt: new Date().toISOString() })
        },
      })
      const delivered = () => other.got.some(got => got.headers['x-turno-delivery'] === String(id))
      await soon(() => expect(delivered()).toBe(true))
      await second.close()
    },
  )

  it('goes with its conversation, and the log forgets what is old', async () => {
    const { id, webhookId } = await one()
    const ticketId = (await row(id))?.ticketId ?? 0
    await h.call(h.one.admin, 'tickets.remove', { params: { id: ticketId } })
    expect(await row(id)).toBeUndefined()
    await h.newTicket(h.one, { name: 'Velha' })
    const later = Date.now() + WEBHOOK.keptMs + 1_000
    await didSomethingTheDayBefore(h, later)
    await forgetOld(h.running.app.db, later)
    expect(await deliveries(webhookId)).toEqual([])
  })
})

describe('a webhook', () => {
  it('shows its secret once, keeps it sealed, and signs with the new one when it is renewed', async () => {
    const { id, secret } = await made()
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    const [kept] = await h.db.select().from(webhooks)
    expect(JSON.stringify(kept)).not.toContain(secret)
    const listed = await h.call(h.one.admin, 'webhooks.list')
    expect(JSON.stringify(listed.body)).not.toMatch(/secret|whsec_/)
    const renewed = await h.call<{ secret: string }>(h.one.admin, 'webhooks.renewSecret', { params: { id } })
    expect(renewed.body.secret).not.toBe(secret)
    const test = await h.call(h.one.admin, 'webhooks.test', { params: { id } })
    expect(test.body).toMatchObject({ event: 'ping', status: 'delivered', attempts: 1, answerStatus: 200 })
    const { headers, body } = other.got.at(-1) ?? { headers: {}, body: '' }
    const expected = createHmac('sha256', renewed.body.secret)
      .update(`${headers['x-turno-timestamp']}.${body}`)
      .digest('hex')
    expect(headers['x-turno-signature']).toBe(`v1=${expected}`)
    const audit = await h.call<{ records: unknown[] }>(h.one.admin, 'audit.list', {
      query: { subject: 'webhooks' },
    })
    expect(JSON.stringify(audit.body)).not.toContain('whsec_')
    expect(audit.body.records.length).toBeGreaterThanOrEqual(2)
  })

  it('that a test does not reach says so, and the test is not repeated', async () => {
    other.state.status = 500
    const { id } = await made()
    const test = await h.call(h.one.admin, 'webhooks.test', { params: { id } })
    expect(test.body).toMatchObject({ status: 'failed', answerStatus: 500, nextAt: null })
  })

  it('that failed for a day is switched off and said so; on again, it gets what waited', async () => {
    const listener = await h.connect(h.one.admin)
    other.state.status = 500
    const { id } = await made()
    await h.newTicket(h.one, { name: 'Falha' })
    const [first] = await deliveries(id)
    await soon(async () => expect((await deliveries(id))[0]?.attempts).toBe(1))
    // The first attempt may still be keeping its outcome, and there is one at a time.
    await soon(async () => {
      await attempt(h.running.app, first?.id ?? 0, undefined, Date.now() + WEBHOOK.giveUpMs + 1_000)
      const [hook] = await h.db.select().from(webhooks)
      expect(hook).toMatchObject({ active: false, gaveUp: true })
    })
    expect((await deliveries(id))[0]).toMatchObject({ status: 'waiting', nextAt: null })
    await listener.until(
      ({ event, payload }) =>
        event === companyEvent(h.one.id, 'webhook') &&
        (payload.webhook as { gaveUp?: boolean })?.gaveUp === true,
    )
    listener.close()
    other.state.status = 200
    const body = { name: 'Pedidos', url, ...ALL, active: true }
    const on = await h.call(h.one.admin, 'webhooks.update', { params: { id }, body })
    expect(on.body).toMatchObject({ active: true, gaveUp: false, failingSince: null })
    await soon(async () => expect((await deliveries(id))[0]?.status).toBe('delivered'))
  })

  it('is called no more once the plan of its company has none, and is told what waited when it has them again', async () => {
    const { id } = await made()
    await h.update(plans, { useExternalApi: false }, eq(plans.name, 'Plano Um'))
    await h.newTicket(h.one, { name: 'Plano menor' })
    const theirs = receiver()
    const body = { name: 'Vizinha', url: await theirs.listen(), ...ALL }
    expect((await h.call(h.two.admin, 'webhooks.create', { body })).status).toBe(200)
    await h.newTicket(h.two, { name: 'Plano igual' })
    await soon(() => expect(theirs.events()).toEqual(['ticket.created']))
    await theirs.close()
    expect(other.got).toEqual([])
    expect(await deliveries(id)).toMatchObject([{ status: 'waiting', attempts: 0 }])
    await h.update(plans, { useExternalApi: true }, eq(plans.name, 'Plano Um'))
    await soon(() => expect(other.events()).toEqual(['ticket.created']))
  })

  it('is heard of by administrators alone', async () => {
    const admin = await h.connect(h.one.admin)
    const agent = await h.connect(h.one.ana)
    await made()
    await admin.settled()
    await agent.settled()
    expect(admin.of('webhook').filter(({ action }) => action === 'create')).toHaveLength(1)
    expect(agent.of('webhook')).toEqual([])
    expect(JSON.stringify(admin.heard)).not.toContain('whsec_')
    admin.close()
    agent.close()
  })

  it('needs an address outside, by https, and one kind of event', async () => {
    const refused = async (form: object, error = 'ERR_VALIDATION') => {
      const body = { name: 'Pedidos', url, ...ALL, ...form }
      const answer = await h.call(h.one.admin, 'webhooks.create', { body })
      expect([answer.status, answer.body.error], JSON.stringify(form)).toEqual([400, error])
    }
    for (const bad of ['http://example.com/', 'javascript:alert(1)', 'https://a:b@example.com/'])
      await refused({ url: bad })
    await refused({ messages: false, acks: false, tickets: false })
    await refused({ url: 'https://169.254.169.254/latest' }, 'ERR_WEBHOOK_ADDRESS')
    // The platform may allow them.
    await h.setting(h.one, 'localProviders', 'enabled')
    const allowed = await made({ url: 'https://10.0.0.1/', active: false })
    await h.setting(h.one, 'localProviders', 'disabled')
    expect(allowed.id).toBeGreaterThan(0)
  })
})
