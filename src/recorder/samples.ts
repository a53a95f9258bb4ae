/** Sums over samples. Pure; used by the worklet and the worker alike. */

/** Samples handed on at once: two frames of an MP3, about 52 ms at 44.1 kHz, so that levels move some 19 times a second. */
export const BLOCK_SAMPLES = 2_304

/** Loudest sample of a piece, 0 to 1. */
export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) {
    const size = sample < 0 ? -sample : sample
    if (size > peak) peak = size
  }
  return Math.min(1, peak)
}

/** Samples from -1 to 1 as 16-bit integers; what exceeds the range is cut off, what is no number is silence. */
export function toInt16(samples: Float32Array): Int16Array {
  const out = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] ?? 0
    const held = sample > 1 ? 1 : sample < -1 ? -1 : Number.isNaN(sample) ? 0 : sample
    out[i] = Math.round(held < 0 ? held * 0x8000 : held * 0x7fff)
  }
  return out
}

export interface Gatherer {
  /** Takes a piece in; hands on every block that became full. Answers how many samples were taken. */
  push(piece: Float32Array): number
  /** Hands on what is left. */
  flush(): void
  /** Samples taken so far. */
  readonly taken: number
  /** Whether the limit is reached: nothing more is taken. */
  readonly full: boolean
}

/**
 * Gathers the small pieces of the audio graph into blocks and counts them: the length of a recording is its number of
 * samples, never a timer's opinion.
 * @param limit samples after which nothing more is taken.
 * @param onBlock receives each block; it is a fresh array that may be transferred.
 */
export function createGatherer(limit: number, onBlock: (block: Float32Array<ArrayBuffer>) => void): Gatherer {
  let block = new Float32Array(BLOCK_SAMPLES)
  let filled = 0
  let taken = 0
  const hand = (): void => {
    if (filled === 0) return
    onBlock(filled === block.length ? block : block.slice(0, filled))
    block = new Float32Array(BLOCK_SAMPLES)
    filled = 0
  }
  return {
    push(piece) {
      const wanted = Math.min(piece.length, limit - taken)
      for (let from = 0; from < wanted; ) {
        const part = Math.min(wanted - from, block.length - filled)
        block.set(piece.subarray(from, from + part), filled)
        filled += part
        from += part
        if (filled === block.length) hand()
      }
      taken += wanted
      return wanted
    },
    flush: hand,
    get taken() {
      return taken
    },
    get full() {
      return taken >= limit
    },
  }
}
