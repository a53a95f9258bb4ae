import { displayName, formatPhone } from '@contract'
import { describe, expect, it } from 'vitest'
import { formatDuration, formatTime, formatters, formatWait } from '../../../src/i18n/format'
import { resolveLanguage } from '../../../src/i18n/languages'

const now = new Date(2026, 10, 21, 15, 30)
const at = (...parts: [number, number, number, number, number]): Date => new Date(...parts)

describe('formatTime', () => {
  it('shows the hour today and the date otherwise', () => {
    expect(formatTime(at(2026, 10, 21, 0, 5), now)).toBe('00:05')
    expect(formatTime(at(2026, 10, 20, 23, 59), now)).toBe('20/11/2026')
    expect(formatTime(at(2025, 10, 21, 15, 30), now)).toBe('21/11/2025')
  })
  it('stays silent about what is no date', () => {
    expect(formatTime('not a date', now)).toBe('')
    expect(formatTime(Number.NaN, now)).toBe('')
  })
})

describe('formatWait', () => {
  it.each([
    [0, '0 min'],
    [-5_000, '0 min'],
    [Number.NaN, '0 min'],
    [59_999, '0 min'],
    [3_599_999, '59 min'],
    [3_900_000, '1 h 05'],
    [86_399_999, '23 h 59'],
    [3 * 86_400_000, '3 d'],
  ])('%d ms reads %s', (ms, text) => {
    expect(formatWait(ms)).toBe(text)
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [9.6, '0:10'],
    [3_725, '1:02:05'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%d s reads %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})

describe('formatPhone', () => {
  it.each([
    ['5511912345678', '+55 (11) 91234-5678'],
    ['551132345678', '+55 (11) 3234-5678'],
    ['+55 11 91234-5678', '+55 (11) 91234-5678'],
    ['34612345678', '+346 1234 5678'],
    ['12036304@g.us', '12036304@g.us'],
    ['', ''],
  ])('%s reads %s', (number, text) => {
    expect(formatPhone(number)).toBe(text)
  })

  it.each([
    ['5511912345678', '5511912345678', '+55 (11) 91234-5678'],
    ['', '5511912345678', '+55 (11) 91234-5678'],
    ['5511•••••5678', '5511•••••5678', '+55 (11) •••••-5678'],
    ['Ana 2', '5511912345678', 'Ana 2'],
    ['1234 5678', '5511912345678', '1234 5678'],
    ['', '987654321012345@lid', 'WhatsApp 2345'],
  ])('is what somebody called "%s" of %s is called: %s', (name, number, text) => {
    expect(displayName({ name, number })).toBe(text)
  })

  it('reads no digits of who shows no phone, but the user name where there is one, and none of a group', () => {
    const { phoneOf } = formatters('pt')
    for (const number of ['987654321012@lid', 'BR.13491208655302741918']) {
      expect(formatPhone(number)).toBe('')
      expect(phoneOf({ number })).toBe('')
      expect(phoneOf({ number, username: 'ana.lima' })).toBe('@ana.lima')
    }
    expect(phoneOf({ number: '5511912345678', username: 'ana.lima' })).toBe('+55 (11) 91234-5678')
    expect(phoneOf({ number: '120363040000007919', isGroup: true })).toBe('')
  })
})

describe('formatters', () => {
  it('names days as the language does', () => {
    expect(formatters('pt').day(now, now)).toBe('Hoje')
    expect(formatters('pt').day(at(2026, 10, 20, 23, 0), now)).toBe('Ontem')
    expect(formatters('en').day(at(2026, 10, 20, 1, 0), now)).toBe('Yesterday')
    expect(formatters('es').day(at(2026, 10, 17, 1, 0), now)).toBe('Martes')
    expect(formatters('pt').day(at(2026, 10, 14, 1, 0), now)).toBe('14/11/2026')
    expect(formatters('pt').day(at(2026, 10, 22, 1, 0), now)).toBe('22/11/2026')
  })
  it('writes sizes with the decimal sign of the language', () => {
    expect(formatters('pt').size(1_572_864)).toBe('1,5 MB')
    expect(formatters('en').size(1_572_864)).toBe('1.5 MB')
    expect(formatters('en').size(1023)).toBe('1,023 B')
    expect(formatters('en').size(-1)).toBe('0 B')
  })
  it.each([
    ['pt', 'BRL', 'R$ 1.070,20'],
    ['pt', 'USD', 'US$ 1.070,20'],
    ['en', 'BRL', 'R$1,070.20'],
    ['en', 'USD', 'US$1,070.20'],
    ['es', 'BRL', '1070,20 R$'],
    ['es', 'JPY', '1070 JPY'],
  ] as const)('writes money in %s, of %s, as %s', (language, currency, written) => {
    expect(formatters(language).money(1_070.2, currency).replace(/\s/g, ' ')).toBe(written)
  })
  it('rounds relative times down', () => {
    expect(formatters('pt').relative(at(2026, 10, 21, 15, 25), now)).toContain('5')
    expect(formatters('en').relative(at(2026, 10, 19, 15, 0), now)).toMatch(/2 days|days ago/)
  })
})

describe('resolveLanguage', () => {
  it.each([
    ['pt-BR', 'pt'],
    ['en_US', 'en'],
    ['es', 'es'],
    ['de', 'pt'],
    ['', 'pt'],
    [null, 'pt'],
  ] as const)('%s is %s', (stored, language) => {
    expect(resolveLanguage(stored)).toBe(language)
  })
})
