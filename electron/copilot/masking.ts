/**
 * Personal data in what leaves for a model: replaced by marks, and put back in what comes. Free text is looked through as
 * well as fields, by check digits where there are some: a number of an order is none of anybody's data.
 */
import { bareTaxId, isCnpj, isCpf, LIKE_CNPJ, type MaskedKind } from '../../src/contract'

const WORDS: Record<MaskedKind, string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  card: 'CARTAO',
  email: 'EMAIL',
  phone: 'TELEFONE',
  key: 'CHAVE',
}

/** What a mark of a call looks like, and what somebody may have typed to look like one. */
export const MARK = new RegExp(`\\[\\s*((?:${Object.values(WORDS).join('|')})_\\d+)\\s*\\]`, 'gi')

/** Characters nobody sees, which part what belongs together or turn around what is read; joiners of emojis stay. */
const UNSEEN =
  /[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]|(?<=\p{Nd})[\u200c-\u200f]|[\u200c-\u200f](?=\p{Nd})/gu
const OTHER_DIGIT = /(?!\d)\p{Nd}/gu
/** Signs between digits, and that of an e-mail address, as wide as Chinese characters. */
const WIDE = /[（）－．／＠]/gu

/** Digits of every script come in tens, zero first. */
function digitOf(character: string): string {
  let before = 0
  const code = character.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/** @returns a text as it is read: without what nobody sees. */
export const seen = (text: string): string => text.replace(UNSEEN, '')

const narrow = (text: string): string =>
  text.replace(OTHER_DIGIT, digitOf).replace(WIDE, sign => sign.normalize('NFKC'))

/** Begins where a word does, or a long one would be read again from each of its letters. */
export const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
/** Keys of services, JSON Web Tokens, random Pix keys. */
const KEY =
  /\b(?:(?:sk|pk|rk|ghp|gho|github_pat|xox[abprs]|EAA|AIza|AKIA)[\w-]{16,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/gi
const CNPJ = /(?<![\w.])[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}(?!\w)/gi
const CPF = /(?<![\w.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\w)/g
const DIGITS = /(?<![\w])\+?\(?\d(?:[ \t\u00a0.\-\u2010-\u2015/()]{0,2}\d){7,18}(?!\w)/g

/** @see https://en.wikipedia.org/wiki/Luhn_algorithm */
function isCard(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits.at(-1 - at))
    const double = digit * 2
    sum += at % 2 === 0 ? digit : double > 9 ? double - 9 : double
  }
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0
}

/** What a run of digits identifies, by itself; null when it identifies nobody. */
function kindOf(text: string): MaskedKind | null {
  const digits = text.replace(/\D/g, '')
  if (isCpf(digits)) return 'cpf'
  if (isCnpj(digits)) return 'cnpj'
  if (isCard(digits)) return 'card'
  if (digits.length >= 10 && digits.length <= 13) return 'phone'
  // Without an area code only as it is written: figures of eight digits are many things.
  return /^9?\d{4}-\d{4}$/.test(text) ? 'phone' : null
}

/** The marks of one call: the same value is the same mark wherever it stands. */
export interface Masking {
  /** @returns the text with marks in the place of personal data. */
  mask(text: string): string
  /** @returns what a mark stands for; null for what is none of this call's. */
  restore(mark: string): string | null
  /** @returns a text with what its marks stand for, of those that stand in `among`. */
  restoreIn(text: string, among: string): string
}

/** @param kinds those that are replaced. */
export function masking(kinds: readonly MaskedKind[]): Masking {
  const marks = new Map<string, string>()
  const values = new Map<string, string>()
  const counts = new Map<MaskedKind, number>()
  const markOf = (kind: MaskedKind, value: string): string => {
    const known = marks.get(value)
    if (known) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const mark = `[${WORDS[kind]}_${count}]`
    marks.set(value, mark)
    values.set(mark, value)
    return mark
  }
  const replace = (text: string, pattern: RegExp, kind: MaskedKind): string =>
    kinds.includes(kind) ? text.replace(pattern, value => markOf(kind, value)) : text
  return {
    mask(text) {
      let masked = replace(narrow(seen(text)), EMAIL, 'email')
      masked = replace(masked, KEY, 'key')
      masked = replace(masked, CNPJ, 'cnpj')
      masked = replace(masked, CPF, 'cpf')
      masked = masked.replace(LIKE_CNPJ, value => {
        const bare = bareTaxId(value)
        // Four short words and a figure have the form as well; none of their letters is a digit.
        const isOne = kinds.includes('cnpj') && /\d/.test(bare.slice(0, 12)) && isCnpj(bare)
        return isOne ? markOf('cnpj', value) : value
      })
      return masked.replace(DIGITS, value => {
        const kind = kindOf(value)
        return kind !== null && kinds.includes(kind) ? markOf(kind, value) : value
      })
    },
    restore: mark => values.get(mark) ?? null,
    restoreIn: (text, among) =>
      text.replace(MARK, mark => (among.includes(mark) ? (values.get(mark) ?? mark) : mark)),
  }
}
