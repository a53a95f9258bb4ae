/**
 * Synthesises the notice sounds: short, soft at the edges, distinguished by rhythm and pitch rather than by loudness. The
 * results are committed. Run after changing a recipe: `node scripts/sounds.mjs`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { wav } from './lib/wav.mjs'

const RATE = 44_100
const folder = new URL('../resources/sounds/', import.meta.url)

/**
 * Each sound is a list of strokes: start and length in seconds, pitch in hertz, strength 0 to 1, how fast it dies
 * (1/s), and its overtones as [multiple of the pitch, strength].
 */
const BELL = [
  [1, 1],
  [2.76, 0.35],
  [5.4, 0.12],
]
const SOFT = [
  [1, 1],
  [2, 0.22],
  [3, 0.06],
]
const WOOD = [
  [1, 1],
  [2.2, 0.5],
  [3.9, 0.25],
]
const SOUNDS = {
  /** A customer waits: two bells going up. */
  bell: [
    { at: 0, length: 0.9, hertz: 783.99, strength: 0.7, decay: 5, overtones: BELL },
    { at: 0.16, length: 1.1, hertz: 1046.5, strength: 0.8, decay: 4.2, overtones: BELL },
  ],
  /** A ticket is mine now: three soft steps. */
  chime: [
    { at: 0, length: 0.5, hertz: 523.25, strength: 0.7, decay: 7, overtones: SOFT },
    { at: 0.11, length: 0.5, hertz: 659.26, strength: 0.7, decay: 7, overtones: SOFT },
    { at: 0.22, length: 0.8, hertz: 783.99, strength: 0.8, decay: 5, overtones: SOFT },
  ],
  /** A message: one falling drop. */
  drop: [{ at: 0, length: 0.32, hertz: 880, to: 622.25, strength: 0.75, decay: 12, overtones: SOFT }],
  /** A colleague: two knocks. */
  knock: [
    { at: 0, length: 0.16, hertz: 220, strength: 0.9, decay: 30, overtones: WOOD },
    { at: 0.14, length: 0.18, hertz: 247, strength: 0.9, decay: 28, overtones: WOOD },
  ],
  /** Something is down: a low step downwards. */
  low: [
    { at: 0, length: 0.4, hertz: 311.13, strength: 0.8, decay: 6, overtones: SOFT },
    { at: 0.24, length: 0.7, hertz: 233.08, strength: 0.8, decay: 5, overtones: SOFT },
  ],
}

const EDGE_S = 0.004
const PEAK = 0.82

function samples(strokes) {
  const length = Math.max(...strokes.map(one => one.at + one.length))
  const wave = new Float64Array(Math.ceil((length + 0.02) * RATE))
  for (const { at, length: lasts, hertz, to = hertz, strength, decay, overtones } of strokes) {
    const from = Math.round(at * RATE)
    const count = Math.round(lasts * RATE)
    const phases = overtones.map(() => 0)
    for (let i = 0; i < count && from + i < wave.length; i++) {
      const time = i / RATE
      const pitch = hertz * (to / hertz) ** (time / lasts)
      const edge = Math.min(1, time / EDGE_S, (lasts - time) / EDGE_S)
      let sum = 0
      overtones.forEach(([multiple, share], n) => {
        phases[n] += (2 * Math.PI * pitch * multiple) / RATE
        // Overtones die first, as in anything that is struck.
        sum += share * Math.exp(-decay * multiple * 0.5 * time) * Math.sin(phases[n])
      })
      wave[from + i] += strength * edge * Math.exp(-decay * 0.5 * time) * sum
    }
  }
  const loudest = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return wave.map(value => (value / loudest) * PEAK)
}

mkdirSync(folder, { recursive: true })
for (const [name, strokes] of Object.entries(SOUNDS))
  writeFileSync(new URL(`${name}.wav`, folder), wav(samples(strokes), RATE))
