/** Another sample rate, by a windowed sinc: good enough for speech, and small. Pure. */

/** Crossings of zero on each side of a sample. */
const REACH = 16

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
/** Blackman's window over -1 to 1. */
const window = (x: number): number => 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)

/**
 * @param samples mono, -1 to 1.
 * @param from and @param to samples a second.
 */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to || samples.length === 0) return samples
  // For a lower rate, frequencies it cannot represent are filtered out.
  const cut = Math.min(1, to / from)
  const reach = Math.ceil(REACH / cut)
  /** Cached by the position between two samples, which repeats. */
  const kernels = new Map<number, Float32Array>()
  const kernelOf = (part: number): Float32Array => {
    const known = kernels.get(part)
    if (known) return known
    const made = Float32Array.from({ length: 2 * reach }, (_, n) => {
      const distance = n - reach + 1 - part / to
      return Math.abs(distance) >= reach ? 0 : cut * sinc(distance * cut) * window(distance / reach)
    })
    kernels.set(part, made)
    return made
  }
  const made = new Float32Array(Math.round((samples.length * to) / from))
  for (let at = 0; at < made.length; at++) {
    const first = Math.floor((at * from) / to) - reach + 1
    const kernel = kernelOf((at * from) % to)
    let sum = 0
    for (let n = 0; n < kernel.length; n++) sum += (samples[first + n] ?? 0) * (kernel[n] ?? 0)
    made[at] = sum
  }
  return made
}
