/** The Cloud API under faults: what may have left is not sent twice, what came in survives a kill, order holds. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { inbox, messages } from '../../../electron/server/platform/db/schema'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import type { Trouble } from '../../support/graph-double'
import { type CloudNumber, cloudHub, startCloudNumber } from './cloud-number'
import { FakeChannel } from './fake-channel'

let n: CloudNumber
const lives: RunningWorkspace[] = []
beforeAll(async () => {
  n = await startCloudNumber({ graceMs: 400, perSecond: 10_000 })
})
afterEach(async () => {
  for (const life of lives.splice(0)) await life.close()
})
afterAll(() => n.close())

const taken = (messageId: string) => n.graph.taken.filter(one => one.callback === messageId)
const idOf = ({ body }: { body: { message: { id: string } } }) => body.message.id

/** Another life of the server over the same data, as after a kill. */
async function nextLife(): Promise<RunningWorkspace> {
  const life = await startWorkspace({
    folder: n.h.folder,
    lock: false,
    log: silentLog,
    handlers,
    createChannel: deps => cloudHub(n.graph)(new FakeChannel(deps.sink), deps),
  })
  lives.push(life)
  return life
}

describe('a message whose answer was lost and of which nothing is heard', () => {
  it('is called unsure, holds nothing up any longer, and is put right by a status that comes late', async () => {
    const ticket = await n.conversation()
    n.graph.troubles.push({ kind: 'answerLost' })
    const first = idOf(await n.send(ticket.id, 'chegou ou não?'))
    const second = idOf(await n.send(ticket.id, 'a outra'))
    await expect.poll(async () => (await n.row(first))?.failure).toBe('ERR_WAPP_UNSURE')
    await expect.poll(() => taken(second)).toHaveLength(1)
    const [one] = taken(first)
    if (!one) throw new Error('not taken')
    await n.tell({ statuses: [n.graph.status(one, 'delivered')] })
    await expect.poll(async () => (await n.row(first))?.failure).toBeNull()
    expect((await n.row(first))?.ack).toBe(3)
    expect(taken(first)).toHaveLength(1)
  })
})

describe('a message that is marked as unsure', () => {
  it('is not sent again by a call that is repeated, and is by a person’s word', async () => {
    const ticket = await n.conversation()
    n.graph.troubles.push({ kind: 'answerLost' })
    const call = (more: Record<string, unknown> = {}) =>
      n.h.call<{ message: { id: string; failure: string | null } }>(n.h.one.ana, 'messages.send', {
        params: { ticketId: ticket.id },
        body: { body: 'de novo?', clientId: 'unsure-once', ...more },
      })
    const id = idOf(await call())
    await expect.poll(async () => (await n.row(id))?.failure).toBe('ERR_WAPP_UNSURE')
    const repeated = await call()
    expect([repeated.status, repeated.body.message]).toMatchObject([200, { id, failure: 'ERR_WAPP_UNSURE' }])
    expect(taken(id)).toHaveLength(1)
    const wished = await call({ again: true })
    expect([wished.status, wished.body.message]).toMatchObject([200, { id, failure: null }])
    expect(taken(id)).toHaveLength(2)
  })
})

