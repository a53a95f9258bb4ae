/** Quiet speech where the system does not raise it, and a microphone that gives nothing. */
import { describe, expect, it } from 'vitest'
import { type Hearing, hear, newHearing } from '../../../src/features/recorder/trace'
import { createLeveller } from '../../../src/recorder/leveller'
import { BLOCK_SAMPLES, peakOf } from '../../../src/recorder/samples'

const RATE = 44_100
/** So many seconds of a tone that swells and fades as syllables do, in blocks. */
const speech = (amplitude: number, seconds: number): Float32Array[] =>
  Array.from({ length: Math.ceil((seconds * RATE) / BLOCK_SAMPLES) }, (_, block) =>
    Float32Array.from({ length: BLOCK_SAMPLES }, (_, i) => {
      const at = (block * BLOCK_SAMPLES + i) / RATE
      return amplitude * Math.sin(2 * Math.PI * 180 * at) * (0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * at))
    }),
  )
const decibels = (blocks: Float32Array[]): number => {
  const all = blocks.flatMap(block => [...block])
  return 10 * Math.log10(all.reduce((sum, sample) => sum + sample * sample, 0) / all.length)
}

describe('the loudness of a voice message', () => {
  it('is raised for quiet speech, from the second second on', () => {
    const leveller = createLeveller(RATE)
    // As measured on Linux: about -46 dB.
    const quiet = speech(0.01, 4)
    const raised = quiet.map(block => leveller.level(block))
    expect(decibels(quiet)).toBeLessThan(-44)
    expect(decibels(raised.slice(40))).toBeGreaterThan(-24)
    expect(decibels(raised.slice(40))).toBeLessThan(-16)
  })

  it('is left alone when it is loud, and never clipped when shouting follows whispering', () => {
    const loud = createLeveller(RATE)
    const blocks = speech(0.6, 2)
    expect(decibels(blocks.map(block => loud.level(block)))).toBeCloseTo(decibels(blocks), 1)
    const leveller = createLeveller(RATE)
    for (const block of speech(0.01, 3)) leveller.level(block)
    const shouted = speech(0.8, 1).map(block => leveller.level(block))
    const clipped = shouted.flatMap(block => [...block]).filter(sample => Math.abs(sample) >= 1).length
    expect(clipped).toBe(0)
    expect(Math.max(...shouted.slice(1).map(peakOf))).toBeLessThanOrEqual(0.9)
  })

  it('does not raise an empty room into noise', () => {
    const leveller = createLeveller(RATE)
    const room = speech(0.0004, 5)
    expect(decibels(room.map(block => leveller.level(block)))).toBeCloseTo(decibels(room), 3)
  })
})

describe('a microphone that gives nothing', () => {
  const heardBy = (levels: [elapsedMs: number, level: number][]): Hearing =>
    levels.reduce((hearing, [elapsedMs, level]) => hear(hearing, { elapsedMs, level }), newHearing)

  it('is told after four recorded seconds, and no longer once something is heard', () => {
    expect(heardBy([[3_900, 0.0001]]).silent).toBe(false)
    expect(heardBy([[4_000, 0.0001]]).silent).toBe(true)
    expect(
      heardBy([
        [4_000, 0],
        [4_050, 0.02],
      ]).silent,
    ).toBe(false)
    expect(
      heardBy([
        [4_000, 0.02],
        [7_900, 0],
        [8_000, 0],
      ]).silent,
    ).toBe(true)
  })
})
