/** When a company is due, and when it is due next (docs/specification.md 2.2, 2.4 and 2.9). */
import { daysToDue, dueTone, nextDueDate, OFFERED_RECURRENCES } from '@contract'
import { describe, expect, it } from 'vitest'

const ZONE = 'America/Sao_Paulo'
const NOW = new Date('2026-11-22T15:00:00.000Z')

describe('the due date moves', () => {
  it.each([
    ['MENSAL', '2027-01-10T23:30:00.000Z'],
    ['BIMESTRAL', '2027-02-10T23:30:00.000Z'],
    ['TRIMESTRAL', '2027-03-10T23:30:00.000Z'],
    ['SEMESTRAL', '2027-06-10T23:30:00.000Z'],
    ['ANUAL', '2027-12-10T23:30:00.000Z'],
    ['QUINZENAL', '2027-01-10T23:30:00.000Z'],
    [null, '2027-01-10T23:30:00.000Z'],
  ])('by %s', (recurrence, expected) => {
    expect(nextDueDate('2026-12-10T23:30:00.000Z', recurrence, NOW, ZONE)).toBe(expected)
  })

  it('to the last day of a shorter month, as the zone has its days', () => {
    expect(nextDueDate('2027-01-31T12:00:00.000Z', 'MENSAL', NOW, ZONE)).toBe('2027-02-28T12:00:00.000Z')
    expect(nextDueDate('2028-01-31T12:00:00.000Z', 'MENSAL', NOW, ZONE)).toBe('2028-02-29T12:00:00.000Z')
    // The last minute of the 31st in São Paulo is the 1st elsewhere.
    expect(nextDueDate('2027-02-01T02:59:59.999Z', 'MENSAL', NOW, ZONE)).toBe('2027-03-01T02:59:59.000Z')
  })

  it('back to the day that is meant after a shorter month, unless somebody chose another', () => {
    const from = (due: string, dueDay: number | null) =>
      nextDueDate(`${due}T12:00:00.000Z`, 'MENSAL', NOW, ZONE, dueDay).slice(0, 10)
    expect(from('2027-02-28', 31)).toBe('2027-03-31')
    expect(from('2027-04-30', 31)).toBe('2027-05-31')
    expect(from('2027-02-28', 30)).toBe('2027-03-30')
    expect(from('2027-02-28', null)).toBe('2027-03-28')
    // Moved to another day by a person since: that day is meant.
    expect(from('2027-02-27', 31)).toBe('2027-03-27')
    expect(from('2027-03-28', 31)).toBe('2027-04-28')
  })

  it('by the same hour of the wall clock where the clocks change between', () => {
    // New York: 12:00 in summer is 16:00 UTC, in winter 17:00 UTC.
    expect(nextDueDate('2026-10-15T16:00:00.000Z', 'MENSAL', NOW, 'America/New_York')).toBe(
      '2026-11-15T17:00:00.000Z',
    )
  })

  it('from now where there is none', () => {
    for (const none of [null, 'amanhã'])
      expect(nextDueDate(none, 'MENSAL', NOW, ZONE)).toBe('2026-12-22T15:00:00.000Z')
  })

  it('offers the monthly recurrence alone', () => expect(OFFERED_RECURRENCES).toEqual(['MENSAL']))
})

describe('days to the due date', () => {
  it('are days of the calendar in the zone', () => {
    const days = (due: string | null) => daysToDue(due, NOW, ZONE)
    expect(days('2026-11-22T03:00:00.000Z')).toBe(0)
    expect(days('2026-11-22T02:59:00.000Z')).toBe(-1)
    expect(days('2026-11-23T02:59:00.000Z')).toBe(0)
    expect(days('2026-11-23T03:00:00.000Z')).toBe(1)
    expect(days('2026-11-27T12:00:00.000Z')).toBe(5)
    expect([days(null), days('')]).toEqual([null, null])
  })

  it('colour a row exactly as the specification says', () => {
    const colours = Array.from({ length: 14 }, (_, at) => at - 6).map(days => [days, dueTone(days)])
    expect(Object.fromEntries(colours)).toEqual({
      '-6': null,
      '-5': null,
      '-4': 'red',
      '-3': 'orange',
      '-2': 'orange',
      '-1': 'orange',
      0: 'orange',
      1: 'orange',
      2: 'orange',
      3: 'orange',
      4: 'orange',
      5: 'yellow',
      6: null,
      7: null,
    })
    expect(dueTone(null)).toBeNull()
  })
})
