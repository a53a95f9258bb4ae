/** The server's outbox over lives of the server: nothing lost, nothing doubled, and what is said of a message is true. */

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChannelBusy, ChannelUnsure } from '../../../electron/server/desk/channel/channel'
import { storeOwn } from '../../../electron/server/desk/messages/rows'
import { resume, sendToChannelInTurn } from '../../../electron/server/desk/outgoing'
import { claim } from '../../../electron/server/desk/outgoing/jobs'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { explained } from '../../../electron/server/platform/db/engine/lost'
import { messages, outgoing, tickets } from '../../../electron/server/platform/db/schema'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import { deferred } from '../../support/deferred'
import { FakeChannel } from './fake-channel'
import { type Harness, startHarness } from './harness'

let h: Harness
const lives: RunningWorkspace[] = []
beforeEach(async () => {
  // No job asks whether the work is here: a test counts who asks.
  h = await startHarness({ jobsAfterMs: 3_600_000 })
})
afterEach(async () => {
  for (const life of lives.splice(0)) await life.close()
  await h.close()
})

const mine = () => h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })

/** Stores a message as a send does up to the moment at which the server is killed. */
async function stored(ticket: Awaited<ReturnType<typeof mine>>, body: string, upTo: 'queued' | 'handed') {
  const clientId = crypto.randomUUID()
  const { row, ticket: now } = await h.db.platform.write(tx =>
    storeOwn(h.running.app, tx, ticket.id, {
      companyId: ticket.companyId,
      body,
      userId: h.one.ana.id,
      clientId,
    }),
  )
  if (upTo === 'handed') expect(await claim(h.running.app, row.seq, now)).not.toBeNull()
  return row
}

/** The next life of the server on the same folder. @param before what the channel knows and refuses. */
async function nextLife(before: (channel: FakeChannel) => void = () => {}) {
  const made: { channel?: FakeChannel } = {}
  const life = await startWorkspace({
    folder: h.folder,
    lock: false,
    log: silentLog,
    handlers,
    createChannel: ({ sink }) => {
      made.channel = new FakeChannel(sink)
      before(made.channel)
      return made.channel
    },
  })
  lives.push(life)
  const { channel } = made
  if (!channel) throw new Error('no channel')
  await life.app.memory.outgoing.resumed(h.one.whatsappId)
  return { life, channel, db: life.app.db }
}

/** What is settled has left the outbox. */
const stateOf = async (seq: number) =>
  (await h.db.select().from(outgoing).where(eq(outgoing.messageSeq, seq)))[0]?.state ?? 'settled'
const rowOf = async (seq: number) => (await h.db.select().from(messages).where(eq(messages.seq, seq)))[0]

