/**
 * Contacts as phones write them: vCards of versions 2.1 to 4.0, with folded lines, quoted-printable, groups, quoted
 * parameters and addresses of the form `tel:`. Never throws.
 */
import { decodeBy, decodeText } from './decode-text'

export interface CardPhone {
  /** Digits; those of the id WhatsApp knows the number by, where the card names it. */
  digits: string
  /** As somebody wrote it, without an extension. */
  written: string
  /** Whether WhatsApp knows it by its digits. */
  isWhatsApp: boolean
}

export interface WholeCard {
  name: string
  /** In the order of the card, each once. */
  phones: CardPhone[]
  organisation: string
  /** The card itself. */
  source: string
}

export interface Card {
  name: string
  /** Digits; the first is one WhatsApp knows, where there is one. */
  numbers: string[]
  organisation: string
}

/** Most contacts one message shows. */
const MAX_CARDS = 50
/** Fewer digits are no number somebody can be reached by. */
const LEAST_DIGITS = 5

interface Property {
  name: string
  parameters: string[]
  value: string
}

/** Parts between separators that are neither quoted nor behind a backslash. */
function split(text: string, separator: string, most = Number.POSITIVE_INFINITY): string[] {
  const parts: string[] = []
  let quoted = false
  let from = 0
  for (let at = 0; at < text.length && parts.length + 1 < most; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

const unescaped = (value: string): string =>
  value.replace(/\\([nN,;:\\])/g, (_all, sign: string) => (sign === 'n' || sign === 'N' ? ' ' : sign)).trim()

const IS_PRINTABLE = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i

/** The lines of a card as they were before they were folded: by a blank, or by `=` where they are quoted-printable. */
function unfolded(block: string): string[] {
  const lines: string[] = []
  let open = ''
  let isPrintable = false
  for (const line of block.split('\n')) {
    if (isPrintable && open.endsWith('=')) open = open.slice(0, -1) + line
    else if (open !== '' && /^[ \t]/.test(line)) open += line.slice(1)
    else {
      lines.push(open)
      open = line
      isPrintable = IS_PRINTABLE.test(line)
    }
  }
  return [...lines, open]
}

/** Text of quoted-printable. */
function printable(text: string, charset: string): string {
  const bytes = new Uint8Array(
    [...text.matchAll(/=([0-9a-f]{2})|([\s\S])/gi)].flatMap(([, code, sign = '']) =>
      code ? [Number.parseInt(code, 16)] : [...new TextEncoder().encode(sign)],
    ),
  )
  return (charset ? decodeBy(charset, bytes) : null) ?? decodeText(bytes) ?? ''
}

const parameterOf = (parameters: readonly string[], name: string): string =>
  parameters
    .find(one => one.toLowerCase().startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replace(/^"|"$/g, '') ?? ''

function propertyOf(line: string): Property | null {
  const [head = '', value] = split(line, ':', 2)
  if (value === undefined) return null
  const [property = '', ...parameters] = split(head, ';')
  const name = (property.split('.').pop() ?? '').trim().toUpperCase()
  return {
    name,
    parameters,
    value: IS_PRINTABLE.test(line) ? printable(value, parameterOf(parameters, 'charset')) : value,
  }
}

/** A number begins at its first digit and ends before what no number has: an extension, a word, a second number. */
const NUMBER = /\+?\(?\d[\d\s().\u00a0\u00ad\u2010-\u2015\u2212-]*/

function phoneOf({ parameters, value }: Property): CardPhone | null {
  const waid = /^\d+$/.exec(parameterOf(parameters, 'waid'))?.[0]
  const written = NUMBER.exec(value)?.[0].trim() ?? ''
  const digits = waid ?? written.replace(/\D/g, '')
  return digits.length < LEAST_DIGITS
    ? null
    : { digits, written: written || `+${digits}`, isWhatsApp: waid !== undefined }
}

/** Family, given, further names, what stands before and behind: in the order they are spoken. */
const spoken = ([family = '', given = '', more = '', before = '', behind = '']: readonly string[]): string =>
  [before, given, more, family, behind].filter(Boolean).join(' ')

function cardOf(source: string): WholeCard {
  const card: WholeCard = { name: '', phones: [], organisation: '', source }
  let structured = ''
  for (const line of unfolded(source.replace(/\r\n?/g, '\n'))) {
    const property = propertyOf(line)
    if (!property) continue
    const { name, value } = property
    if (name === 'FN') card.name ||= unescaped(value)
    else if (name === 'N') structured ||= spoken(split(value, ';').map(unescaped))
    else if (name === 'ORG') card.organisation ||= unescaped(split(value, ';')[0] ?? '')
    else if (name === 'TEL') {
      const phone = phoneOf(property)
      if (phone && !card.phones.some(({ digits }) => digits === phone.digits)) card.phones.push(phone)
    }
  }
  card.name ||= structured || card.organisation || card.phones[0]?.digits || ''
  return card
}

/** Reads one or several vCards. Unreadable text gives no cards. */
export function readWholeCards(body: string): WholeCard[] {
  const blocks = body.match(/BEGIN:VCARD[\s\S]*?(?:END:VCARD|$(?![\s\S]))/gi) ?? []
  return blocks
    .slice(0, MAX_CARDS)
    .map(cardOf)
    .filter(({ name, phones }) => name !== '' || phones.length > 0)
}

/** What is shown of them. */
export const readContactCards = (body: string): Card[] =>
  readWholeCards(body).map(({ name, phones, organisation }) => ({
    name,
    numbers: phones
      .toSorted((a, b) => Number(b.isWhatsApp) - Number(a.isWhatsApp))
      .map(({ digits }) => digits),
    organisation,
  }))
