/** What an act costs on PostgreSQL: each statement of a transaction is a way there and back while its conversation, or its company, waits. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Cluster, inCluster, startCluster, urlOf } from '../../support/postgres/cluster'
import { makeTemplate } from '../../support/postgres/databases'
import { postgresMissing } from '../../support/postgres/programs'
import { type Harness, startHarness } from './harness'

describe.skipIf(postgresMissing())('statements of an act on PostgreSQL', () => {
  let cluster: Cluster
  let h: Harness
  let serial = 0
  /** What went over connections that write, in order. */
  let sent: { over: unknown; text: string }[] = []

  beforeAll(async () => {
    cluster = await startCluster()
    await makeTemplate(cluster.socket)
  })
  afterAll(() => cluster?.stop())
  beforeEach(async () => {
    serial += 1
    await inCluster(cluster.socket, [`create database s${serial} template turno_template`])
    // No job runs meanwhile: what they store is of no act.
    h = await startHarness({ databaseUrl: urlOf(cluster.socket, `s${serial}`), jobsAfterMs: 3_600_000 })
    const query = Client.prototype.query as (...args: unknown[]) => unknown
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      // Those that leave together are one: they are one way there and back.
      const { statements = [] } = args[0] as { statements?: { text: string }[] }
      const text = statements.map(one => one.text).join('; ')
      const { application_name } = (
        this as unknown as { connectionParameters: { application_name?: string } }
      ).connectionParameters
      // Other processes are told that there is news after the transaction, of many writes at once.
      if (application_name === 'turno writes' && !text.includes('pg_notify'))
        sent.push({ over: this, text: text.replace(/\s+/g, ' ').slice(0, 90) })
      return query.apply(this, args)
    } as never)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await h.close()
  })

  /** @returns how many ways there and back each transaction of the act had, with its beginning and its end. */
  async function transactions(act: () => Promise<unknown>): Promise<number[]> {
    sent = []
    await act()
    const all: string[][] = []
    const current = new Map<unknown, string[]>()
    for (const { over, text } of sent) {
      const under = text.startsWith('begin') ? [] : current.get(over)
      if (!under) continue
      if (under.length === 0) all.push(under)
      under.push(text)
      current.set(over, under)
    }
    return all.map(texts => texts.length)
  }

  const mine = () => h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  const ok = (answer: { status: number }) => expect(answer.status).toBe(200)

  it('message sent: stored, taken by the number, and told of', async () => {
    const ticket = await mine()
    const send = async (body: string) => {
      ok(
        await h.call(h.one.ana, 'messages.send', {
          params: { ticketId: ticket.id },
          body: { body, clientId: randomUUID() },
        }),
      )
      const { messageId, whatsappId } = h.channel.sent.at(-1) ?? { messageId: '', whatsappId: 0 }
      await h.channel.sink.acks([{ whatsappId, messageId, ack: 1 }])
    }
    await send('first')
    // Stored in two, the first with begin, service levels looked for in one, and taken for the number with the commit; settled
    // with what the number said.
    expect(await transactions(() => send('second'))).toEqual([4, 2])
  })

  it('message received', async () => {
    await h.customer(h.one, '5511999990000', 'oi')
    expect(await transactions(() => h.customer(h.one, '5511999990000', 'de novo'))).toEqual([9])
  })

  it('acks of many messages', async () => {
    const ticket = await mine()
    const ids = await h.newMessages(ticket, ['a', 'b', 'c', 'd'], true)
    const acks = [1, 2, 3].flatMap(ack =>
      ids.map(messageId => ({ whatsappId: h.one.whatsappId, messageId, ack })),
    )
    expect(await transactions(() => h.channel.sink.acks(acks))).toEqual([2])
  })

  it('accept and transfer', async () => {
    const ticket = await h.newTicket(h.one, { status: 'pending' })
    const update = (body: Record<string, unknown>) => async () =>
      ok(await h.call(h.one.ana, 'tickets.update', { params: { id: ticket.id }, body }))
    expect(await transactions(update({ status: 'open', userId: h.one.ana.id }))).toEqual([9])
    expect(await transactions(update({ userId: h.one.admin.id }))).toEqual([8])
  })
})
