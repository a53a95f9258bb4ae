import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffMs } from '../../../electron/main/backoff'
import { LIMITS, orderingKeyOf, PAUSES, plan } from '../../../electron/main/outbox/schedule'
import type { OutboxRecord } from '../../../electron/main/outbox/types'
import { FORWARD_PAUSE_MS } from '../../../src/contract'

const record = (seq: number, more: Partial<OutboxRecord> = {}): OutboxRecord => ({
  seq,
  id: `id-${seq}`,
  ticketId: 1,
  kind: 'text',
  body: 'x',
  quote: null,
  attachment: null,
  forward: null,
  state: 'queued',
  attempts: 0,
  unsure: false,
  firstAttemptAt: null,
  lastAttemptAt: null,
  failureCode: null,
  failureText: null,
  holdUntil: null,
  sentAt: null,
  createdAt: 0,
  messageId: null,
  streak: 0,
  backoffUntil: null,
  progress: null,
  leaving: false,
  ...more,
})
const ids = (records: readonly OutboxRecord[]) => records.map(r => r.seq)

it('starts the first of each ticket and nothing behind it', () => {
  const queue = [record(1), record(2), record(3, { ticketId: 2 })]
  expect(ids(plan(queue, new Set(), 0, 0).start)).toEqual([1, 3])
})

it('lets a held or waiting entry hold up its ticket, and says when to come back', () => {
  const queue = [record(1, { holdUntil: 50 }), record(2), record(3, { ticketId: 2, backoffUntil: 30 })]
  expect(plan(queue, new Set(), 10, 0)).toEqual({ start: [], wakeAt: 30 })
  expect(ids(plan(queue, new Set(), 50, 0).start)).toEqual([1, 3])
})

it('does not let a refused entry hold up its ticket', () => {
  expect(ids(plan([record(1, { state: 'failed' }), record(2)], new Set(), 0, 0).start)).toEqual([2])
})

it('forwards one by one, not before the pause is over', () => {
  const queue = [record(1, { kind: 'forward' }), record(2, { kind: 'forward', ticketId: 9 }), record(3)]
  expect(ids(plan(queue, new Set(), 0, 0).start)).toEqual([1, 3])
  expect(plan(queue, new Set([record(1, { ticketId: 1 })]), 0, FORWARD_PAUSE_MS)).toEqual({
    start: [],
    wakeAt: 900,
  })
})

it('never lets texts wait for uploads of other tickets', () => {
  const files = [1, 2, 3, 4].map(n => record(n, { ticketId: n, kind: 'media' }))
  expect(ids(plan([...files, record(5, { ticketId: 5 })], new Set(), 0, 0).start)).toEqual([1, 2, 5])
})

it('keeps order and bounds for any queue run to its end in any way', () => {
  const entries = fc.array(
    fc.record({
      ticketId: fc.integer({ min: 1, max: 4 }),
      kind: fc.constantFrom('text' as const, 'media' as const, 'forward' as const),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(entries, fc.array(fc.nat(99), { minLength: 1, maxLength: 60 }), (list, dice) => {
      const queue = list.map((more, seq) => record(seq, more))
      const running = new Set<OutboxRecord>()
      const sent: OutboxRecord[] = []
      let now = 0
      for (let step = 0; sent.length < queue.filter(r => r.state !== 'failed').length; step += 1) {
        expect(step).toBeLessThan(1_000)
        const { start, wakeAt } = plan(queue, running, now, 0)
        for (const r of start) {
          r.state = 'sending'
          running.add(r)
        }
        expect(running.size).toBeLessThanOrEqual(LIMITS.total)
        expect([...running].filter(r => r.kind === 'media').length).toBeLessThanOrEqual(LIMITS.media)
        expect(new Set([...running].map(orderingKeyOf)).size).toBe(running.size)
        const die = dice[step % dice.length] ?? 0
        const ending = [...running][die % Math.max(1, running.size)]
        if (!ending) {
          expect(wakeAt).not.toBeNull()
          now = wakeAt ?? now
          continue
        }
        running.delete(ending)
        if (die % 5 === 0 && step < 500) {
          ending.state = 'queued'
          ending.backoffUntil = now + die
        } else if (die % 7 === 0) {
          ending.state = 'failed'
        } else {
          ending.state = 'sent'
          sent.push(ending)
        }
      }
      for (const lane of new Set(sent.map(orderingKeyOf))) {
        const order = ids(sent.filter(r => orderingKeyOf(r) === lane))
        expect(order).toEqual([...order].sort((a, b) => a - b))
      }
    }),
  )
})

it('waits longer and longer, by chance, and never more than a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (streak, chance) => {
        const ms = backoffMs(streak, chance, PAUSES)
        const step = Math.min(60_000, 1_000 * 2 ** Math.min(streak - 1, 16))
        expect(ms).toBeGreaterThanOrEqual(step / 2)
        expect(ms).toBeLessThanOrEqual(step)
      },
    ),
  )
})
