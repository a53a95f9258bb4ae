/** Brazilian names, numbers and addresses: who the simulated customers are. */
import { fold } from '@contract'
import words from './people.json' with { type: 'json' }
import type { Random } from './random'

export interface Person {
  name: string
  first: string
  female: boolean
  /** Country and area code first, digits only. */
  number: string
  city: string
  /** Street, number, district. */
  address: string
  email: string
}

/**
 * A mobile number that exists on the simulated network: never ends in 0000 or 9999, which have a meaning there
 * (see ./numbers.ts).
 */
export function mobileNumber(random: Random, area: string): string {
  const last = random.int(1, 9_998)
  return `55${area}9${random.int(6, 9)}${String(random.int(0, 999)).padStart(3, '0')}${String(last).padStart(4, '0')}`
}

/** Somebody new. */
export function person(random: Random): Person {
  const female = random.chance(0.55)
  const first = random.pick(female ? words.women : words.men)
  const last = random.pick(words.family)
  const middle = random.chance(0.3) ? `${random.pick(words.family)} ` : ''
  // An area code and a city that has it.
  const [area = '', city = ''] = random.pick(words.places)
  const mail = random.pick(['exemplo.com', 'correio.example', 'caixa.example'])
  return {
    first,
    female,
    name: `${first} ${middle}${last}`,
    number: mobileNumber(random, area),
    city,
    address: `${random.pick(words.streets)}, ${random.int(12, 2_480)}, ${random.pick(words.districts)}`,
    email: `${fold(first)}.${fold(last)}@${mail}`,
  }
}
