/** Customers' numbers as agents see them: enough to tell two apart, and never the number. */
import { maskNumber, unmasked, unmaskedWords, withMaskedNumbers } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatters } from '@/i18n/format'

describe('a masked number', () => {
  it('shows how it begins and ends, and is written as a whole one', () => {
    expect(maskNumber('5511987654321')).toBe('5511•••••4321')
    expect(maskNumber('+55 (11) 98765-4321')).toBe('5511•••••4321')
    expect(maskNumber('12025550123')).toBe('120••••0123')
    expect(maskNumber('12345678')).toBe('••••5678')
    expect(formatters('pt').phone('5511•••••4321')).toBe('+55 (11) •••••-4321')
  })

  it('leaves what is no phone as it is: names, ids of groups, what stands in the place of a number', () => {
    for (const one of [
      'Rita Alves',
      '120363020000000001-17',
      'BR.13491208655302741918',
      '98765432101@lid',
      '4321',
    ])
      expect(maskNumber(one)).toBe(one)
  })

  it('hides four digits at least of every number, and is its own mask', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{7,14}$/), number => {
        const masked = maskNumber(number)
        expect(masked).toHaveLength(number.length)
        expect([...masked].filter(one => one === '•').length).toBeGreaterThanOrEqual(4)
        expect(maskNumber(masked)).toBe(masked)
      }),
    )
  })

  it('means what it stands for where it is sent back', () => {
    expect(unmasked('5511•••••4321', '5511987654321')).toBe('5511987654321')
    expect(unmasked('5521912345678', '5511987654321')).toBe('5521912345678')
    const kept = '@5511987654321 e @5521912345678, às 10'
    expect(unmaskedWords('@5521•••••5678, @5511•••••4321, às 11', kept)).toBe(
      '@5521912345678, @5511987654321, às 11',
    )
  })
})

it('of an answer masks numbers, and names and mentions that are numbers, at any depth; not a company’s own', () => {
  const at = new Date()
  expect(
    withMaskedNumbers({
      contact: { id: 5511987654321, name: '5511987654321', number: '5511987654321' },
      tickets: [{ code: '2026113002513812', contactName: '5511987654321', lastMessage: '@5511987654321 oi' }],
      whatsapp: { isDefault: true, number: '5511333344445' },
      at,
      none: null,
    }),
  ).toEqual({
    contact: { id: 5511987654321, name: '5511•••••4321', number: '5511•••••4321' },
    tickets: [{ code: '2026113002513812', contactName: '5511•••••4321', lastMessage: '@5511•••••4321 oi' }],
    whatsapp: { isDefault: true, number: '5511333344445' },
    at,
    none: null,
  })
})

it('of an answer masks both numbers of who has another one now', () => {
  const body = '5511987654321 → 5521912345678'
  const masked = '5511•••••4321 → 5521•••••5678'
  expect(withMaskedNumbers({ body, lastMessage: body })).toEqual({ body: masked, lastMessage: masked })
  expect(withMaskedNumbers({ menu: { opening: body } })).toEqual({ menu: { opening: masked } })
})

it('of an answer masks who is named by the number in a translation, too', () => {
  const of = (who: string) => ({ message: { translations: { en: `Hi @${who}`, pt: `Oi @${who}` } } })
  expect(withMaskedNumbers(of('5511987654321'))).toEqual(of('5511•••••4321'))
  expect(withMaskedNumbers({ translations: null })).toEqual({ translations: null })
})

it('of an answer masks no date a campaign is called by, and no name of a connection', () => {
  for (const one of [
    { campaign: { name: '2026-11-30' } },
    { ticket: { whatsapp: { id: 1, name: '+55 11 3333-4444' } } },
  ])
    expect(withMaskedNumbers(one)).toEqual(one)
  expect(withMaskedNumbers({ name: '12345678', number: '12345678' })).toEqual({
    name: '••••5678',
    number: '••••5678',
  })
})
