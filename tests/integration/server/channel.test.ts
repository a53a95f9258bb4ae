import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, asc, eq, gt, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../../electron/demo/company/seed'
import { createSimulator, type Simulator } from '../../../electron/demo/simulator'
import { startTraffic } from '../../../electron/demo/traffic'
import type {
  ChannelSink,
  IncomingMessage,
  OutgoingMessage,
} from '../../../electron/server/desk/channel/channel'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { contacts, messages, tickets, whatsapps } from '../../../electron/server/platform/db/schema'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import { deferred } from '../../support/deferred'
import { type FakeClock, fakeClock } from '../../unit/server/fake-clock'

let folder: string
let clock: FakeClock
let simulator: Simulator
let running: RunningWorkspace
let token: string

/** Comes after every writer that waits now. */
const written = async () => running?.app.db.platform.write(async tx => void (await tx.all(sql`select 1`)))

const api = async (method: string, path: string, body?: object) => {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
  if (body) init.body = JSON.stringify(body)
  const response = await fetch(`${running.url}/api${path}`, init)
  return {
    status: response.status,
    body: (await response.json()) as {
      message?: { id: string }
    },
  }
}

/**
 * Moves the simulated clock in small steps until something holds; the test's own limit ends it. The server works in real
 * time, so a busy machine may need hours of simulated time.
 */
