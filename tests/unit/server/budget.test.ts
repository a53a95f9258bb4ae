/** What one connection may send, counted by a clock that nobody sets. */
import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { keepWithin, SOCKET_BUDGET } from '../../../electron/server/platform/realtime/budget'

afterEach(() => vi.useRealTimers())

function connection() {
  const line = Object.assign(new EventEmitter(), { transport: { name: 'polling' }, close: vi.fn() })
  const onCut = vi.fn()
  keepWithin(line as unknown as Parameters<typeof keepWithin>[0], SOCKET_BUDGET, onCut)
  const packets = (count: number): void => {
    for (let i = 0; i < count; i += 1) line.emit('packet')
  }
  return { packets, onCut }
}

it('cuts nobody off because the computer’s time is set back', () => {
  vi.useFakeTimers()
  const { packets, onCut } = connection()
  packets(1)
  vi.setSystemTime(Date.now() - 3_600_000)
  packets(1)
  expect(onCut).not.toHaveBeenCalled()
})

it('gives back what time has passed, and no more for a time that is set ahead', () => {
  vi.useFakeTimers()
  const { packets, onCut } = connection()
  packets(SOCKET_BUDGET.burst)
  vi.advanceTimersByTime(1_000)
  packets(SOCKET_BUDGET.perSecond)
  expect(onCut).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 3_600_000)
  packets(1)
  expect(onCut).toHaveBeenCalledOnce()
})
