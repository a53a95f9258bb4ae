/** Chance that can be repeated: the same seed gives the same people, words and times. */

export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** true with the given probability (0 to 1). */
  chance(probability: number): boolean
  /** One of a list that must not be empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
  /** A new list with the same members in another order. */
  shuffled<T>(list: readonly T[]): T[]
  /** A generator of its own, so that drawing more here does not move what is drawn there. */
  fork(label: string): Random
}

/** FNV-1a: turns a label into a number, so that forks depend on their name. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/**
 * A mulberry32 generator.
 * @param seed any whole number, or a text.
 */
export function createRandom(seed: number | string): Random {
  const start = (typeof seed === 'string' ? hash(seed) : seed) >>> 0
  let state = start
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('Nothing to pick from')
      return list[int(0, list.length - 1)] as T
    },
    shuffled<T>(list: readonly T[]): T[] {
      const out = [...list]
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(0, i)
        const held = out[i] as T
        out[i] = out[j] as T
        out[j] = held
      }
      return out
    },
    fork: label => createRandom((start ^ hash(label)) >>> 0),
  }
}
