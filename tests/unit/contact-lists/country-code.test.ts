/** Brazilian numbers that came without their country. */
import { expect, it } from 'vitest'
import { isBrazil, withBrazil } from '../../../src/spreadsheet/country-code'

it.each([
  ['(11) 97654-0002', '5511976540002'],
  ['11976540002', '5511976540002'],
  ['(81) 3456-7890', '558134567890'],
  ['0 21 98765 4321', '5521987654321'],
  // An area of its own, not the country.
  ['55 98765-4321', '5555987654321'],
])('%s is taken for a number of Brazil', (typed, digits) => expect(withBrazil(typed)).toBe(digits))

it.each([
  ['with its country', '5511976540002'],
  ['with another', '+1 415 555 0100'],
  ['dialled abroad', '0011 97654 0002'],
  ['of North America', '14155550100'],
  ['of an area that does not exist', '(23) 97654-0002'],
  ['a mobile number that does not begin with 9', '11876540002'],
  ['without an area', '97654-0002'],
  ['no number', 'ramal 1197654000'],
])('leaves one %s', (_which, typed) => expect(withBrazil(typed)).toBeNull())

it('knows Brazil by its clocks', () => {
  expect(['America/Sao_Paulo', 'America/Manaus'].every(isBrazil)).toBe(true)
  expect(['America/Bogota', 'Europe/Lisbon', ''].some(isBrazil)).toBe(false)
})
