/**
 * How people are ranked in every picker and in the palette: who is meant by a typed text. By name before
 * anything else, so that a domain of an e-mail address is never above the person of that name. Pure.
 */
import { fold } from './fold'

/** What a person is found by. */
export interface Findable {
  name: string
  /** Phone number, decorated or not. */
  number?: string | null
  /** Anything else: e-mail, queue, ticket number. */
  others?: string | null
}

/** How well a person answers a typed text, best first. */
export const MATCHES = ['namePrefix', 'wordPrefix', 'number', 'others'] as const
export type Match = (typeof MATCHES)[number]

/** Fewer digits than this say nothing about a phone number. */
const MIN_DIGITS = 2
const WORD = /[\p{L}\p{N}]+/gu
const PHONE = /^[\d\s()+.\-/]+$/

/**
 * How a person answers a typed text; accents and case do not matter.
 * @returns null when nothing of the person contains it. An empty text is answered by everybody, as "others".
 */
export function matchOf(person: Findable, typed: string): Match | null {
  const term = fold(typed.trim())
  if (term === '') return 'others'
  const name = fold(person.name)
  if (name.startsWith(term)) return 'namePrefix'
  const wanted = term.match(WORD) ?? []
  const words = name.match(WORD) ?? []
  if (wanted.length > 0 && wanted.every(part => words.some(word => word.startsWith(part))))
    return 'wordPrefix'
  const digits = PHONE.test(term) ? term.replace(/\D/g, '') : ''
  if (digits.length >= MIN_DIGITS && (person.number ?? '').replace(/\D/g, '').includes(digits))
    return 'number'
  const all = fold(`${person.name} ${person.number ?? ''} ${person.others ?? ''}`)
  const parts = term.split(/\s+/)
  return parts.every(part => all.includes(part)) ? 'others' : null
}

/** A row of a ranked list and how it was found. */
export interface Ranked<T> {
  row: T
  match: Match
}

/**
 * Ranks people by how they answer a typed text: beginning of the name, beginning of a word of it, number, then others.
 * Equals keep the order they came in.
 * @param read what a row is found by.
 * @param keepUnmatched true keeps rows that nothing here explains, last: a server that found them read more of them.
 */
export function rankPeople<T>(
  rows: readonly T[],
  typed: string,
  read: (row: T) => Findable,
  keepUnmatched = false,
): Ranked<T>[] {
  const ranked = rows.flatMap<Ranked<T>>(row => {
    const match = matchOf(read(row), typed) ?? (keepUnmatched ? 'others' : null)
    return match ? [{ row, match }] : []
  })
  return ranked.sort((a, b) => MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match))
}

/**
 * The one row that may be preselected: the only one that answers by its name. Enter on anything else would reach
 * somebody who was not named.
 */
export function onlyByName<T>(ranked: readonly Ranked<T>[], typed: string): T | null {
  if (typed.trim() === '') return null
  const named = ranked.filter(({ match }) => match === 'namePrefix' || match === 'wordPrefix')
  return named.length === 1 ? (named[0]?.row ?? null) : null
}

/**
 * People this computer knows above those only the server knows, each part ranked; who is known here is not repeated.
 * @param keyOf names a person in both parts.
 */
export function rankLocalFirst<T>(
  local: readonly T[],
  server: readonly T[],
  typed: string,
  read: (row: T) => Findable,
  keyOf: (row: T) => number | string,
): Ranked<T>[] {
  const here = rankPeople(local, typed, read)
  const known = new Set(here.map(({ row }) => keyOf(row)))
  return [
    ...here,
    ...rankPeople(
      server.filter(row => !known.has(keyOf(row))),
      typed,
      read,
      true,
    ),
  ]
}
