/**
 * Raises quiet speech to an ordinary loudness where the system has no automatic gain we can trust (Linux: some drivers turn it
 * into noise), as it is spoken. Silence is not raised, and nothing is ever raised past full scale. Pure but for its memory.
 */

/** Loudness speech is brought to: root mean square of -20 dBFS. */
const WANTED = 0.1
/** Most it raises: +26 dB. A microphone that needs more gives noise. */
const MOST = 20
/** What is quieter is the room, not a voice: the gain stays as it is. */
const ROOM = 0.0008
/** Highest sample after raising. */
const CEILING = 0.89
/** Share of the way to the wanted gain that a second goes; the first second goes faster, because it is heard first. */
const PER_SECOND = 0.6
const FIRST_PER_SECOND = 3
/** Samples over which the gain comes down when something loud begins: short enough to catch it, long enough not to click. */
const DOWN_SAMPLES = 64

export interface Leveller {
  /** The samples as they should be kept: a fresh array of the same length, -1 to 1. */
  level(samples: Float32Array): Float32Array
}

const measure = (samples: Float32Array): { peak: number; rms: number } => {
  let peak = 0
  let sum = 0
  for (const sample of samples) {
    const size = sample < 0 ? -sample : sample
    if (size > peak) peak = size
    sum += sample * sample
  }
  return { peak, rms: Math.sqrt(sum / Math.max(1, samples.length)) }
}

/** @param sampleRate samples a second, for how fast the gain moves. */
export function createLeveller(sampleRate: number): Leveller {
  let gain = 1
  let spoken = 0
  return {
    level(samples) {
      const { peak, rms } = measure(samples)
      const from = gain
      if (rms > ROOM) {
        const seconds = samples.length / sampleRate
        const speed = spoken < 1 ? FIRST_PER_SECOND : PER_SECOND
        spoken += seconds
        const wanted = Math.min(MOST, Math.max(1, WANTED / rms))
        gain += (wanted - gain) * Math.min(1, seconds * speed)
      }
      if (peak * gain > CEILING) gain = Math.max(1, CEILING / peak)
      const ramp = gain < from ? Math.min(DOWN_SAMPLES, samples.length) : samples.length
      const out = new Float32Array(samples.length)
      for (let i = 0; i < samples.length; i += 1) {
        const now = i >= ramp ? gain : from + ((gain - from) * (i + 1)) / ramp
        const sample = samples[i] ?? 0
        // While the gain comes down, what would pass the ceiling is held at it; what was louder from the start stays.
        const limit = Math.max(CEILING, sample < 0 ? -sample : sample)
        out[i] = Math.max(-limit, Math.min(limit, sample * now))
      }
      return out
    },
  }
}
