/** One message that two servers change, each by a clock of its own: what a console ends with, whatever order it hears of it in. */
import type { Message } from '@contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mergeMessages, NOTHING_KNOWN } from '../../src/stores/messages-merge'
import type { Harness, Listener, Person } from '../integration/server/harness'
import { type Pair, startPair } from '../integration/server/pair'
import { postgresMissing } from '../support/postgres/programs'

/** How far the clock of the second server is behind. */
const BEHIND_MS = 60_000

/** Every order of some things. */
function* orders<T>(things: readonly T[]): Generator<T[]> {
  if (things.length === 0) yield []
  for (const [i, first] of things.entries())
    for (const rest of orders([...things.slice(0, i), ...things.slice(i + 1)])) yield [first, ...rest]
}

describe.skipIf(postgresMissing())('one message, changed by two servers', () => {
  let pair: Pair
  let h: Harness
  let listener: Listener
  beforeAll(async () => {
    pair = await startPair()
    h = pair.one
    listener = await pair.connectTwo(h.one.admin)
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(async () => {
    listener?.close()
    await pair?.close()
  })

  const atTwo = async (who: Person, method: string, path: string, body?: object): Promise<void> => {
    vi.setSystemTime(Date.now() - BEHIND_MS)
    const answer = await pair.askTwo(who, `/api${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    vi.useRealTimers()
    expect([200, 204]).toContain(answer.status)
  }
  const react = async (who: Person, id: string, type: string): Promise<void> => {
    const { status } = await h.call(who, 'messages.react', { params: { id }, body: { type } })
    expect(status).toBe(200)
  }
  const ack = (id: string, value: number) =>
    h.running.sink.acks([{ whatsappId: h.one.whatsappId, messageId: id, ack: value }])
  const begin = async (): Promise<{ ticketId: number; id: string }> => {
    const ticket = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const { body } = await h.call<{ message: { id: string } }>(h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: 'bom dia' },
    })
    return { ticketId: ticket.id, id: body.message.id }
  }
  const heardOf = (id: string): Message[] =>
    listener.of('appMessage').flatMap(({ message }) => {
      const one = message as Message
      return one.id === id ? [one] : []
    })
  const stored = async (ticketId: number, id: string): Promise<Message> => {
    const { body } = await h.call<{ messages: Message[] }>(h.one.admin, 'messages.list', {
      params: { ticketId },
    })
    const found = body.messages.find(message => message.id === id)
    if (!found) throw new Error('no message')
    return found
  }
  /** Every order in which the events, and the answer of a page, may come ends with what is stored. */
  const endsAs = async (ticketId: number, id: string, events: number): Promise<Message> => {
    await expect.poll(() => heardOf(id).length).toBe(events)
    const end = await stored(ticketId, id)
    const wrong = [...orders(heardOf(id))].flatMap(order => {
      const { list } = mergeMessages(NOTHING_KNOWN, order)
      return JSON.stringify(said(list[0])) === JSON.stringify(said(end)) ? [] : [list[0]]
    })
    expect(wrong.slice(0, 1)).toEqual([])
    return end
  }
  const said = (message: Message | undefined) =>
    message && {
      ...{ ack: message.ack, failure: message.failure, body: message.body },
      ...{ isDeleted: message.isDeleted, isEdited: message.isEdited, reactions: message.reactions },
    }

  it('reactions: the one given last stays, whoever’s event comes last', async () => {
    const { ticketId, id } = await begin()
    await react(h.one.ana, id, '👍')
    await atTwo(h.one.admin, 'POST', `/messages/${id}/reactions`, { type: '🙏' })
    await react(h.one.ana, id, '❤️')
    await atTwo(h.one.ana, 'POST', `/messages/${id}/reactions`, { type: '' })
    await h.running.sink.reaction({
      ...{ whatsappId: h.one.whatsappId, messageId: id, type: '👍', fromMe: true },
      from: { number: '', isGroup: false },
    })
    const end = await endsAs(ticketId, id, 6)
    expect(end.reactions?.map(one => one.type)).toEqual(['🙏', '👍'])
  })

  it('texts and receipts: the last wording stays, the highest receipt, and what was deleted is deleted', async () => {
    const { ticketId, id } = await begin()
    await ack(id, 1)
    await h.call(h.one.ana, 'messages.edit', { params: { id }, body: { body: 'bom diaa' } })
    await ack(id, 2)
    await ack(id, 3)
    await atTwo(h.one.ana, 'POST', `/messages/edit/${id}`, { body: 'boa tarde' })
    const edited = await endsAs(ticketId, id, 6)
    expect([edited.body, edited.ack]).toEqual(['boa tarde', 3])
    await atTwo(h.one.ana, 'DELETE', `/messages/${id}`)
    const end = await endsAs(ticketId, id, 7)
    expect([end.isDeleted, end.ack]).toEqual([true, 3])
  })
})