describe('after a kill', () => {
  it('what was not handed over is handed over, in order, and is not called failed', async () => {
    const ticket = await mine()
    const rows: Awaited<ReturnType<typeof stored>>[] = []
    for (const body of ['um', 'dois', 'três']) rows.push(await stored(ticket, body, 'queued'))
    const { channel } = await nextLife()
    expect(channel.sent.map(m => m.body)).toEqual(['um', 'dois', 'três'])
    expect(channel.sent.map(m => m.messageId)).toEqual(rows.map(row => row.id))
    for (const { seq } of rows) expect(await rowOf(seq)).toMatchObject({ failure: null, ack: 0 })
    // A second restart before the first ack asks, and sends nothing again.
    const second = await nextLife(next => {
      for (const { id } of rows) next.taken.set(id, { ack: 1 })
    })
    expect(second.channel.sent).toEqual([])
    for (const { seq } of rows) {
      expect(await rowOf(seq)).toMatchObject({ failure: null, ack: 1 })
      expect(await stateOf(seq)).toBe('settled')
    }
  })

  it('what was handed over is asked about: how far it got, that it was refused, or that it never arrived', async () => {
    const ticket = await mine()
    const [read, failed, lost] = [
      await stored(ticket, 'lida', 'handed'),
      await stored(ticket, 'recusada', 'handed'),
      await stored(ticket, 'perdida', 'handed'),
    ]
    const { channel } = await nextLife(next => {
      next.taken.set(read.id, { ack: 3 })
      next.taken.set(failed.id, { ack: 1, failure: 'ERR_SENDING_WAPP_MSG' })
    })
    expect(channel.asked).toEqual([read.id, failed.id, lost.id])
    expect(channel.sent.map(m => m.body)).toEqual(['perdida'])
    expect(await rowOf(read.seq)).toMatchObject({ ack: 3, failure: null })
    expect(await rowOf(failed.seq)).toMatchObject({ ack: 1, failure: 'ERR_SENDING_WAPP_MSG' })
    expect(await rowOf(lost.seq)).toMatchObject({ ack: 0, failure: null })
    expect([await stateOf(read.seq), await stateOf(failed.seq), await stateOf(lost.seq)]).toEqual([
      'settled',
      'settled',
      'handed',
    ])
  })

  it('a client that repeats its call gets the message and sends nothing twice', async () => {
    const ticket = await mine()
    const row = await stored(ticket, 'quase', 'handed')
    const { life, channel } = await nextLife(next => next.taken.set(row.id, { ack: 2 }))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${life.url}/api/messages/${ticket.id}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${h.one.ana.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ body: 'quase', clientId: row.clientId }),
        }).then(async answer => ((await answer.json()) as { message: { id: string; ack: number } }).message),
      ),
    )
    expect(answers.map(({ id, ack }) => [id, ack])).toEqual(Array(5).fill([row.id, 2]))
    expect(channel.sent).toEqual([])
  })

  it('with the connection down everything waits for it and leaves once it is up', async () => {
    const ticket = await mine()
    const rows = [await stored(ticket, 'um', 'handed'), await stored(ticket, 'dois', 'queued')]
    const { life, channel } = await nextLife(next => next.down.add(h.one.whatsappId))
    expect([channel.sent, channel.asked]).toEqual([[], []])
    for (const { seq } of rows) expect(await rowOf(seq)).toMatchObject({ failure: null })
    await channel.connect(h.one.whatsappId)
    await life.app.memory.outgoing.resumed(h.one.whatsappId)
    expect(channel.sent.map(m => m.body)).toEqual(['um', 'dois'])
  })

  it('a message that was deleted meanwhile stays here', async () => {
    const row = await stored(await mine(), 'engano', 'queued')
    await h.update(messages, { isDeleted: true }, eq(messages.seq, row.seq))
    const { channel } = await nextLife()
    expect(channel.sent).toEqual([])
    expect(await stateOf(row.seq)).toBe('settled')
  })
})

