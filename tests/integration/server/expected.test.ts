/**
 * An act that was begun on one state of a ticket is not done to another: whoever says what they took it to be acts on nothing
 * else, and is told what it is.
 */
import type { ExpectedTicket } from '@contract'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messages, ticketProposals, ticketTags } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

/** TURNO_RUNS=1000 for as many histories as one likes. */
const RUNS = Number(process.env.TURNO_RUNS ?? 40)
const h = harnessForFile()

type Name = 'ana' | 'bia' | 'admin'
const person = (name: Name): Person => h.one[name]

const queueTo = (to: Name): number => (to === 'admin' ? h.one.suporte : h.one.vendas)
let laneId = 0
/** A lane of the board, made when it is asked for first. */
async function lane(): Promise<number> {
  if (laneId > 0) return laneId
  const body = { name: 'Urgente', kanban: 1 }
  laneId = (await h.call<{ id: number }>(h.one.admin, 'tags.create', { body })).body.id
  return laneId
}

interface Press {
  me: Person
  to: Name
  id: number
  expected: ExpectedTicket
}
const put = ({ me, id, expected }: Press, body: object) =>
  h.call(me, 'tickets.update', { params: { id }, body: { ...body, expected } })

async function decide({ me, id, expected }: Press, proposal: object) {
  const values = { companyId: h.one.id, ticketId: id, kind: 'queue' as const, ...proposal }
  const [made] = await h.db.platform.insert(ticketProposals).values(values).returning()
  const body = { decision: 'confirmed' as const, expected }
  return h.call(me, 'copilot.decide', { params: { id: made?.id ?? 0 }, body })
}

/** Every act on a ticket that says what it expects. */
const ACTS = {
  accept: press => put(press, { status: 'open', userId: press.me.id }),
  giveBack: press => put(press, { status: 'pending', userId: null }),
  resolve: press => put(press, { status: 'closed', justClose: true }),
  hand: press => put(press, { status: 'open', userId: person(press.to).id }),
  move: press => put(press, { queueId: queueTo(press.to) }),
  snooze: ({ me, id, expected }) =>
    h.call(me, 'tickets.snooze', { params: { id }, body: { until: null, expected } }),
  wake: ({ me, id, expected }) => h.call(me, 'tickets.wake', { params: { id }, body: { expected } }),
  hold: ({ me, id, expected }) =>
    h.call(me, 'tickets.setHolder', { params: { id }, body: { holder: null, expected } }),
  rank: ({ me, to, id, expected }) =>
    h.call(me, 'tickets.setPriority', {
      params: { id },
      body: { priority: to === 'ana' ? 'high' : 'low', expected },
    }),
  tag: ({ me, id, expected }) => h.call(me, 'tags.sync', { body: { ticketId: id, tags: [], expected } }),
  lane: async ({ me, id, expected }) =>
    h.call(me, 'ticketTags.add', { params: { ticketId: id, tagId: await lane() }, body: { expected } }),
  unlane: ({ me, id, expected }) =>
    h.call(me, 'ticketTags.clear', { params: { ticketId: id }, body: { expected } }),
  macro: ({ me, id, expected }) => h.call(me, 'tickets.beginMacro', { params: { id }, body: { expected } }),
  proposedTag: async press => decide(press, { kind: 'tag', tagId: await lane() }),
  proposedQueue: press => decide(press, { kind: 'queue', queueId: queueTo(press.to) }),
  remove: ({ me, id, expected }) => h.call(me, 'tickets.remove', { params: { id }, body: { expected } }),
} satisfies Record<string, (press: Press) => Promise<{ status: number; body: { error?: string } }>>
type Act = keyof typeof ACTS
/** Those that take a conversation out of sight say what was the newest message that was seen. */
const ENDS = new Set<Act>(['resolve', 'snooze', 'macro', 'remove'])

interface Step {
  who: Name
  does: Act | 'undo' | 'look' | 'write' | 'customer'
  to: Name
}
const press = (who: Name, does: Act, to: Name, id: number, expected: ExpectedTicket) =>
  ACTS[does]({ me: person(who), to, id, expected })

/** What is in a ticket that people act on. */
const stateOf = async (id: number) => {
  const { status, userId, queueId, snoozedAt, priority } = await h.ticket(id)
  const tags = await h.db.$count(ticketTags, eq(ticketTags.ticketId, id))
  return { status, userId, queueId, snoozedAt, priority, tags }
}

