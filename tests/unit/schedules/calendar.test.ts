import { instantIn, schedule as scheduleSchema } from '@contract'
import dayjs from 'dayjs'
import { describe, expect, it } from 'vitest'
import { blockEnd, movedBy, proposedAt, stepOf } from '../../../src/features/schedules/calendar-moves'
import { withSchedule } from '../../../src/features/schedules/use-calendar-range'
import { dayAndTime, instantOf, wallOf } from '../../../src/stores/company-clock'

const SAO_PAULO = 'America/Sao_Paulo'
const NEW_YORK = 'America/New_York'

describe('the company’s clock', () => {
  it('finds the instant of a wall clock, also beside a jump of that clock', () => {
    const at = (zone: string, day: number, hour: number, minute = 0) =>
      instantIn(zone, { year: 2026, month: 3, day, hour, minute }).toISOString()
    expect(at(SAO_PAULO, 8, 9, 30)).toBe('2026-03-08T12:30:00.000Z')
    expect(at(NEW_YORK, 7, 12)).toBe('2026-03-07T17:00:00.000Z')
    // New York went from 02:00 to 03:00 on 8 March 2026.
    expect(at(NEW_YORK, 8, 1, 59)).toBe('2026-03-08T06:59:00.000Z')
    expect(at(NEW_YORK, 8, 2, 30)).toBe('2026-03-08T07:30:00.000Z')
    expect(at(NEW_YORK, 8, 3)).toBe('2026-03-08T07:00:00.000Z')
    expect(at(NEW_YORK, 8, 12)).toBe('2026-03-08T16:00:00.000Z')
  })

  it('shows and reads times in fields, whatever clock the computer has', () => {
    const sendAt = '2026-05-04T02:15:00.000Z'
    expect(dayAndTime(sendAt, SAO_PAULO)).toBe('03/05/2026 23:15')
    expect(dayAndTime('nunca', SAO_PAULO)).toBe('')
    const wall = wallOf(sendAt, SAO_PAULO)
    expect(wall?.format('DD/MM/YYYY HH:mm')).toBe('03/05/2026 23:15')
    expect(instantOf(wall, SAO_PAULO)).toBe(sendAt)
    expect([
      wallOf(null, SAO_PAULO),
      instantOf(null, SAO_PAULO),
      instantOf(dayjs('nunca'), SAO_PAULO),
    ]).toEqual([null, null, null])
  })
})

describe('moving by keys', () => {
  it('goes by days and weeks in a month, by half hours and days in a week', () => {
    expect([stepOf('ArrowRight', 'month'), stepOf('ArrowUp', 'month')]).toEqual([
      { days: 1, minutes: 0 },
      { days: -7, minutes: 0 },
    ])
    expect([stepOf('ArrowLeft', 'week'), stepOf('ArrowDown', 'day'), stepOf('Enter', 'day')]).toEqual([
      { days: -1, minutes: 0 },
      { days: 0, minutes: 30 },
      null,
    ])
  })

  it('a day later is the same time of day, also over a change of the clock', () => {
    expect(movedBy('2026-03-07T17:00:00.000Z', { days: 1, minutes: 0 }, NEW_YORK)).toBe(
      '2026-03-08T16:00:00.000Z',
    )
    expect(movedBy('2026-05-31T23:45:00.000Z', { days: 1, minutes: 30 }, SAO_PAULO)).toBe(
      '2026-06-02T00:15:00.000Z',
    )
  })
})

describe('a pressed day', () => {
  const now = Date.parse('2026-05-04T15:00:00Z')
  const usual = new Date('2026-05-04T16:00:00Z')
  const day = (n: number): Date => instantIn(SAO_PAULO, { year: 2026, month: 5, day: n, hour: 0, minute: 0 })
  it('takes the usual time of day; one that has passed takes nothing, today an hour from now', () => {
    expect(proposedAt(day(6), 'month', usual, SAO_PAULO, now)).toBe('2026-05-06T16:00:00.000Z')
    expect(proposedAt(day(4), 'month', usual, SAO_PAULO, now)).toBe('2026-05-04T16:00:00.000Z')
    expect(proposedAt(day(3), 'month', usual, SAO_PAULO, now)).toBeNull()
    expect(proposedAt(new Date(now - 1), 'week', usual, SAO_PAULO, now)).toBeNull()
    expect(proposedAt(new Date(now + 1), 'week', usual, SAO_PAULO, now)).toBe('2026-05-04T15:00:00.001Z')
  })
})

describe('live changes of what a calendar shows', () => {
  const range = { from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }
  const one = (id: number, sendAt: string, over: object = {}) =>
    scheduleSchema.parse({ id, body: 'Bom dia', sendAt, status: 'PENDENTE', contactId: 4, ...over })
  it('come in, move, and go with their day; names that an event leaves out stay', () => {
    const known = one(1, '2026-05-04T12:00:00Z', { contact: { id: 4, name: 'Rita' } })
    const added = withSchedule([known], one(2, '2026-05-05T12:00:00Z'), range)
    expect(added.map(({ id }) => id)).toEqual([1, 2])
    const moved = withSchedule(added, one(1, '2026-05-20T12:00:00Z'), range)
    expect(moved.find(({ id }) => id === 1)).toMatchObject({
      sendAt: '2026-05-20T12:00:00Z',
      contact: { name: 'Rita' },
    })
    expect(withSchedule(moved, one(1, '2026-06-01T00:00:00Z'), range).map(({ id }) => id)).toEqual([2])
    expect(withSchedule(moved, one(9, '2027-01-01T00:00:00Z'), range)).toBe(moved)
  })
})

it('a block ends with its day: what leaves shortly before midnight stands on one day', () => {
  // 14:00 and 23:50 in São Paulo.
  expect(blockEnd('2026-05-04T17:00:00.000Z', SAO_PAULO)).toBe('2026-05-04T17:30:00.000Z')
  expect(blockEnd('2026-05-05T02:50:00.000Z', SAO_PAULO)).toBe('2026-05-05T03:00:00.000Z')
})
