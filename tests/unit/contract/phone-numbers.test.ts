/** Phone numbers as people type them and spreadsheets hold them. */
import { homeOfZone, isSamePhone, readPhone } from '@contract'
import { describe, expect, it } from 'vitest'

describe('for a company of Brazil', () => {
  it.each([
    ['(11) 97654-0002', '5511976540002'],
    ['11976540002', '5511976540002'],
    ['(81) 3456-7890', '558134567890'],
    ['0 21 98765 4321', '5521987654321'],
    ['0 15 11 98765-4321', '5511987654321'],
    ['(0xx11) 98765-4321', '5511987654321'],
    // An area of its own, not the country.
    ['55 98765-4321', '5555987654321'],
  ])('%s is taken for a number of Brazil', (typed, number) =>
    expect(readPhone(typed, 'BR')).toEqual({ number, added: true, isFirst: false }),
  )

  it.each([
    ['5511976540002', '5511976540002'],
    ['5511900000001', '5511900000001'],
    ['+1 415 555 0100', '14155550100'],
    ['00 351 912 345 678', '351912345678'],
    ['14155550100', '14155550100'],
    ['+55 (0) 11 98765-4321', '5511987654321'],
    ['+55 011 98765-4321', '5511987654321'],
    ['5511999990092.0', '5511999990092'],
    ['5,511999990092E+12', '5511999990092'],
    ['+298 123456', '298123456'],
    ['tel:+55-11-98765-4321', '5511987654321'],
    ['+55 11 98765-4321 ramal 21', '5511987654321'],
    ['+1 (415) 555-0100 x12', '14155550100'],
  ])('%s names its country', (typed, number) =>
    expect(readPhone(typed, 'BR')).toMatchObject({ number, added: false }),
  )

  it.each([
    '+55 11 98765-4321 ::: +55 21 98765-4321',
    '(11) 98765-4321 / 3456-0075',
    '11 98765-4321, 11 3456-0075',
    '11 98765-4321\n21 98765-4321',
    '11 98765-4321 ou 21 98765-4321',
    '11 98765-4321 3456-0075',
    '11 98765-4321/4322',
  ])('of %j the first is taken', typed =>
    expect(readPhone(typed, 'BR')).toMatchObject({ number: '5511987654321', isFirst: true }),
  )

  it.each([
    ['98765-4321', 'NO_COUNTRY'],
    // Brackets are for areas: an area there is not may be a country, or one of another country.
    ['(351) 912 345 678', 'NO_COUNTRY'],
    ['5,51199E+12', 'ROUNDED_NUMBER'],
    ['5.51E+12', 'ROUNDED_NUMBER'],
    ['529.982.247-25', 'INVALID_NUMBER'],
    ['11.222.333/0001-81', 'INVALID_NUMBER'],
    ['123', 'INVALID_NUMBER'],
    ['0001234567', 'INVALID_NUMBER'],
    ['55 (11) 1234-567', 'INVALID_NUMBER'],
    ['ramal 1197654000', 'INVALID_NUMBER'],
    ['', 'INVALID_NUMBER'],
    ['12345678901234567', 'INVALID_NUMBER'],
    ['+1 198 765 4321', 'INVALID_NUMBER'],
    ['98765-0075 3456-0075', 'NO_COUNTRY'],
  ])('%s is none: %s', (typed, fault) => expect(readPhone(typed, 'BR')).toEqual({ fault }))
})

it.each([
  ['MX', '55 9876 5432', '525598765432'],
  ['MX', '(81) 1234-5678', '528112345678'],
  ['MX', '044 55 9876 5432', '525598765432'],
  ['AR', '11 9876-5431', '541198765431'],
  ['AR', '011 15 9876-5431', '5491198765431'],
  ['AR', '(0341) 15 555-1234', '5493415551234'],
  ['AR', '9 11 2345 6789', '5491123456789'],
] as const)('of a company of %s %s is %s', (home, typed, number) =>
  expect(readPhone(typed, home)).toEqual({ number, added: true, isFirst: false }),
)

it.each(['351915123456', '393315123456'])('of another country is %s also for a company of Argentina', typed =>
  expect(readPhone(typed, 'AR')).toEqual({ number: typed, added: false, isFirst: false }),
)

it.each([
  ['+54 11 15 9876-5431', '5491198765431'],
  ['+54 011 9876-5431', '541198765431'],
  ['+52 044 55 9876 5432', '525598765432'],
  ['+54 9 11 9876-5431', '5491198765431'],
  ['5215598765432', '5215598765432'],
  ['whatsapp:+5511987654321', '5511987654321'],
])('%s is %s, whoever reads it', (typed, number) => {
  for (const home of ['BR', 'MX', 'AR', null] as const)
    expect(readPhone(typed, home)).toEqual({ number, added: false, isFirst: false })
})

it.each(['(415) 555-0100', '98765-4321', '(21) 98765-4321', '11987654321', '11 3456-7890'])(
  'without a home %s has no country, and gets none',
  typed => expect(readPhone(typed, null)).toEqual({ fault: 'NO_COUNTRY' }),
)

it.each([
  ['4155550100', '4155550100'],
  ['(55) 11 98765-4321', '5511987654321'],
])('without a home %s is taken to name its country', (typed, number) =>
  expect(readPhone(typed, null)).toMatchObject({ number, added: false }),
)

it.each([
  ['5511987654321', '551187654321'],
  ['525598765432', '5215598765432'],
  ['541198765431', '5491198765431'],
  ['22997123456', '2290197123456'],
])('%s and %s ring one phone', (a, b) => expect([isSamePhone(a, b), isSamePhone(b, a)]).toEqual([true, true]))

it.each([
  ['America/Sao_Paulo', 'BR'],
  ['America/Manaus', 'BR'],
  ['America/Mexico_City', 'MX'],
  ['America/Argentina/Ushuaia', 'AR'],
  ['America/Bogota', null],
  ['Europe/Lisbon', null],
  ['', null],
])('who keeps the clock of %s is at home in %s', (zone, home) => expect(homeOfZone(zone)).toBe(home))
