import { describe, expect, it } from 'vitest'
import {
  businessHours,
  businessMs,
  clockIn,
  DEFAULT_HOURS,
  dayIn,
  isOpenAt,
  isRealDay,
  type Opening,
  openingState,
  opensOn,
  parseTime,
} from '../../../src/contract'

const week: Opening = { days: DEFAULT_HOURS, timeZone: 'America/Sao_Paulo' }
/** Wall clock of São Paulo, three hours behind UTC. 2026-11-23 is a Monday. */
const at = (day: string, time: string): Date => new Date(`${day}T${time}:00-03:00`)

describe('the clock of a zone', () => {
  it('reads day, hour and weekday where the company is, not where the computer stands', () => {
    const instant = new Date('2026-11-23T01:30:00Z')
    expect(clockIn('America/Sao_Paulo', instant)).toMatchObject({ day: 22, hour: 22, minute: 30, weekday: 0 })
    expect(clockIn('America/Manaus', instant)).toMatchObject({ day: 22, hour: 21 })
    expect(dayIn('Europe/Lisbon', instant)).toBe('2026-11-23')
  })

  it('takes the default for a zone nobody knows', () => {
    expect(dayIn('Marte/Olimpo', new Date('2026-11-23T01:30:00Z'))).toBe('2026-11-22')
  })
})

describe('typed times', () => {
  it.each([
    ['0800', '08:00'],
    ['8:00', '08:00'],
    ['8', '08:00'],
    ['18h30', '18:30'],
    ['1830', '18:30'],
    ['830', '08:30'],
    ['', ''],
    ['24:30', null],
    ['8:5', null],
    ['oito', null],
  ])('reads %j as %j', (typed, read) => expect(parseTime(typed)).toBe(read))
})