describe('while the server lives', () => {
  const send = (ticketId: number, body: string) =>
    h.call<{ message: { id: string; failure: string | null } }>(h.one.ana, 'messages.send', {
      params: { ticketId },
      body: { body, clientId: crypto.randomUUID() },
    })

  it('a channel that breaks off after it took a message is asked before anybody is told that it failed', async () => {
    const ticket = await mine()
    const take = h.channel.send.bind(h.channel)
    h.channel.send = async message => {
      await take(message)
      throw new Error('socket hang up')
    }
    const answer = await send(ticket.id, 'foi')
    expect([answer.status, answer.body.message.failure]).toEqual([200, null])
    h.channel.send = async () => {
      throw new Error('socket hang up')
    }
    expect((await send(ticket.id, 'não foi')).status).toBe(400)
  })

  it('while the database is lost nothing is called failed: it is asked about when that is back, and leaves once', async () => {
    const lost = explained(new Error('timeout exceeded when trying to connect'), false)
    const ticket = await mine()
    const take = h.channel.send.bind(h.channel)
    h.channel.send = async () => {
      throw lost
    }
    const before = await send(ticket.id, 'ainda não foi')
    h.channel.send = async message => {
      await take(message)
      throw lost
    }
    const other = await send((await mine()).id, 'foi, sem se saber')
    h.channel.send = take
    for (const { status, body } of [before, other])
      expect([status, body.message.failure]).toEqual([200, null])
    const settled = async () => (await h.db.select().from(outgoing)).map(({ state }) => state)
    await expect.poll(settled).not.toContain('handed')
    expect(h.channel.sent.map(({ body }) => body).sort()).toEqual(['ainda não foi', 'foi, sem se saber'])
  })

  it('what was stored without the answer coming leaves all the same, once', async () => {
    const { db } = h.running.app
    const { conversation } = db
    const ticket = await mine()
    db.conversation = place => {
      const writer = conversation(place)
      const write: typeof writer.write = async (...args) => {
        await writer.write(...args)
        throw explained(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), true)
      }
      return Object.assign(Object.create(writer), { write })
    }
    await send(ticket.id, 'foi guardada')
    db.conversation = conversation
    expect(await h.db.select({ state: outgoing.state }).from(outgoing)).toContainEqual({ state: 'handed' })
    await expect.poll(() => h.channel.sent.map(({ body }) => body)).toEqual(['foi guardada'])
  })

  it('a process that stood still after its claim sends nothing and writes nothing: whoever works asks about it', async () => {
    const ticket = await mine()
    const { app } = h.running
    const own = app.work
    let looks = 0
    // Its own still when the message comes, another's when it wakes with the message claimed.
    const frozen = { ...own, owns: () => looks++ === 0, isFenced: () => looks > 0 }
    Object.assign(app, { work: frozen })
    await resume(app, h.one.whatsappId)
    const row = await stored(ticket, 'parada', 'queued')
    looks = 0
    await sendToChannelInTurn(app, ticket, row)
    expect(await stateOf(row.seq)).toBe('handed')
    expect(h.channel.sent.map(({ body }) => body)).not.toContain('parada')
    Object.assign(app, { work: own })
    await expect.poll(() => h.channel.asked).toContain(row.id)
    await expect.poll(() => h.channel.sent.filter(({ body }) => body === 'parada')).toHaveLength(1)
  })

  it('a connection that comes back asks nothing about what is being handed over, and doubles nothing', async () => {
    const ticket = await mine()
    const take = h.channel.send.bind(h.channel)
    const held = deferred()
    h.channel.send = async message => {
      await held.promise
      await take(message)
    }
    const answer = send(ticket.id, 'devagar')
    while ((await h.db.$count(outgoing, eq(outgoing.state, 'handed'))) === 0)
      await new Promise(done => setTimeout(done, 5))
    await h.channel.connect(h.one.whatsappId)
    await h.running.app.memory.outgoing.resumed(h.one.whatsappId)
    held.resolve()
    expect((await answer).status).toBe(200)
    expect(h.channel.sent.map(m => m.body)).toEqual(['devagar'])
  })

  it('what is written while older messages of the number leave is not handed over yet', async () => {
    const [ticket, other] = [await mine(), await mine()]
    const old = await stored(other, 'antiga', 'handed')
    const held = deferred()
    const asks = h.channel.askAbout.bind(h.channel)
    h.channel.askAbout = async ref => {
      await held.promise
      return await asks(ref)
    }
    const round = resume(h.running.app, h.one.whatsappId)
    const answer = send(ticket.id, 'nova')
    await expect.poll(() => h.db.$count(outgoing)).toBe(2)
    expect((await h.db.select().from(outgoing)).filter(row => row.messageSeq !== old.seq)).toMatchObject([
      { state: 'queued' },
    ])
    held.resolve()
    await round
    expect((await answer).status).toBe(200)
    expect(h.channel.sent.map(({ body }) => body)).toEqual(['antiga', 'nova'])
  })

  it('what cannot be taken now waits, with its conversation behind it, and leaves in order by itself', async () => {
    const [ticket, other] = [await mine(), await mine()]
    const take = h.channel.send.bind(h.channel)
    const isThere = () => h.channel.sent.some(({ body }) => body === 'de outra')
    h.channel.send = async message => {
      if (message.body === 'um' && !isThere()) throw new ChannelBusy('conversation', 400, '131056')
      await take(message)
    }
    const first = await send(ticket.id, 'um')
    expect([first.status, first.body.message.failure]).toEqual([200, null])
    expect((await send(ticket.id, 'dois')).status).toBe(200)
    expect((await send(other.id, 'de outra')).status).toBe(200)
    await expect.poll(() => h.channel.sent.map(m => m.body)).toEqual(['de outra', 'um', 'dois'])
  })

  it('nothing overtakes a message whose wait is over before the turn comes to what follows it', async () => {
    const [ticket, other] = [await mine(), await mine()]
    await stored(ticket, 'um', 'queued')
    await stored(other, 'de outra', 'queued')
    await stored(ticket, 'dois', 'queued')
    let busy = 1
    const { channel } = await nextLife(fake => {
      const take = fake.send.bind(fake)
      fake.send = async message => {
        if (message.body === 'um' && busy-- > 0) throw new ChannelBusy('conversation', 5, '131056')
        if (message.body === 'de outra') await new Promise(done => setTimeout(done, 80))
        await take(message)
      }
    })
    await expect.poll(() => channel.sent.map(m => m.body)).toEqual(['de outra', 'um', 'dois'])
  })

  it('a number that has to wait keeps everything of it back', async () => {
    const [ticket, other] = [await mine(), await mine()]
    const take = h.channel.send.bind(h.channel)
    let busy = 1
    h.channel.send = async message => {
      if (busy-- > 0) throw new ChannelBusy('number', 2_000, '130429')
      await take(message)
    }
    await send(ticket.id, 'um')
    await send(other.id, 'dois')
    expect(h.channel.sent).toEqual([])
    await expect.poll(() => h.channel.sent.map(m => m.body)).toEqual(['um', 'dois'])
  })

  it('a message whose answer was lost is asked about until it is known, and is not sent again', async () => {
    const ticket = await mine()
    const take = h.channel.send.bind(h.channel)
    h.channel.send = async message => {
      if (message.body !== 'um') return take(message)
      throw new ChannelUnsure(30)
    }
    const { body } = await send(ticket.id, 'um')
    await send(ticket.id, 'dois')
    expect(h.channel.sent).toEqual([])
    const ask = h.channel.askAbout.bind(h.channel)
    let asked = 0
    h.channel.askAbout = async ref => {
      asked += 1
      if (asked < 3) throw new ChannelUnsure(30)
      return ref.messageId === body.message.id ? { ack: 2 } : ask(ref)
    }
    await expect.poll(() => h.channel.sent.map(m => m.body)).toEqual(['dois'])
    const [row] = await h.db.select().from(messages).where(eq(messages.id, body.message.id))
    expect(row).toMatchObject({ ack: 2, failure: null })
  })

  it('two answers of one conversation that are sent at once leave one after the other', async () => {
    const ticket = await mine()
    const take = h.channel.send.bind(h.channel)
    let inside = 0
    let most = 0
    h.channel.send = async message => {
      most = Math.max(most, ++inside)
      await new Promise(done => setTimeout(done, 20))
      await take(message)
      inside -= 1
    }
    await Promise.all([send(ticket.id, 'um'), send(ticket.id, 'dois'), send(ticket.id, 'três')])
    expect(most).toBe(1)
    expect(h.channel.sent).toHaveLength(3)
  })

  it('a message has no earlier time than our last one, which a clock that is ahead may have written, as far as clocks may', async () => {
    const ticket = await mine()
    const ahead = new Date(Date.now() + 30_000).toISOString()
    const last = { fromMe: true, lastMessageAt: ahead, updatedAt: ahead }
    await h.update(tickets, last, eq(tickets.id, ticket.id))
    const { createdAt, updatedAt } = await stored(ticket, 'depois', 'queued')
    expect([createdAt, updatedAt, (await h.ticket(ticket.id)).updatedAt]).toEqual([ahead, ahead, ahead])
    const wrong = new Date(Date.now() + 86_400_000).toISOString()
    await h.update(tickets, { lastMessageAt: wrong }, eq(tickets.id, ticket.id))
    expect((await stored(ticket, 'agora', 'queued')).createdAt < wrong).toBe(true)
  })

  it('an ack settles the job; a refusal too, and sending again opens it again', async () => {
    const ticket = await mine()
    h.channel.refuseWith = 'ERR_SENDING_WAPP_MSG'
    expect((await send(ticket.id, 'recusada')).status).toBe(400)
    h.channel.refuseWith = null
    const { body } = await send(ticket.id, 'aceita')
    const states = () => h.db.select({ state: outgoing.state }).from(outgoing)
    expect((await states()).map(row => row.state)).toEqual(['handed'])
    await h.channel.sink.acks([{ whatsappId: h.one.whatsappId, messageId: body.message.id, ack: 1 }])
    expect(await states()).toEqual([])
  })
})
