/** Business time: how long a deadline has been running, and how much of a time lies within opening hours, is one count. */
import { businessMs, dueAfter, isOpenAt, type Opening, WEEKDAYS } from '@contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const MINUTE = 60_000
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)

const opening: fc.Arbitrary<Opening> = fc.record({
  timeZone: fc.constantFrom(
    'America/New_York',
    'Europe/Berlin',
    'America/Sao_Paulo',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ),
  days: fc.array(
    fc.record({
      weekdayEn: fc.constantFrom(...WEEKDAYS),
      startTime: clock,
      endTime: fc.oneof(clock, fc.constant('24:00')),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  holidays: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }).map(day => `2026-03-${String(day).padStart(2, '0')}`),
      startTime: fc.constantFrom('', '09:00'),
      endTime: fc.constantFrom('', '12:00'),
    }),
    { maxLength: 3 },
  ),
})
/** Around the changes of the clocks of 2026, to the second. */
const moment = fc
  .integer({ min: Date.parse('2026-03-01T00:00:00Z') / 1000, max: Date.parse('2026-04-12T00:00:00Z') / 1000 })
  .map(seconds => seconds * 1000)

it('until a deadline is due, exactly what was promised lies within opening hours', () => {
  fc.assert(
    fc.property(opening, moment, fc.integer({ min: 1, max: 3_000 }), (hours, since, minutes) => {
      const due = dueAfter(hours, new Date(since).toISOString(), minutes)
      if (!due) return
      const at = Date.parse(due.at)
      expect(businessMs(hours, since, at)).toBe(minutes * MINUTE)
      expect(businessMs(hours, since, at - 1)).toBeLessThan(minutes * MINUTE)
      const counted = due.counted.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0)
      expect(counted).toBe(minutes * MINUTE)
    }),
    { numRuns: 300 },
  )
})

it('parts of a time add up to it, and no time is longer than it is', () => {
  fc.assert(
    fc.property(opening, moment, moment, moment, (hours, ...times) => {
      const [a = 0, b = 0, c = 0] = times.sort((x, y) => x - y)
      expect(businessMs(hours, a, b) + businessMs(hours, b, c)).toBe(businessMs(hours, a, c))
      expect(businessMs(hours, a, c)).toBeLessThanOrEqual(c - a)
      expect(businessMs(hours, c, a)).toBe(0)
    }),
    { numRuns: 150 },
  )
})

it('it is what a look at each minute finds', () => {
  fc.assert(
    fc.property(opening, moment, fc.integer({ min: 1, max: 900 }), (hours, at, minutes) => {
      const from = Math.floor(at / MINUTE) * MINUTE
      let open = 0
      for (let minute = 0; minute < minutes; minute += 1)
        if (isOpenAt(hours, new Date(from + minute * MINUTE))) open += 1
      expect(businessMs(hours, from, from + minutes * MINUTE)).toBe(open * MINUTE)
    }),
    { numRuns: 60 },
  )
})

it('without hours all of it counts', () => {
  expect(businessMs(null, 0, 5_000)).toBe(5_000)
  expect(businessMs({ timeZone: 'America/New_York', days: [] }, 0, 5_000)).toBe(5_000)
})
