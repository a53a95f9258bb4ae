/**
 * Search text: stored beside names and bodies so that a search ignores accents and case, and the conversion of a typed
 * text to a pattern that matches exactly it.
 */
import { fold } from '@contract'

export { contactSearchText } from '@contract'

/** A LIKE pattern (escape character `\`) that finds the text anywhere, with its own % and _ taken literally. */
export function containing(typed: string): string {
  return `%${fold(typed.trim()).replace(/[\\%_]/g, c => `\\${c}`)}%`
}

/** An FTS5 phrase for the trigram index: matches the folded text anywhere. Needs at least 3 characters. */
export function phrase(typed: string): string {
  return `"${fold(typed.trim()).replaceAll('"', '""')}"`
}

/** Shortest folded text a trigram index can look up. */
const PHRASE_MIN_CHARS = 3

/** Whether a typed text is long enough for the trigram indexes. */
export const isIndexed = (typed: string): boolean => [...fold(typed.trim())].length >= PHRASE_MIN_CHARS
