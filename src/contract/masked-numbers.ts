/**
 * Customers' phone numbers as agents see them where a company wants it (setting `maskNumbers`): the server alone masks, in
 * whatever it sends; nobody who is sent a mask can tell the number. Pure.
 */

/** Stands for a digit. */
const HIDDEN = '•'
/** Digits shown at the end, by which people tell two customers apart. */
const LAST = 4
/** Fewest digits hidden. */
const LEAST_HIDDEN = 4
/** Digits of a phone number. */
const [LEAST, MOST] = [8, 15]

/** Digits, and what people write between them. */
const PHONE = /^\+?[\d\s().-]+$/
/** A member of a group who is named in a message by the number. */
const NAMED_BY_NUMBER = /@(\d{10,15})(?!\d)/g
/** The note that a customer has another number: "5511987654321 → 5511912345678". */
const MOVED = /^\d{8,15}(?= → )|(?<= → )\d{8,15}$/g

/** Digits of a number with most of them hidden; what is no phone stays what it is. */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '')
  if (!PHONE.test(number) || digits.length < LEAST || digits.length > MOST) return number
  const first = Math.min(LAST, digits.length - LAST - LEAST_HIDDEN)
  return `${digits.slice(0, first)}${HIDDEN.repeat(digits.length - first - LAST)}${digits.slice(-LAST)}`
}

/** Whether a number is shown with digits hidden: it is no number to anybody it is sent to. */
export const isMasked = (number: string): boolean => number.includes(HIDDEN)

/** What was typed into a field that showed a mask: the mask itself means what it stands for. @param kept what it stands for. */
export const unmasked = (typed: string, kept: string): string =>
  typed.trim() === maskNumber(kept) ? kept : typed

const maskedWords = (words: string): string =>
  words
    .replace(NAMED_BY_NUMBER, (_all, digits: string) => `@${maskNumber(digits)}`)
    .replace(MOVED, digits => maskNumber(digits))

/** Changed words that were shown with masks: each mask means the member whom the kept words name by it. */
export const unmaskedWords = (typed: string, kept: string): string =>
  [...kept.matchAll(NAMED_BY_NUMBER)].reduce(
    (words, [named]) => words.replace(maskedWords(named), named),
    typed,
  )

/** Members that hold a number, or the number of who has no name. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'name', 'contactName'])
/** Members that hold words in which somebody may be named by the number. */
const WORDS: ReadonlySet<string> = new Set([
  ...['body', 'lastMessage', 'words', 'text'],
  ...['opening', 'title', 'description', 'footer'],
])
/** The same words, by language. */
const TRANSLATIONS = 'translations'

/** A company's own number is nobody's to hide, nor is what it calls its connections. */
const isConnection = (row: object): boolean => 'isDefault' in row || 'provider' in row
const CONNECTION = 'whatsapp'

/** A name that is a number is kept with its country; fewer digits are a date, by which campaigns and lists are called. */
const NAME_DIGITS = 10
const isNumber = (row: object, key: string, value: string): boolean =>
  key === 'number' ||
  value.replace(/\D/g, '').length >= NAME_DIGITS ||
  ('number' in row && row.number === value)

function maskedMember(row: object, key: string, value: unknown): unknown {
  if (key === CONNECTION) return value
  if (key === TRANSLATIONS && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([language, words]) => [language, maskedMember(value, 'words', words)]),
    )
  if (typeof value !== 'string') return withMaskedNumbers(value)
  if (NUMBERS.has(key)) return isConnection(row) || !isNumber(row, key, value) ? value : maskNumber(value)
  return WORDS.has(key) ? maskedWords(value) : value
}

/** A copy of an answer or an event in which no customer's number can be read. */
export function withMaskedNumbers<T>(value: T): T {
  if (Array.isArray(value)) return value.map(one => withMaskedNumbers<unknown>(one)) as T
  // What writes itself as text, as a date does, holds no number.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, maskedMember(value, key, member)]),
  ) as T
}

/** An answer, a row or words as they are sent to somebody: with masks where numbers are hidden from them. */
export const shownTo = <T>({ hidesNumbers }: { hidesNumbers?: boolean }, value: T): T =>
  hidesNumbers ? withMaskedNumbers(value) : value
