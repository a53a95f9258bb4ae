/** Vectors as a model for them would give, of a text's letters alone: words of one family point in one direction. */
import { wordsOf } from '../copilot/ranking'

const DIMENSIONS = 256

/** @see http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash >>> 0
}

/** By groups of three letters of its words, the beginning of each counting twice. */
export function simulatedVector(text: string): number[] {
  const vector: number[] = Array.from({ length: DIMENSIONS }, () => 0)
  for (const word of wordsOf(text)) {
    const groups = Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))
    for (const group of [`^${word.slice(0, 4)}`, ...groups]) {
      const hash = hashOf(group)
      vector[hash % DIMENSIONS] = (vector[hash % DIMENSIONS] ?? 0) + (hash & 0x1_00_00 ? 1 : -1)
    }
  }
  if (!vector.some(one => one !== 0)) vector[0] = 1
  return vector
}

/** How alike two texts are by it, 1 for the same. */
export function likeness(a: string, b: string): number {
  const [one, other] = [simulatedVector(a), simulatedVector(b)]
  const product = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
  return product / (Math.hypot(...one) * Math.hypot(...other))
}
