/** Keyboard of the ticket list: one tab stop, arrows, Home and End, type-ahead by name. Pure. */
import { fold } from '@contract'

/** Rows a page key moves. */
const PAGE_ROWS = 8

/**
 * The row a key leads to.
 * @param at place of the focused row, -1 when none is.
 * @returns the new place, or null when the key moves nothing.
 */
export function placeAfterKey(key: string, at: number, length: number): number | null {
  if (length === 0) return null
  const within = (place: number): number => Math.min(length - 1, Math.max(0, place))
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at < 0 ? 0 : at - 1)
    case 'PageDown':
      return within(at + PAGE_ROWS)
    case 'PageUp':
      return within(at - PAGE_ROWS)
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return null
  }
}

/**
 * The next row whose name starts with what was typed, going round. One repeated letter goes through all that start
 * with it.
 * @param at place the search starts behind.
 * @returns -1 when none does.
 */
export function placeOfTyped(names: readonly string[], at: number, typed: string): number {
  const letters = [...fold(typed)]
  const same = letters.every(letter => letter === letters[0])
  const wanted = same ? (letters[0] ?? '') : letters.join('')
  if (wanted === '') return -1
  // A longer word may still be the row one is on.
  const first = same ? 1 : 0
  for (let step = first; step < names.length + first; step += 1) {
    const place = (Math.max(0, at) + step) % names.length
    if (fold(names[place] ?? '').startsWith(wanted)) return place
  }
  return -1
}