const who = fc.constantFrom<Name>('ana', 'bia', 'admin')
const step: fc.Arbitrary<Step> = fc.record({
  who,
  does: fc.constantFrom(...(Object.keys(ACTS) as Act[]), 'undo', 'look', 'write', 'customer'),
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
      let resolvedBy: Name | null = null
      for (const one of steps) {
        if (one.does === 'look') await look(one.who)
        else if (one.does === 'customer' || one.does === 'write') {
          const by = one.does === 'write' ? one.who : null
          const [id = ''] = await h.newMessages(ticket, ['…'], by !== null)
          if (by) await h.update(messages, { userId: person(by).id }, eq(messages.id, id))
          said.push({ id, by })
        } else if (one.does === 'undo') {
          // It says nothing: what it expects is what the resolve of the same person has left.
          const before = await stateOf(ticket.id)
          const answer = await h.call(person(one.who), 'tickets.undoResolve', { params: { id: ticket.id } })
          expect(answer.status === 200).toBe(resolvedBy === one.who)
          if (answer.status === 200) {
            resolvedBy = null
            await look(one.who)
          } else expect(await stateOf(ticket.id)).toEqual(before)
        } else {
          const belief = beliefs.get(one.who)
          if (!belief) throw new Error('nobody looked')
          const ends = ENDS.has(one.does)
          const { lastMessageId, ...held } = belief
          const before = await stateOf(ticket.id)
          const seen = said.findIndex(({ id }) => id === lastMessageId)
          const isNews = ends && said.some(({ by }, at) => at > seen && by !== one.who)
          const isRight = held.userId === before.userId && held.status === before.status && !isNews
          const answer = await press(one.who, one.does, one.to, ticket.id, ends ? belief : held)
          if (isRight) expect(answer.body?.error).not.toBe('ERR_TICKET_CHANGED')
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
          if (answer.status !== 200) continue
          if (one.does === 'remove') return
          const now = await h.ticket(ticket.id)
          if (one.does === 'resolve' && before.status !== 'closed') resolvedBy = one.who
          else if (now.status !== 'closed' || now.userId !== before.userId) resolvedBy = null
          await look(one.who)
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
      body: {
        body: 'Até logo!',
        clientId,
        expected: { userId: h.one.ana.id, status: 'open', lastMessageId },
        ...more,
      },
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

it('what is written leaves into no ticket that a colleague has by then, in text or with a file, unless it is meant', async () => {
  const { ana, bia, admin } = h.one
  const ticket = await h.newTicket(h.one, { status: 'open', userId: bia.id })
  const params = { ticketId: ticket.id }
  const expected = { userId: ana.id, status: 'open' as const }
  const now = { error: 'ERR_TICKET_CHANGED', user: { id: bia.id, name: bia.name }, status: 'open' }
  const text = { body: 'Segue o boleto', clientId: 'taken-text', expected }
  expect((await h.call(admin, 'messages.send', { params, body: text })).body).toMatchObject(now)
  const form = new FormData()
  form.append('expected', JSON.stringify(expected))
  form.append('medias', new File(['%PDF-1.4'], 'boleto.pdf', { type: 'application/pdf' }))
  expect((await h.call(admin, 'messages.send', { params, body: form })).body).toMatchObject(now)
  expect(await h.db.$count(messages, eq(messages.ticketId, ticket.id))).toBe(0)
  expect((await h.call(admin, 'messages.send', { params, body: { ...text, again: true } })).status).toBe(200)
})

it('tells by name who handed on, closed or deleted a ticket', async () => {
  const by = { id: h.one.admin.id, name: 'Admin' }
  const { admin, bia, caio, suporte } = h.one
  const losing: [object, (id: number) => Promise<unknown>][] = [
    [
      { action: 'update', by },
      id => h.call(admin, 'tickets.update', { params: { id }, body: { status: 'open', userId: caio.id } }),
    ],
    [{ action: 'delete', by }, id => h.call(admin, 'tickets.remove', { params: { id } })],
    [
      { action: 'update', by },
      () => h.call(admin, 'tickets.closeAll', { body: { status: 'open', selectedQueueIds: [suporte] } }),
    ],
  ]
  for (const [told, lose] of losing) {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: bia.id, queueId: suporte })
    const ear = await h.connect(bia)
    await lose(ticket.id)
    const { payload } = await ear.until(one => one.event.endsWith('-ticket'))
    expect(payload).toMatchObject(told)
    ear.close()
  }
})
