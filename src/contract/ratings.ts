/** How a customer's answer to the rating question is read. Pure. */
import { wellFormed } from './text'

/** Longest comment that is kept, characters. */
const COMMENT_CHARS = 1_000

/**
 * The rating in an answer: 1, 2 or 3 by itself, or with words after it that a blank or a mark parts from it ("3 ótimo, obrigada",
 * "2 - demorou"). Numbers that go on ("10", "3,5", "2/3", "3x") are none.
 * @returns null where it is none. `comment` is "" without words.
 */
export function ratingIn(body: string): { rate: number; comment: string } | null {
  const [, digit, rest = ''] = /^\s*\*?([1-3])\*?(?![\p{L}\p{N}])(?![.,:/-]\p{N})(.*)$/su.exec(body) ?? []
  if (digit === undefined) return null
  const comment = rest.replace(/^[\s.,;:!)–—-]+/, '').trim()
  return { rate: Number(digit), comment: wellFormed(comment.slice(0, COMMENT_CHARS)) }
}
