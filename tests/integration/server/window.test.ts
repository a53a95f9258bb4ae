/** The 24 hours in which a customer may be answered freely, on numbers of the Cloud API. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WINDOW_MS } from '../../../electron/server/desk/channel/window'
import { messages, outgoing, tickets, whatsapps } from '../../../electron/server/platform/db/schema'
import { type CloudNumber, startCloudNumber } from './cloud-number'

let n: CloudNumber
beforeAll(async () => {
  n = await startCloudNumber()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => n.close())

const CLOSED = 'ERR_WAPP_WINDOW_CLOSED'
/** Moves the clock; timers run as they do. */
const move = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const said = async (ticketId: number, body: string) =>
  (await n.send(ticketId, body)) as unknown as { status: number; body: { error?: string } }
const taken = (number: string): number => n.graph.taken.filter(one => one.to === number).length
const closesAt = async (ticketId: number): Promise<unknown> => {
  const [row] = await n.h.db.select().from(tickets).where(eq(tickets.id, ticketId))
  const answer = await n.h.call<{ windowClosesAt?: unknown }>(n.h.one.ana, 'tickets.byUuid', {
    params: { uuid: row?.uuid ?? '' },
  })
  return answer.body.windowClosesAt
}
const writes = async (number: string, body: string, at = Date.now()): Promise<string> => {
  const words = n.graph.text(number, body, {}, Math.floor(at / 1_000))
  await n.graph.deliver(n.hook, n.graph.delivery({ messages: [words], names: { [number]: 'Rita' } }))
  await expect.poll(() => n.row(words.id)).toBeTruthy()
  return words.id
}

describe('a ticket', () => {
  it('says until when its customer may be answered, also in the event of the message that opens it', async () => {
    const ticket = await n.conversation('5511944440001', null)
    expect(await closesAt(ticket.id)).toBe(ticket.createdAt)
    const ana = await n.h.connect(n.h.one.ana)
    const id = await writes('5511944440001', 'oi')
    const heard = await ana.until(
      ({ event, payload }) =>
        event.endsWith('-appMessage') && (payload.message as { id?: string } | undefined)?.id === id,
    )
    ana.close()
    const until = new Date(Date.parse((await n.row(id))?.createdAt ?? '') + WINDOW_MS).toISOString()
    expect(heard.payload.ticket).toMatchObject({ id: ticket.id, windowClosesAt: until })
    expect(await closesAt(ticket.id)).toBe(until)
    // What comes late takes nothing back.
    await writes('5511944440001', 'de ontem', Date.now() - WINDOW_MS)
    expect(await closesAt(ticket.id)).toBe(until)
  })

  it('of a number that knows no window says none', async () => {
    const ticket = await n.h.newTicket(n.h.one, { status: 'open', userId: n.h.one.ana.id })
    expect(await closesAt(ticket.id)).toBeNull()
  })
})

describe('a window that was believed open', () => {
  it.each([
    ['at once', async () => void n.graph.troubles.push({ kind: 'refuse', code: 131047 })],
    ['later', null],
  ] as const)('is closed when Meta says so %s, until the customer writes', async (when, before) => {
    const number = when === 'later' ? '5511944440011' : '5511944440010'
    const ticket = await n.conversation(number, ago(60_000))
    const ana = await n.h.connect(n.h.one.ana)
    await before?.()
    await said(ticket.id, 'a tempo?')
    const one = n.graph.taken.findLast(({ to }) => to === number)
    if (one)
      await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(one, 'failed', 131047)] }))
    const heard = await ana.until(
      ({ event, payload }) =>
        event.endsWith('-ticket') && (payload.ticket as { id?: number } | undefined)?.id === ticket.id,
    )
    ana.close()
    const { windowClosesAt } = heard.payload.ticket as { windowClosesAt: string }
    expect(Date.parse(windowClosesAt)).toBeLessThanOrEqual(Date.now())
    const refused = await said(ticket.id, 'de novo')
    expect(refused.body.error).toBe(CLOSED)
    // A second later: Meta tells times in whole seconds.
    await writes(number, 'oi', Date.now() + 1_000)
    expect((await said(ticket.id, 'agora sim')).status).toBe(200)
  })
})

describe('words of one’s own', () => {
  it('are refused once the day is over, with nothing stored and Meta not asked, until the customer writes', async () => {
    const number = '5511944440002'
    const ticket = await n.conversation(number, ago(WINDOW_MS - 60_000))
    expect((await said(ticket.id, 'ainda dá')).status).toBe(200)
    move(61_000)
    expect(await said(ticket.id, 'tarde demais')).toMatchObject({ status: 400, body: { error: CLOSED } })
    expect(await n.h.db.$count(messages, eq(messages.body, 'tarde demais'))).toBe(0)
    expect(taken(number)).toBe(1)
    await writes(number, 'voltei')
    expect((await said(ticket.id, 'que bom')).status).toBe(200)
    expect(taken(number)).toBe(2)
  })

  it('that waited for the number until the day was over are failed with the reason, and wait no longer', async () => {
    const number = '5511944440003'
    const ticket = await n.conversation(number, ago(WINDOW_MS - 60_000))
    n.graph.troubles.push({ kind: 'refuse', code: 131056 })
    const answer = await said(ticket.id, 'espera')
    expect(answer.status).toBe(200)
    move(61_000)
    const [row] = await n.h.db.select().from(messages).where(eq(messages.body, 'espera'))
    await expect.poll(async () => (await n.row(row?.id ?? ''))?.failure).toBe(CLOSED)
    expect(taken(number)).toBe(0)
    expect(await n.h.db.$count(outgoing, eq(outgoing.messageSeq, row?.seq ?? 0))).toBe(0)
  })

  it('of other programs and the workspace itself get the same reason', async () => {
    const { h } = n
    const ticket = await n.conversation('5511944440004', ago(WINDOW_MS + 1_000))
    const failures = (body: string) =>
      h.db.select({ failure: messages.failure }).from(messages).where(eq(messages.body, body))

    await h.update(whatsapps, { token: 'token-da-janela' }, eq(whatsapps.id, n.whatsappId))
    const outside = await h.raw(null, '/api/messages/send', {
      method: 'POST',
      headers: { authorization: 'Bearer token-da-janela', 'content-type': 'application/json' },
      body: JSON.stringify({ number: '5511944440004', body: 'de fora' }),
    })
    expect([outside.status, await failures('de fora')]).toEqual([400, [{ failure: CLOSED }]])

    await h.update(whatsapps, { complationMessage: 'até logo' }, eq(whatsapps.id, n.whatsappId))
    const closed = await h.call(h.one.ana, 'tickets.update', {
      params: { id: ticket.id },
      body: { status: 'closed' },
    })
    expect([closed.status, (await h.ticket(ticket.id)).status]).toEqual([200, 'closed'])
    await expect.poll(() => failures('até logo')).toEqual([{ failure: CLOSED }])
    expect(taken('5511944440004')).toBe(0)
  })
})
