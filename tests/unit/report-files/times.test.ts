import { describe, expect, it } from 'vitest'
import { nextTime, periodBefore } from '../../../electron/server/doors/report-schedules/times'

const ZONE = 'America/Sao_Paulo'
const next = (rhythm: Parameters<typeof nextTime>[1], after: string, zone = ZONE): string =>
  nextTime(zone, rhythm, new Date(after)).toISOString()

describe('when a report leaves', () => {
  it('is the next such weekday or day of the month, at its hour of the company’s clock', () => {
    // A Tuesday.
    expect(next({ period: 'week', day: 1, hour: 8 }, '2026-03-10T12:00:00Z')).toBe('2026-03-16T11:00:00.000Z')
    expect(next({ period: 'week', day: 7, hour: 8 }, '2026-03-10T12:00:00Z')).toBe('2026-03-15T11:00:00.000Z')
    expect(next({ period: 'month', day: 1, hour: 0 }, '2026-12-15T12:00:00Z')).toBe(
      '2027-01-01T03:00:00.000Z',
    )
  })

  it('is the same day while its hour is still to come, and never the instant itself', () => {
    const monday = { period: 'week', day: 1, hour: 8 } as const
    expect(next(monday, '2026-03-16T10:59:59Z')).toBe('2026-03-16T11:00:00.000Z')
    expect(next(monday, '2026-03-16T11:00:00Z')).toBe('2026-03-23T11:00:00.000Z')
  })

  it('keeps its hour over changes of the clocks, and takes the one behind where clocks skip it', () => {
    const sunday = { period: 'week', day: 7, hour: 2 } as const
    // Berlin skips 02:00 to 03:00 on 29 March 2026.
    expect(next(sunday, '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
    expect(next(sunday, '2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('2026-04-05T00:00:00.000Z')
  })
})

describe('the days it is about', () => {
  it('are the seven before, or the month before', () => {
    expect(periodBefore(ZONE, 'week', new Date('2026-03-16T11:00:00Z'))).toEqual({
      from: '2026-03-09',
      to: '2026-03-15',
    })
    expect(periodBefore(ZONE, 'month', new Date('2026-03-05T11:00:00Z'))).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    })
    // 22:00 of 31 December there.
    expect(periodBefore(ZONE, 'month', new Date('2027-01-01T01:00:00Z'))).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
    })
  })
})
