import { DEFAULT_HOURS } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  copied,
  dayFault,
  dragged,
  freeAround,
  isClosed,
  partsOf,
  spillOf,
  toggled,
  typedParts,
  typedTimes,
  weekOf,
  withBreak,
} from '@/features/hours/week'

const times = (startTime: string, endTime: string) => ({ startTime, endTime })

describe('a week of hours', () => {
  it('has seven days, Monday first, whatever order and case a server keeps them in', () => {
    const week = weekOf([
      { weekdayEn: 'Tuesday', ...times('09:00', '17:00') },
      { weekdayEn: 'monday', ...times('08:00', '12:00') },
    ])
    expect(week.map(day => day.weekdayEn)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
      'saturday',
      'sunday',
    ])
    expect(week.slice(0, 2)).toMatchObject([times('08:00', '12:00'), times('09:00', '17:00')])
    expect(week.slice(2).every(isClosed)).toBe(true)
    expect(week[5]?.weekday).toBe('Sábado')
  })

  it('gives one day’s times to the chosen others and to no more', () => {
    const week = copied(weekOf(DEFAULT_HOURS), 'saturday', ['sunday', 'monday'])
    expect(week.map(day => day.endTime)).toEqual([
      '12:00',
      '18:00',
      '18:00',
      '18:00',
      '18:00',
      '12:00',
      '12:00',
    ])
  })

  it('opens a closed day and closes an open one', () => {
    expect(toggled([times('00:00', '00:00')])).toEqual([times('08:00', '18:00')])
    expect(toggled([times('', '')])).toEqual([times('08:00', '18:00')])
    expect(toggled([times('09:00', '12:00'), times('13:00', '18:00')]).every(isClosed)).toBe(true)
  })
})

describe('what is typed', () => {
  it('is read as a time', () => {
    expect(typedTimes(times('01:00', '18:00'), 'startTime', '08h30')).toEqual(times('08:30', '18:00'))
  })

  it('takes 24:00 as the end of a day, and a span for both ends', () => {
    expect(typedTimes(times('08:00', '18:00'), 'endTime', '24')).toEqual(times('08:00', '24:00'))
    expect(dayFault([times('08:00', '24:00')])).toBeNull()
    expect(typedTimes(times('', ''), 'startTime', '8-17h30')).toEqual(times('08:00', '17:30'))
  })

  it.each([
    [times('08:00-12:00, 13:00-18:00', '18:00'), 'split'],
    [times('08:00', '12:00 e 13:00'), 'split'],
    [times('08:00', ''), 'incomplete'],
    [times('', '18:00'), 'incomplete'],
    [times('25:00', '26:00'), 'badTime'],
    [times('abc', 'abc'), 'badTime'],
    [times('08:00', '18:00'), null],
    [times('00:00', '00:00'), null],
    [times('', ''), null],
  ])('%j is %s', (day, fault) => {
    expect(dayFault([day])).toBe(fault)
  })
})

describe('a day with breaks', () => {
  const noon = [times('08:00', '12:00'), times('13:00', '18:00')]
  it('is made by a press, at noon or in the middle of its longest part, as long as one fits', () => {
    expect(withBreak([times('08:00', '18:00')])).toEqual(noon)
    expect(withBreak([times('18:00', '23:00')])).toEqual([times('18:00', '20:00'), times('21:00', '23:00')])
    expect(withBreak([times('18:00', '02:00')])).toEqual([times('18:00', '20:30'), times('21:30', '02:00')])
    expect(withBreak([times('08:00', '10:00')])).toBeNull()
    expect(withBreak([times('00:00', '00:00')])).toBeNull()
  })

  it('is typed at once, and is one day of the week, before and after a copy', () => {
    expect(typedParts('8-12 13h-18')).toEqual(noon)
    expect(typedParts('8-12')).toBeNull()
    expect(typedParts('8-12, 99-18')).toBeNull()
    const week = weekOf([...noon.map(part => ({ weekdayEn: 'monday', ...part }))])
    expect(week).toHaveLength(8)
    expect(copied(week, 'monday', ['sunday'])).toHaveLength(9)
    expect(partsOf(copied(week, 'monday', ['sunday']), 'sunday')).toMatchObject(noon)
    expect(partsOf(copied(week, 'tuesday', ['monday']), 'monday').every(isClosed)).toBe(true)
  })

  it('has parts apart from one another; a server of whole days takes neither these nor a night', () => {
    expect(dayFault(noon)).toBeNull()
    expect(dayFault([times('08:00', '13:00'), times('12:00', '18:00')])).toBe('overlap')
    expect(dayFault([times('18:00', '02:00'), times('20:00', '22:00')])).toBe('overlap')
    expect(dayFault([times('08:00', '12:00'), times('00:00', '00:00')])).toBe('incomplete')
    expect(dayFault([times('18:00', '02:00')])).toBeNull()
    expect(dayFault(noon, true)).toBe('split')
    expect(dayFault([times('18:00', '02:00')], true)).toBe('overnight')
    expect(spillOf([times('18:00', '02:00')])).toBe(120)
  })

  it('keeps a part between those beside it while it is dragged', () => {
    expect(dragged([480, 720], 'end', 600, freeAround(noon, 0))).toEqual(times('08:00', '13:00'))
    expect(dragged([780, 1080], 'whole', -600, freeAround(noon, 1))).toEqual(times('12:00', '17:00'))
  })
})

describe('a dragged bar', () => {
  it('moves in quarters of an hour and stops at midnight', () => {
    expect(dragged([480, 1080], 'start', 22)).toEqual(times('08:15', '18:00'))
    expect(dragged([480, 1080], 'end', 2_000)).toEqual(times('08:00', '24:00'))
    expect(dragged([480, 1080], 'whole', -900)).toEqual(times('00:00', '10:00'))
    expect(dragged([480, 1080], 'start', 2_000)).toEqual(times('17:45', '18:00'))
  })

  it('never leaves a day that cannot be kept', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 1_440 }))
      .filter(([from, until]) => from < until)
    fc.assert(
      fc.property(
        span,
        fc.constantFrom('start', 'end', 'whole' as const),
        fc.integer({ min: -3_000, max: 3_000 }),
        (from, grip, by) => {
          const day = dragged(from, grip as 'start', by)
          expect(dayFault([day])).toBeNull()
          expect(isClosed(day)).toBe(false)
        },
      ),
    )
  })
})
