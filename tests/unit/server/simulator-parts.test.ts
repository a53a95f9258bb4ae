import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { meaningOf } from '../../../electron/demo/company/foreign'
import { createConnections } from '../../../electron/demo/simulator/connections'
import { createCustomers } from '../../../electron/demo/simulator/customers'
import { createDeliveries } from '../../../electron/demo/simulator/deliveries'
import { lookUp } from '../../../electron/demo/simulator/numbers'
import { person } from '../../../electron/demo/simulator/people'
import { createRandom } from '../../../electron/demo/simulator/random'
import { openTaken } from '../../../electron/demo/simulator/taken'
import { inOwnLanguage, SPEAKERS } from '../../../electron/demo/simulator/talk/foreign'
import { defaultTuning, freshControl, type Tuning } from '../../../electron/demo/simulator/tuning'
import type { AckUpdate, StatusUpdate } from '../../../electron/server/desk/channel/channel'
import { type FakeClock, fakeClock } from './fake-clock'

function phones(tuning: Partial<Tuning> = {}) {
  const clock = fakeClock()
  const updates: StatusUpdate[] = []
  const connections = createConnections({ ...defaultTuning(), clock, seed: 1, ...tuning }, u =>
    updates.push(u),
  )
  const states = (): string[] => updates.map(u => u.status)
  return { clock, updates, states, connections }
}

describe('connection states', () => {
  it('goes OPENING, qrcode, PAIRING, CONNECTED by itself', async () => {
    const { clock, updates, states, connections } = phones()
    connections.connect(4)
    await clock.advance(60_000)
    expect(states()).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    expect(updates[1]?.qrcode).toMatch(/^2@/)
    expect(updates[3]?.qrcode).toBe('')
    expect(updates[3]?.number).toMatch(/^5511\d{9}$/)
    expect(connections.connected()).toEqual([4])
  })

  it('shows a fresh code each time and gives up as TIMEOUT', async () => {
    const { clock, updates, states, connections } = phones({ scannedAfterMs: null })
    connections.connect(4)
    await clock.advance(120_000)
    expect(states()).toEqual(['OPENING', 'qrcode', 'qrcode', 'qrcode', 'TIMEOUT'])
    expect(new Set(updates.filter(u => u.status === 'qrcode').map(u => u.qrcode)).size).toBe(3)
    expect(updates.map(u => u.retries)).toEqual([0, 1, 2, 3, 0])
    // Each code says when the next one comes, and nothing else does.
    const ends = updates.map(u => (u.qrcodeUntil ? Date.parse(u.qrcodeUntil) : null))
    expect(ends.map(end => end !== null)).toEqual([false, true, true, true, false])
    expect(Number(ends[2]) - Number(ends[1])).toBe(defaultTuning().qrEveryMs)
    expect(clock.waiting()).toBe(0)
  })

  it('comes back without a code after a lost connection, and needs one after a sign-out', async () => {
    const { clock, states, connections } = phones({ scannedAfterMs: null })
    connections.restore(9, 'CONNECTED', '5511999990001')
    connections.drop(9, 3_000)
    await clock.advance(10_000)
    expect(states()).toEqual(['TIMEOUT', 'OPENING', 'CONNECTED'])
    connections.disconnect(9)
    connections.connect(9)
    await clock.advance(2_000)
    expect(states().slice(3)).toEqual(['DISCONNECTED', 'OPENING', 'qrcode'])
    connections.scan(9)
    await clock.advance(3_000)
    expect(connections.status(9)).toBe('CONNECTED')
  })

  it('forgets a running attempt when it is told to disconnect', async () => {
    const { clock, connections } = phones()
    connections.connect(1)
    connections.disconnect(1)
    await clock.advance(120_000)
    expect(connections.status(1)).toBe('DISCONNECTED')
    expect(clock.waiting()).toBe(0)
  })
})

describe('delivery of own messages', () => {
  function parcels(): {
    clock: FakeClock
    acks: AckUpdate[]
    deliveries: ReturnType<typeof createDeliveries>
  } {
    const clock = fakeClock()
    const acks: AckUpdate[] = []
    return { clock, acks, deliveries: createDeliveries(clock, createRandom(2), batch => acks.push(...batch)) }
  }

  it('moves 1 to 3 by itself and to 4 when the chat is opened', async () => {
    const { clock, acks, deliveries } = parcels()
    deliveries.sent(1, 'm', { audio: false, refused: false })
    await clock.advance(10_000)
    expect(acks.map(a => a.ack)).toEqual([1, 2, 3])
    deliveries.read(['m'])
    deliveries.read(['m'])
    expect(acks.map(a => a.ack)).toEqual([1, 2, 3, 4])
  })

  it('never overtakes itself: opened before it arrived, it is still delivered first', async () => {
    const { clock, acks, deliveries } = parcels()
    deliveries.sent(1, 'm', { audio: true, refused: false })
    deliveries.read(['m', 'unknown'])
    await clock.advance(60_000)
    expect(acks.map(a => a.ack)).toEqual([1, 2, 3, 4, 5])
    expect(clock.waiting()).toBe(0)
  })

  it('reports a refusal on the way with its code', async () => {
    const { clock, acks, deliveries } = parcels()
    deliveries.sent(1, 'm', { audio: false, refused: true })
    await clock.advance(60_000)
    expect(acks.map(a => [a.ack, a.failure])).toEqual([
      [1, undefined],
      [1, 'ERR_SENDING_WAPP_MSG'],
    ])
  })
})

