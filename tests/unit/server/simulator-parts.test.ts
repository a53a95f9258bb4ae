import { describe, expect, it } from 'vitest'
import { createConnections } from '../../../electron/demo/simulator/connections'
import { createDeliveries } from '../../../electron/demo/simulator/deliveries'
import { lookUp } from '../../../electron/demo/simulator/numbers'
import { person } from '../../../electron/demo/simulator/people'
import { createRandom } from '../../../electron/demo/simulator/random'
import { defaultTuning, type Tuning } from '../../../electron/demo/simulator/tuning'
import type { AckUpdate, StatusUpdate } from '../../../electron/server/channel/channel'
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

  it('scans the second code when nobody was quick enough for the first', async () => {
    const { clock, states, connections } = phones({ scannedAfterMs: 25_000 })
    connections.connect(4)
    await clock.advance(60_000)
    expect(states()).toEqual(['OPENING', 'qrcode', 'qrcode', 'PAIRING', 'CONNECTED'])
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

describe('numbers of the simulated network', () => {
  it.each([
    ['11987654321', true, '5511987654321'],
    ['1133334444', true, '551133334444'],
    ['5511987654321', true, '5511987654321'],
    ['14155552671', true, '14155552671'],
    ['5511987650000', false, '5511987650000'],
    ['11987650000', false, '5511987650000'],
    ['123', false, '123'],
  ])('%s', (number, exists, canonical) => {
    expect(lookUp(number)).toEqual({ exists, number: canonical })
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
