import { describe, expect, it } from 'vitest'
import { maskedPhone, phoneDigits } from '@/features/sign-in/sign-up-screen'

describe('the phone of sign-up', () => {
  it.each([
    ['', ''],
    ['1', '(1'],
    ['11', '(11'],
    ['119', '(11) 9'],
    ['119876', '(11) 9876'],
    ['1198765', '(11) 9876-5'],
    ['1133224455', '(11) 3322-4455'],
    ['11987654321', '(11) 98765-4321'],
  ])('shows %s as %s', (digits, shown) => {
    expect(maskedPhone(digits)).toBe(shown)
    // What is shown reads back as the same digits, so that typing and deleting go on from there.
    expect(phoneDigits(shown)).toBe(digits)
  })

  it.each([
    ['(11) 98765-43219', '11987654321'],
    ['+55 (11) 98765-4321', '11987654321'],
    ['5511987654321', '11987654321'],
    ['(55) 98765-4321', '55987654321'],
    ['letters', ''],
  ])('takes %s as %s', (typed, digits) => expect(phoneDigits(typed)).toBe(digits))
})
