/** What somebody typed, read in their own writing, and refused where it could mean two things. */
import { formatSpan, parseTime } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayText,
  formatters,
  LANGUAGES,
  type Language,
  numberText,
  parseAmount,
  parseDate,
  parseDateTime,
  parseDuration,
  parseNumber,
  parsePercent,
} from '@/i18n'

describe('a number', () => {
  it.each<[Language, string, number | null]>([
    ['pt', '100.000', 100_000],
    ['pt', '1.000.000', 1_000_000],
    ['pt', '4.096', 4_096],
    ['pt', '1.234,56', 1_234.56],
    ['pt', '1234,56', 1_234.56],
    ['pt', '1 234,56', 1_234.56],
    ['pt', '1,5', 1.5],
    ['pt', ' 12 ', 12],
    ['pt', '-3', -3],
    ['pt', '1.5', null],
    ['pt', '1.50', null],
    ['pt', '0.500', null],
    ['pt', '1.23.456', null],
    ['pt', '1.234 567', null],
    ['pt', '1,234.56', null],
    ['pt', '1,', null],
    ['pt', ',5', null],
    ['pt', '1e5', null],
    ['pt', '12 min', null],
    ['pt', '', null],
    ['pt', '1234567890123456', null],
    ['es', '1.234,56', 1_234.56],
    ['es', '1.5', null],
    ['en', '1,234.56', 1_234.56],
    ['en', '100,000', 100_000],
    ['en', '1.5', 1.5],
    ['en', '1,5', null],
    ['en', '1.234,56', null],
  ])('%s: “%s” is %s', (language, text, value) => expect(parseNumber(language, text)).toBe(value))

  it.each(LANGUAGES)('of every size is read as it is shown, with groups and without (%s)', language => {
    const hundredths = fc.integer({ min: -99_999_999, max: 99_999_999 }).map(value => value / 100)
    fc.assert(
      fc.property(hundredths, value => {
        expect(parseNumber(language, formatters(language).number(value))).toBe(value)
        expect(parseNumber(language, numberText(language, value))).toBe(value)
        expect(parseAmount(language, formatters(language).money(value))).toBe(value)
        expect(parsePercent(language, `${numberText(language, value)}%`)).toBe(value)
      }),
    )
  })

  it.each(LANGUAGES)('is read as one value or as none, whatever is typed (%s)', language => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,- ') })
    fc.assert(
      fc.property(typed, text => {
        const value = parseNumber(language, text)
        if (value !== null) expect(parseNumber(language, numberText(language, value))).toBe(value)
      }),
    )
  })
})

describe('an amount', () => {
  it.each<[string, number | null]>([
    ['R$ 1.234,56', 1_234.56],
    ['R$99,90', 99.9],
    ['1.500,00', 1_500],
    ['1.500', 1_500],
    ['99,90 R$', 99.9],
    ['9,999', null],
    ['US$ 5', null],
  ])('“%s” is %s', (text, value) => expect(parseAmount('pt', text)).toBe(value))
})

it('reads a percentage with its sign and without', () => {
  expect([parsePercent('pt', '12,5 %'), parsePercent('pt', '80'), parsePercent('en', '12.5%')]).toEqual([
    12.5, 80, 12.5,
  ])
  expect(parsePercent('pt', '%')).toBeNull()
})

describe('a length of time', () => {
  it.each<[string, number | null]>([
    ['45 s', 45],
    ['12 min', 720],
    ['90m', 5_400],
    ['1h30', 5_400],
    ['1 h 05', 3_900],
    ['1,5 h', 5_400],
    ['2 d 3 h', 183_600],
    ['1 min 30', 90],
    ['30', null],
    ['1:30', null],
    ['1 h 5', null],
    ['3 h 2 d', null],
    ['10 meses', null],
    ['2 d 30', null],
    ['', null],
  ])('“%s” is %s s', (text, seconds) =>
    expect(parseDuration('pt', text)).toBe(seconds === null ? null : seconds * 1_000),
  )

  it.each(LANGUAGES)('is read as it is shown (%s)', language => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 900_000_000 }), ms => {
        const shown = formatSpan(ms)
        expect(formatSpan(parseDuration(language, shown))).toBe(shown)
      }),
    )
  })
})

describe('a day', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['1/12/2026', '2026-12-01'],
    ['1.12.26', '2026-12-01'],
    ['1-12-2026', '2026-12-01'],
    ['01122026', '2026-12-01'],
    ['2026-12-01', '2026-12-01'],
    ['31/02/2026', null],
    ['29/02/2025', null],
    ['12/31/2026', null],
    ['1/12', null],
    ['1/12-2026', null],
    ['1/12/202', null],
    ['1/12/0026', null],
    ['amanhã', null],
    ['', null],
  ])('“%s” is %s', (text, day) => expect(parseDate(text)).toBe(day))

  it('is read as it is shown', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, at => {
        const day = at.toISOString().slice(0, 10)
        expect(parseDate(dayText(day))).toBe(day)
      }),
    )
  })
})

describe('a day with a time', () => {
  it.each([
    ['1/12/2026 9:30', '2026-12-01T09:30'],
    ['1/12/2026 09:30', '2026-12-01T09:30'],
    ['31/12/26 09:30', '2026-12-31T09:30'],
    ['31/12/2026, 9h30', '2026-12-31T09:30'],
    ['31/12/2026 às 9h', '2026-12-31T09:00'],
    ['31/12/2026', null],
    ['09h30', null],
    ['31/12/2026 25:00', null],
    ['31/11/2026 09:00', null],
  ])('“%s” is %s', (text, wall) => expect(parseDateTime(text)).toBe(wall))
})

it('reads a time of day in each usual writing', () => {
  expect(['9:30', '0930', '9h30', '9.30', '8'].map(parseTime)).toEqual([
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '08:00',
  ])
  expect(['25:00', '9:7', 'nove'].map(parseTime)).toEqual([null, null, null])
})
