import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFirstReading } from '../../../electron/main/attention/first-reading'

let reading: ReturnType<typeof createFirstReading>
let read: number

beforeEach(() => {
  vi.useFakeTimers()
  read = 0
  reading = createFirstReading(() => read++)
})
afterEach(() => {
  reading.stop()
  vi.useRealTimers()
})

/** What was read by then. */
const after = (ms: number): number => {
  vi.advanceTimersByTime(ms)
  return read
}

it('main reads what waits a second after the first connection of a start, and from then on at once', () => {
  reading.connected()
  expect(after(999)).toBe(0)
  expect(after(1)).toBe(1)
  reading.connected()
  expect(after(199)).toBe(1)
  expect(after(1)).toBe(2)
  expect(after(60_000)).toBe(2)
})

it('main reads nothing of a connection that was lost meanwhile, and leaves the next one as long', () => {
  reading.connected()
  after(900)
  reading.stop()
  expect(after(5_000)).toBe(0)
  reading.connected()
  expect(after(999)).toBe(0)
  expect(after(1)).toBe(1)
})
