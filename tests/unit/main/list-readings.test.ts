/** Lists that a server lets go stale are read again once a minute, never together and never right behind a press. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createListReadings, type ListReadings } from '../../../electron/main/socket/list-readings'

let readings: ListReadings
let wanted: boolean
/** What was read, with the second it began in. */
let read: [string, number][]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  wanted = true
  read = []
  const from = performance.now()
  const turn = (name: string) => () =>
    void read.push([name, Math.round((performance.now() - from) / 100) / 10])
  readings = createListReadings(() => wanted, [turn('windows'), turn('main')])
})
afterEach(() => {
  readings.stop()
  vi.useRealTimers()
})

const open = (): void => readings.asked('GET', '/messages/7')
const seconds = (n: number): void => void vi.advanceTimersByTime(n * 1_000)

it('are read once a minute by each, in turns', () => {
  seconds(125)
  expect(read).toEqual([
    ['windows', 30],
    ['main', 60],
    ['windows', 90],
    ['main', 120],
  ])
  wanted = false
  seconds(60)
  expect(read).toHaveLength(4)
  wanted = true
  seconds(30)
  expect(read.at(-1)).toEqual(['windows', 210])
})

it('wait until nobody has opened a conversation for three seconds; other questions count for nothing', () => {
  seconds(29)
  open()
  seconds(2)
  open()
  seconds(2.9)
  readings.asked('GET', '/tickets')
  readings.asked('POST', '/messages/7')
  expect(read).toEqual([])
  seconds(0.2)
  expect(read).toEqual([['windows', 34]])
})

it('never begin within a second after a press, however long they have waited, and do begin', () => {
  let sincePress = Number.POSITIVE_INFINITY
  seconds(29)
  for (let n = 0; n < 700; n++) {
    // Somebody who opens one conversation after the other, faster and slower.
    if (n % (n < 400 ? 7 : 13) === 0) {
      open()
      sincePress = 0
    }
    const before = read.length
    seconds(0.1)
    sincePress += 0.1
    if (read.length > before) expect(sincePress).toBeGreaterThanOrEqual(0.999)
  }
  expect(read.map(([name]) => name)).toEqual(['windows'])
  // Presses seven tenths apart leave no second free; the first longer pause does.
  expect(read[0]?.[1]).toBeGreaterThan(69)
  expect(read[0]?.[1]).toBeLessThan(71)
})
