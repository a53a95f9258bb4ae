/** The phone of sign-up as it is typed: (99) 99999-9999, at most 11 digits (docs/specification.md 2.2). Pure. */
import { SIGN_UP_PHONE_DIGITS } from '@contract'

/** The digits of what was typed or pasted; a Brazilian country code before a whole number is left out. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const { max } = SIGN_UP_PHONE_DIGITS
  const abroad = /^\s*\+/.test(typed) || digits.length > max
  return (abroad ? digits.replace(/^55/, '') : digits).slice(0, max)
}

/** Digits as the mask shows them; a number of ten is an old land line: (99) 9999-9999. */
export function maskedPhone(digits: string): string {
  if (digits === '') return ''
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  const head = digits.length < 3 ? `(${area}` : `(${area}) `
  const cut = digits.length > 10 ? 5 : 4
  return head + (rest.length > cut ? `${rest.slice(0, cut)}-${rest.slice(cut)}` : rest)
}