describe('a start of the server while Meta is out of reach', () => {
  it('refuses nothing that is written: it waits and leaves once, as in an outage during a run', async () => {
    const ticket = await n.conversation()
    n.graph.away = true
    const life = await nextLife()
    const answer = await fetch(`${life.url}/api/messages/${ticket.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${n.h.one.ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'logo mais', clientId: 'written-while-away' }),
    })
    const id = ((await answer.json()) as { message: { id: string } }).message.id
    expect(answer.status).toBe(200)
    expect(await n.row(id)).toMatchObject({ ack: 0, failure: null })
    n.graph.away = false
    await expect.poll(() => taken(id)).toHaveLength(1)
    await expect.poll(async () => (await n.row(id))?.ack).toBeGreaterThan(0)
  })
})

describe('what was delivered', () => {
  it('is taken up by the next life of the server, once, wherever the one before was killed', async () => {
    const number = '5511966660001'
    const words = n.graph.text(number, 'antes da queda')
    await n.tell({ messages: [words], names: { [number]: 'Rui' } })
    await expect.poll(() => n.row(words.id)).toBeTruthy()
    const row = await n.h.row(inbox, eq(inbox.key, words.id))
    if (!row) throw new Error('not kept')
    await expect.poll(async () => (await n.h.row(inbox, eq(inbox.key, words.id)))?.doneAt).toBeTruthy()
    const event = (id: string, body: string) =>
      JSON.stringify({
        kind: 'message',
        id,
        from: number,
        name: 'Rui',
        at: new Date().toISOString(),
        body,
        mediaType: 'conversation',
        quoted: null,
        isForwarded: false,
        file: null,
      })
    // Killed after it was stored in the thread and before it was done with; and before it was looked at at all.
    const fresh = n.graph.newId()
    await n.h.update(
      inbox,
      { doneAt: null, payload: event(words.id, 'antes da queda') },
      eq(inbox.id, row.id),
    )
    await n.h.insert(inbox, {
      companyId: row.companyId,
      whatsappId: row.whatsappId,
      provider: 'cloud',
      key: fresh,
      chat: number,
      payload: event(fresh, 'durante a queda'),
      nextAt: new Date().toISOString(),
    })
    const life = await nextLife()
    await expect.poll(() => life.app.db.$count(messages, eq(messages.id, fresh))).toBe(1)
    expect(await life.app.db.$count(messages, eq(messages.body, 'antes da queda'))).toBe(1)
  })
})

describe('sixty messages through every kind of trouble', () => {
  it('none is lost in silence, none doubled, and each conversation keeps its order', async () => {
    const kinds: (Trouble | null)[] = [
      null,
      { kind: 'answerLost' },
      { kind: 'refuse', code: 131056 },
      { kind: 'gateway', status: 502 },
      null,
      { kind: 'refuse', code: 130429, status: 429 },
      { kind: 'lineBroken' },
      null,
    ]
    const conversations = await Promise.all(Array.from({ length: 5 }, () => n.conversation()))
    const before = n.graph.taken.length
    let told = before
    const tell = setInterval(() => {
      // Meta tells of what it took, out of order and twice.
      const fresh = n.graph.taken.slice(told)
      told = n.graph.taken.length
      for (const one of fresh.reverse())
        for (const word of ['delivered', 'sent', 'delivered'])
          void n.tell({ statuses: [n.graph.status(one, word)] })
    }, 30)
    const sent: { id: string; body: string; ticketId: number }[] = []
    await Promise.all(
      conversations.map(async ({ id: ticketId }, at) => {
        for (let i = 0; i < 12; i++) {
          const trouble = kinds[(at * 3 + i) % kinds.length]
          if (trouble) n.graph.troubles.push(trouble)
          const body = `${at}/${i}`
          sent.push({ id: idOf(await n.send(ticketId, body)), body, ticketId })
        }
      }),
    )
    const rows = () => Promise.all(sent.map(async one => ({ ...one, row: await n.row(one.id) })))
    await expect
      .poll(async () => (await rows()).filter(({ row }) => (row?.ack ?? 0) < 3 && !row?.failure).length)
      .toBe(0)
    clearInterval(tell)
    const all = await rows()
    for (const { id, row } of all) {
      expect(taken(id).length).toBeLessThanOrEqual(1)
      // What is missing there is said to be unsure here.
      if (taken(id).length === 0) expect(row?.failure).toBe('ERR_WAPP_UNSURE')
    }
    expect(all.some(({ row }) => row?.failure === 'ERR_WAPP_UNSURE')).toBe(true)
    const order = n.graph.taken.slice(before)
    for (const { id: ticketId } of conversations) {
      const ids = sent.filter(one => one.ticketId === ticketId).map(one => one.id)
      const arrived = order.map(one => one.callback ?? '').filter(id => ids.includes(id))
      expect(arrived).toEqual(ids.filter(id => arrived.includes(id)))
    }
  })
})
