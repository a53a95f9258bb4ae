/** How a typed text becomes a search, and where it is found again in what was found. Pure. */
import { fold, type TextRange } from '../../../src/contract'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const MAX_TERMS = 8
/** Fewer digits than this say nothing about a phone number. */
const MIN_DIGITS = 3
/** Characters of a message shown around the first match. */
const EXCERPT_CHARS = 140
const LEAD_CHARS = 40

export interface Terms {
  /** Folded words; the found text has words that begin with each. */
  words: string[]
  /** The FTS5 expression, null when there is no word to look up. */
  match: string | null
  /** Digits of a (part of a) phone number, null when the text is something else. */
  digits: string | null
}

/** @param typed anything a person may type; quotes, operators and punctuation mean nothing. */
export function termsOf(typed: string): Terms {
  const words = [...new Set((typed.normalize('NFC').match(WORD) ?? []).map(fold))]
    .filter(word => word !== '')
    .slice(0, MAX_TERMS)
  const digits = typed.replace(/\D/g, '')
  const phone = digits.length >= MIN_DIGITS && /^[\d\s()+.\-/]+$/.test(typed)
  return {
    words,
    match: words.length > 0 ? words.map(word => `"${word}"*`).join(' ') : null,
    digits: phone ? digits : null,
  }
}

/** Where words of the text begin with one of the terms. */
export function wordRanges(text: string, words: readonly string[]): TextRange[] {
  const ranges: TextRange[] = []
  for (const found of text.matchAll(WORD)) {
    const folded = fold(found[0])
    const longest = Math.max(0, ...words.filter(word => folded.startsWith(word)).map(word => word.length))
    if (longest === 0) continue
    ranges.push([found.index, found.index + unfoldedLength(found[0], longest)])
  }
  return ranges
}

/** How many units of the text its first `folded` characters take, once accents are counted. */
function unfoldedLength(text: string, folded: number): number {
  let units = 0
  let seen = 0
  for (const character of text) {
    const width = fold(character).length
    if (seen >= folded && width > 0) break
    seen += width
    units += character.length
  }
  return units
}

/** Where the digits are in a number, separators between them included. */
export function digitRanges(number: string, digits: string): TextRange[] {
  const at = [...number].flatMap((character, index) => (/\d/.test(character) ? [index] : []))
  const start = number.replace(/\D/g, '').indexOf(digits)
  const first = at[start]
  const last = at[start + digits.length - 1]
  return start < 0 || first === undefined || last === undefined ? [] : [[first, last + 1]]
}

/** The words around the first match on one line, and where the matches are in it. */
export function excerptOf(body: string, words: readonly string[]): { excerpt: string; ranges: TextRange[] } {
  const line = body.replace(/\s+/g, ' ').trim()
  const first = wordRanges(line, words)[0]?.[0] ?? 0
  let from = first <= LEAD_CHARS ? 0 : line.lastIndexOf(' ', first - LEAD_CHARS / 2) + 1
  if (first - from > LEAD_CHARS) from = first
  let end = Math.min(line.length, from + EXCERPT_CHARS)
  // Never cut a character of two units in the middle.
  if (/[\ud800-\udbff]/.test(line[end - 1] ?? '')) end -= 1
  const excerpt = `${from > 0 ? '…' : ''}${line.slice(from, end)}${end < line.length ? '…' : ''}`
  return { excerpt, ranges: wordRanges(excerpt, words) }
}