describe('what the simulated network remembers has an end', () => {
  it('of messages that nobody reads, the newest are on their way', async () => {
    const clock = fakeClock()
    const deliveries = createDeliveries(clock, createRandom(2), () => undefined, 4)
    const ids = Array.from({ length: 7 }, (_, i) => `m${i}`)
    for (const id of ids) deliveries.sent(1, id, { audio: false, refused: false })
    await clock.advance(10_000)
    expect(ids.filter(id => deliveries.ackOf(id) === null)).toEqual(['m0', 'm1', 'm2'])
    expect(deliveries.ackOf('m3')).toBe(3)
  })

  it('of messages that were taken, the newest are known', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turno-taken-'))
    try {
      const complaints: string[] = []
      const taken = openTaken(folder, reason => complaints.push(reason), 4)
      const kind = { audio: true, refused: false }
      for (let i = 0; i < 6; i++) taken.note(`m${i}`, kind)
      expect([taken.kindOf('m0'), taken.kindOf('m1'), taken.kindOf('m2')]).toEqual([null, null, kind])
      expect(taken.kindOf('m5')).toEqual(kind)
      expect(complaints).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a customer who is written to without a pause', () => {
  it('reads it all the same, again and again', async () => {
    const clock = fakeClock()
    const read: (readonly string[])[] = []
    const nothing = async (): Promise<void> => undefined
    const sink = { incoming: nothing, typing: nothing, reaction: nothing, edited: nothing, revoked: nothing }
    const customers = createCustomers({
      tuning: { ...defaultTuning(), clock, seed: 1 },
      control: freshControl(),
      random: createRandom(1),
      sink: sink as never,
      directory: { background: async () => null, underWay: async () => true } as never,
      deliveries: { sent: nothing, read: ids => void read.push(ids), ackOf: () => null, stop: nothing },
      run: task => void task(),
      awake: () => true,
      unasked: false,
    })
    const sent: string[] = []
    for (let i = 0; i < 60; i++) {
      sent.push(`m${i}`)
      const to = { number: '5511987654321', isGroup: false }
      await customers.receive({
        companyId: 1,
        whatsappId: 1,
        messageId: `m${i}`,
        to,
        body: 'Um momento.',
      } as never)
      await clock.advance(1_000)
    }
    // A minute of a message a second: at no time are more than those of a quarter of it unread.
    expect(read.length).toBeGreaterThanOrEqual(3)
    expect(read.every(ids => ids.length <= 17)).toBe(true)
    expect(read.flat()).toEqual(sent.slice(0, read.flat().length))
    expect(sent.length - read.flat().length).toBeLessThanOrEqual(17)
    customers.stop()
  })
})

describe('numbers of the simulated network', () => {
  it.each([
    ['11987654321', false],
    ['1133334444', false],
    ['5511987654321', true],
    ['14155552671', true],
    ['5511987650000', false],
    ['123', false],
  ])('%s', (number, exists) => {
    expect(lookUp(number)).toEqual({ exists, number })
  })

  it('gives everybody a number that works', () => {
    const random = createRandom(5)
    for (let i = 0; i < 2_000; i++) {
      const { number } = person(random)
      expect(lookUp(number)).toEqual({ exists: true, number })
      expect(number.endsWith('9999')).toBe(false)
    }
  })
})

describe('customers of other languages', () => {
  it('answer in theirs, each sentence in its turn, and leave ratings and reactions as they are', () => {
    const part = (body: string) => ({ kind: 'text', body, quotes: true, afterwards: null }) as const
    for (const [number, { language, answers }] of Object.entries(SPEAKERS)) {
      const said = answers.map((_, turn) => inOwnLanguage(number, part('Obrigado!'), turn))
      expect(said.map(one => (one.kind === 'text' ? one.body : ''))).toEqual(
        answers.map(one => one[language]),
      )
      expect(inOwnLanguage(number, part('2'), 0)).toEqual(part('2'))
      for (const words of answers) expect(meaningOf(words[language], 'pt')).toBe(words.pt)
    }
    expect(inOwnLanguage('5511999990000', part('Obrigado!'), 0)).toEqual(part('Obrigado!'))
  })
})
