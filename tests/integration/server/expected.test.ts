/**
 * An act that was begun on one state of a ticket is not done to another: whoever says what they took it to be acts on nothing
 * else, and is told what it is.
 */
import type { ExpectedTicket } from '@contract'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messages } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

/** TURNO_RUNS=1000 for as many histories as one likes. */
const RUNS = Number(process.env.TURNO_RUNS ?? 40)
const h = harnessForFile()

type Name = 'ana' | 'bia' | 'admin'
const person = (name: Name): Person => h.one[name]

const ACTS = ['accept', 'giveBack', 'resolve', 'hand', 'move', 'snooze', 'rank', 'tag'] as const
type Act = (typeof ACTS)[number]
interface Step {
  who: Name
  does: Act | 'look' | 'write' | 'customer'
  to: Name
}

async function press(who: Name, does: Act, to: Name, id: number, expected: ExpectedTicket) {
  const me = person(who)
  const params = { id }
  const put = (body: object) => h.call(me, 'tickets.update', { params, body: { ...body, expected } })
  switch (does) {
    case 'accept':
      return put({ status: 'open', userId: me.id })
    case 'giveBack':
      return put({ status: 'pending', userId: null })
    case 'resolve':
      return put({ status: 'closed', justClose: true })
    case 'hand':
      return put({ status: 'open', userId: person(to).id })
    case 'move':
      return put({ queueId: to === 'admin' ? h.one.suporte : h.one.vendas })
    case 'snooze':
      return h.call(me, 'tickets.snooze', { params, body: { until: null, expected } })
    case 'rank':
      return h.call(me, 'tickets.setPriority', {
        params,
        body: { priority: to === 'ana' ? 'high' : 'low', expected },
      })
    case 'tag':
      return h.call(me, 'tags.sync', { body: { ticketId: id, tags: [], expected } })
  }
}

/** What is in a ticket that people act on. */
const stateOf = async (id: number) => {
  const { status, userId, queueId, snoozedAt, priority } = await h.ticket(id)
  return { status, userId, queueId, snoozedAt, priority }
}

const who = fc.constantFrom<Name>('ana', 'bia', 'admin')
const step: fc.Arbitrary<Step> = fc.record({
  who,
  does: fc.constantFrom(...ACTS, 'look', 'write', 'customer'),
  to: who,
})

it(`in ${RUNS} histories no act lands where the belief was wrong, and each right one is heard`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
      const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
      const [first] = await h.newMessages(ticket, ['oi'])
      // In order: who wrote each; the customer and the workspace are null.
      const said: { id: string; by: Name | null }[] = [{ id: first ?? '', by: null }]
      const beliefs = new Map<Name, ExpectedTicket>()
      const look = async (name: Name): Promise<void> => {
        const { userId, status } = await h.ticket(ticket.id)
        beliefs.set(name, { userId, status, ...(said.at(-1) ? { lastMessageId: said.at(-1)?.id } : {}) })
      }
      for (const name of ['ana', 'bia', 'admin'] as const) await look(name)
      for (const one of steps) {
        if (one.does === 'look') await look(one.who)
        else if (one.does === 'customer' || one.does === 'write') {
          const by = one.does === 'write' ? one.who : null
          const [id = ''] = await h.newMessages(ticket, ['…'], by !== null)
          if (by) await h.update(messages, { userId: person(by).id }, eq(messages.id, id))
          said.push({ id, by })
        } else {
          const belief = beliefs.get(one.who)
          if (!belief) throw new Error('nobody looked')
          const ends = one.does === 'resolve'
          const { lastMessageId, ...held } = belief
          const before = await stateOf(ticket.id)
          const seen = said.findIndex(({ id }) => id === lastMessageId)
          const isNews = ends && said.some(({ by }, at) => at > seen && by !== one.who)
          const isRight = held.userId === before.userId && held.status === before.status && !isNews
          const answer = await press(one.who, one.does, one.to, ticket.id, ends ? belief : held)
          if (isRight) expect(answer.body.error).not.toBe('ERR_TICKET_CHANGED')
          else {
            // Where it was moved out of somebody's queues they are told no more of it.
            if (answer.status === 403) {
              expect(await stateOf(ticket.id)).toEqual(before)
              continue
            }
            const holder = (['ana', 'bia', 'admin'] as const).find(name => person(name).id === before.userId)
            expect([answer.status, answer.body]).toEqual([
              409,
              {
                error: 'ERR_TICKET_CHANGED',
                user: holder ? { id: before.userId, name: expect.any(String) } : null,
                status: before.status,
                lastMessageId: isNews ? said.findLast(({ by }) => by !== one.who)?.id : null,
              },
            ])
            expect(await stateOf(ticket.id)).toEqual(before)
          }
          if (answer.status === 200) await look(one.who)
        }
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

it('of two who act at the same moment on what both saw, one is done and the other hears of it', async () => {
  const acts = ['giveBack', 'resolve', 'hand'] as const
  for (const mine of acts)
    for (const theirs of acts) {
      const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
      const expected: ExpectedTicket = { status: 'open', userId: h.one.ana.id }
      const answers = await Promise.all([
        press('ana', mine, 'bia', ticket.id, expected),
        press('admin', theirs, 'bia', ticket.id, expected),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
})

it('of two farewells at the same moment one leaves; asked for again the other does, and a customer refuses none', async () => {
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
  const [lastMessageId] = await h.newMessages(ticket, ['tchau'])
  const say = (me: Person, clientId: string, more: object = {}) =>
    h.call<{ error?: string }>(me, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: 'Até logo!', clientId, lastMessageId, ...more },
    })
  const tell = (me: Person) => say(me, `farewell-of-${me.id}`)
  await h.newMessages(ticket, ['obrigado'])
  const { ana, admin } = h.one
  const answers = await Promise.all([tell(ana), tell(admin)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [first, second] = answers[0].status === 200 ? [ana, admin] : [admin, ana]
  expect((await tell(second)).body).toMatchObject({ error: 'ERR_TICKET_CHANGED', status: 'open' })
  expect(await say(first, 'more-of-the-first')).toMatchObject({ status: 200 })
  // The answer to the first call was lost: what it stored is no reason to refuse it.
  expect((await tell(first)).status).toBe(200)
  expect((await say(second, `farewell-of-${second.id}`, { again: true })).status).toBe(200)
})

it('tells by name who put aside, handed on or closed a ticket', async () => {
  const ear = await h.connect(h.one.bia)
  const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.bia.id })
  await h.call(h.one.ana, 'tickets.update', {
    params: { id: ticket.id },
    body: { status: 'open', userId: h.one.caio.id },
  })
  const by = { id: h.one.ana.id, name: 'Ana' }
  const { payload } = await ear.until(one => one.event.endsWith('-ticket'))
  expect(payload).toMatchObject({ action: 'update', by })
  ear.close()
})