async function until<T>(look: () => Promise<T | null | undefined | false>, step = 500): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await clock.advance(step)
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-channel-'))
  clock = fakeClock(Date.now(), written)
  running = await startWorkspace({
    folder,
    log: silentLog,
    handlers,
    createChannel: deps => {
      simulator = createSimulator({ ...deps, customers: true }, { clock, seed: 42, arrivalsEveryMs: 0 })
      return simulator
    },
    prepare: async db => void (await seedDemo(db, folder)),
  })
  const signed = await fetch(`${running.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.turno', password: 'turno-demo' }),
  })
  token = ((await signed.json()) as { token: string }).token
})
afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const openTicket = async () => {
  const rows = await running.app.db
    .select({ ticket: tickets, number: contacts.number })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(
      and(
        eq(tickets.status, 'open'),
        eq(tickets.isGroup, false),
        eq(tickets.whatsappId, 1),
        // The demo's customers abroad answer in their own language, without the number that is asked for.
        like(contacts.number, '55%'),
      ),
    )
    .orderBy(asc(tickets.id))
  const [row] = rows
  if (!row) throw new Error('no open ticket')
  return { ...row.ticket, number: row.number }
}
const message = async (id: string) =>
  (await running.app.db.select().from(messages).where(eq(messages.id, id)))[0]

describe('a conversation', () => {
  it('an agent asks, the customer reads it and writes back to the point', async () => {
    const ticket = await openTicket()
    const sent = await api('POST', `/messages/${ticket.id}`, { body: 'Pode me passar o número do pedido?' })
    expect(sent.status).toBe(200)
    const id = sent.body.message?.id ?? ''
    const acks: number[] = []
    await until(async () => {
      const ack = (await message(id))?.ack ?? 0
      if (acks.at(-1) !== ack) acks.push(ack)
      return ack === 4
    }, 100)
    expect(acks).toEqual([...acks].sort())
    expect(acks).toEqual(expect.arrayContaining([1, 2, 3, 4]))
    const seq = (await message(id))?.seq ?? 0
    const answers = await until(async () => {
      const rows = await running.app.db
        .select()
        .from(messages)
        .where(and(eq(messages.ticketId, ticket.id), gt(messages.seq, seq), eq(messages.fromMe, false)))
      return rows.some(row => /\d{5}/.test(row.body)) ? rows : null
    })
    expect(answers.every(row => row.read === false && row.contactId === ticket.contactId)).toBe(true)
    expect((await running.app.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]).toMatchObject({
      unreadMessages: answers.length,
      waitingSince: answers[0]?.createdAt,
    })
  })
})

/** A simulator on the same workspace whose messages are only collected. */
function collector(tuning: Parameters<typeof createSimulator>[1]) {
  const incoming: IncomingMessage[] = []
  const typed: boolean[] = []
  const nothing = async (): Promise<void> => {}
  const sink: ChannelSink = {
    incoming: async batch => void incoming.push(...batch),
    keep: () => Promise.reject(new Error('nothing is kept')),
    fileCame: nothing,
    acks: nothing,
    status: nothing,
    echoed: nothing,
    phoneData: nothing,
    person: nothing,
    handover: async () => true,
    typing: async ({ writes }) => void typed.push(writes),
    reaction: nothing,
    edited: nothing,
    revoked: nothing,
  }
  const { db } = running.app
  return {
    incoming,
    typed,
    sink,
    sim: createSimulator({ db, sink, log: silentLog, folder, customers: true }, tuning),
  }
}

describe('how far messages got', () => {
  it('is reported as it happens, also while an earlier report is still being stored', async () => {
    const own = fakeClock()
    const { sim, sink } = collector({ clock: own, seed: 7, arrivalsEveryMs: 0 })
    const { promise: storing, resolve: stored } = deferred()
    const reported: string[] = []
    sink.acks = async batch => {
      reported.push(...batch.map(({ messageId, ack }) => `${messageId} ${ack}`))
      await storing
    }
    await sim.start()
    const [connection] = await running.app.db
      .select()
      .from(whatsapps)
      .where(eq(whatsapps.status, 'CONNECTED'))
    for (const messageId of ['a', 'b'])
      await sim.send({
        companyId: connection?.companyId ?? 0,
        whatsappId: connection?.id ?? 0,
        messageId,
        to: { number: '5511987654321', isGroup: false },
        body: 'Oi',
        mediaType: 'conversation',
      } as OutgoingMessage)
    await own.advance(5_000)
    expect([...reported].sort()).toEqual(expect.arrayContaining(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']))
    stored()
    await sim.stop()
  })
})

describe('new conversations', () => {
  it('begin at the chosen pace, on connected phones only, and pause above the limit', async () => {
    const own = fakeClock()
    const quiet = collector({ clock: own, seed: 7, arrivalsEveryMs: 40_000, maxPending: 1_000 })
    await quiet.sim.start()
    const begun = new Set<string>()
    for (let i = 0; i < 60; i++) {
      await own.advance(20_000)
      for (const m of quiet.incoming) begun.add(m.from.number)
    }
    await quiet.sim.stop()
    // Twenty minutes at one per 40 seconds.
    expect(begun.size).toBeGreaterThan(18)
    expect(begun.size).toBeLessThan(60)
    const connected = (
      await running.app.db.select().from(whatsapps).where(eq(whatsapps.status, 'CONNECTED'))
    ).map(w => w.id)
    expect(quiet.incoming.every(m => connected.includes(m.whatsappId))).toBe(true)

    const full = collector({ clock: own, seed: 7, arrivalsEveryMs: 1_000, maxPending: 3 })
    const known = new Set(
      (
        await running.app.db
          .select({ number: contacts.number })
          .from(tickets)
          .innerJoin(contacts, eq(contacts.id, tickets.contactId))
          .where(eq(tickets.status, 'open'))
      ).map(r => r.number),
    )
    await full.sim.start()
    await own.advance(60_000)
    await full.sim.stop()
    expect(full.incoming.every(m => known.has(m.from.number))).toBe(true)
    expect(own.waiting()).toBe(0)
  })
})

describe('traffic', () => {
  it('keeps the pace over many tickets, and is never faster than the workspace takes it', async () => {
    const own = fakeClock()
    const { incoming, sink } = collector({ clock: own })
    const traffic = startTraffic({ db: running.app.db, sink, log: silentLog, perSecond: 200, clock: own })
    for (let i = 0; i < 30; i++) await own.advance(100)
    await traffic.stop()
    expect(incoming.length).toBeGreaterThan(480)
    expect(incoming.length).toBeLessThanOrEqual(600)
    expect(new Set(incoming.map(m => m.from.number)).size).toBeGreaterThan(40)
    expect(new Set(incoming.map(m => m.id)).size).toBe(incoming.length)
    const before = incoming.length
    await own.advance(5_000)
    expect(incoming.length).toBe(before)
  })

  it('sends less than a message a second too, and says nothing about it', async () => {
    const own = fakeClock()
    const said: string[] = []
    const log = { ...silentLog, warn: (event: string) => void said.push(event) }
    const { incoming, sink } = collector({ clock: own })
    const traffic = startTraffic({ db: running.app.db, sink, log, perSecond: 0.2, clock: own })
    for (let i = 0; i < 300; i++) await own.advance(100)
    await traffic.stop()
    expect(incoming.length).toBeGreaterThanOrEqual(5)
    expect(incoming.length).toBeLessThanOrEqual(6)
    expect(said).toEqual([])
  })
})