describe('business hours', () => {
  it('open at the first minute and close at the last', () => {
    expect(isOpenAt(week, at('2026-11-23', '07:59'))).toBe(false)
    expect(isOpenAt(week, at('2026-11-23', '08:00'))).toBe(true)
    expect(isOpenAt(week, at('2026-11-23', '17:59'))).toBe(true)
    expect(isOpenAt(week, at('2026-11-23', '18:00'))).toBe(false)
  })

  it('are closed on a day from 00:00 to 00:00, and open for ever where none are kept', () => {
    expect(isOpenAt(week, at('2026-11-22', '10:00'))).toBe(false)
    expect(isOpenAt({ ...week, days: [] }, at('2026-11-22', '03:00'))).toBe(true)
  })

  it('have breaks, and go on after midnight in the day that began them', () => {
    const part = (weekdayEn: string, startTime: string, endTime: string) => ({
      weekdayEn,
      startTime,
      endTime,
    })
    const days = [
      part('monday', '08:00', '12:00'),
      part('monday', '13:00', '18:00'),
      part('saturday', '18:00', '02:00'),
    ]
    const bar: Opening = { ...week, days }
    const open = (day: string, time: string) => isOpenAt(bar, at(day, time))
    expect([open('2026-11-23', '11:59'), open('2026-11-23', '12:00'), open('2026-11-23', '13:00')]).toEqual([
      true,
      false,
      true,
    ])
    // Saturday night goes on into Sunday, and the Friday night does not into Saturday.
    expect([open('2026-11-21', '18:00'), open('2026-11-22', '01:59'), open('2026-11-22', '02:00')]).toEqual([
      true,
      true,
      false,
    ])
    expect(open('2026-11-21', '01:00')).toBe(false)
    expect(openingState(bar, at('2026-11-21', '23:00'))).toEqual({ kind: 'open', until: '02:00' })
    expect(openingState(bar, at('2026-11-22', '01:00'))).toEqual({ kind: 'open', until: '02:00' })
    const afterLunch = { time: '13:00', inDays: 0, weekday: 'monday' }
    expect(openingState(bar, at('2026-11-23', '12:30'))).toEqual({ kind: 'closed', opens: afterLunch })
    // A night that began the day before a holiday ends as it would have; the holiday's own does not begin.
    const holidays = [{ day: '2026-11-22', startTime: '', endTime: '' }]
    expect(isOpenAt({ ...bar, holidays }, at('2026-11-22', '01:00'))).toBe(true)
    // Parts that touch are one.
    const touching = { ...bar, days: [part('monday', '12:00', '18:00'), part('monday', '08:00', '12:00')] }
    expect(openingState(touching, at('2026-11-23', '09:00'))).toEqual({ kind: 'open', until: '18:00' })
  })

  it('until 23:59 are open until midnight, and round the clock every day', () => {
    const days = DEFAULT_HOURS.map(day => ({ ...day, startTime: '00:00', endTime: '23:59' }))
    const shop: Opening = { ...week, days }
    expect(isOpenAt(shop, at('2026-11-23', '23:59'))).toBe(true)
    expect(openingState(shop, at('2026-11-23', '12:00'))).toEqual({ kind: 'open', until: '24:00' })
    const monday = { ...week, days: days.slice(0, 1) }
    expect(isOpenAt(monday, at('2026-11-24', '00:00'))).toBe(false)
  })

  it('give way to a holiday, closed or with other hours', () => {
    const holidays = [
      { day: '2026-11-23', startTime: '', endTime: '' },
      { day: '2026-11-22', startTime: '10:00', endTime: '12:00' },
    ]
    expect(isOpenAt({ ...week, holidays }, at('2026-11-23', '10:00'))).toBe(false)
    expect(isOpenAt({ ...week, holidays }, at('2026-11-22', '10:00'))).toBe(true)
  })

  it('close on a holiday where no weekly hours are kept, and only then', () => {
    const holidays = [
      { day: '2026-11-23', startTime: '', endTime: '' },
      { day: '2026-11-25', startTime: '10:00', endTime: '12:00' },
    ]
    const shop: Opening = { ...week, days: [], holidays }
    const tomorrow = { time: '00:00', inDays: 1, weekday: 'tuesday' }
    expect(openingState(shop, at('2026-11-23', '10:00'))).toEqual({ kind: 'closed', opens: tomorrow })
    expect(openingState(shop, at('2026-11-24', '10:00'))).toEqual({ kind: 'always' })
    expect(openingState(shop, at('2026-11-25', '10:00'))).toEqual({ kind: 'open', until: '12:00' })
    expect(isOpenAt(shop, at('2026-11-25', '12:00'))).toBe(false)
    expect(opensOn(shop, '2026-11-24', 540)).toBe(540)
    const [from, to] = [at('2026-11-22', '12:00'), at('2026-11-24', '12:00')]
    expect(businessMs(shop, from.getTime(), to.getTime())).toBe(24 * 3_600_000)
  })

  it('say what they mean now', () => {
    expect(openingState(week, at('2026-11-23', '10:00'))).toEqual({ kind: 'open', until: '18:00' })
    const tomorrow = { time: '08:00', inDays: 1, weekday: 'tuesday' }
    expect(openingState(week, at('2026-11-23', '19:00'))).toEqual({ kind: 'closed', opens: tomorrow })
    const monday = { time: '08:00', inDays: 2, weekday: 'monday' }
    expect(openingState(week, at('2026-11-21', '12:00'))).toEqual({ kind: 'closed', opens: monday })
    expect(openingState({ ...week, days: [] }, at('2026-11-21', '12:00'))).toEqual({ kind: 'always' })
    const never = week.days.map(day => ({ ...day, startTime: '00:00', endTime: '00:00' }))
    const closed = { kind: 'closed', opens: null }
    expect(openingState({ ...week, days: never }, at('2026-11-21', '12:00'))).toEqual(closed)
  })
})

describe('the form of business hours', () => {
  const day = (startTime: string, endTime: string, weekdayEn = 'monday') => ({
    weekday: 'Segunda-feira',
    weekdayEn,
    startTime,
    endTime,
  })
  const firstIssue = (days: unknown[]): string | undefined =>
    businessHours.safeParse(days).error?.issues[0]?.message

  it('takes breaks and hours over midnight, and refuses half hours and parts that overlap, in words', () => {
    expect(firstIssue([day('22:00', '06:00')])).toBeUndefined()
    expect(firstIssue([day('08:00', '12:00'), day('13:00', '18:00')])).toBeUndefined()
    expect(firstIssue([day('08:00', '')])).toBe('Incomplete hours')
    expect(firstIssue([day('08:00', '13:00'), day('12:00', '18:00')])).toBe('Overlapping hours')
    expect(firstIssue([day('18:00', '02:00'), day('20:00', '22:00')])).toBe('Overlapping hours')
    expect(firstIssue([day('08:00', '12:00'), day('', '')])).toBe('Overlapping hours')
    expect(firstIssue(Array.from({ length: 5 }, (_, i) => day(`0${i}:00`, `0${i}:30`)))).toBe(
      'Overlapping hours',
    )
    expect(firstIssue([day('25:00', '26:00')])).toBe('Invalid time')
    expect(firstIssue([day('00:00', '00:00'), day('', '', 'sunday')])).toBeUndefined()
  })

  it('knows the days of the calendar', () => {
    expect(isRealDay('2026-02-28')).toBe(true)
    expect(isRealDay('2026-02-30')).toBe(false)
    expect(isRealDay('2024-99-99')).toBe(false)
  })
})
