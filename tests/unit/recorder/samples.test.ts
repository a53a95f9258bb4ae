import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barHeight, barsFor } from '../../../src/features/recorder/trace'
import { BLOCK_SAMPLES, createGatherer, peakOf, toInt16 } from '../../../src/recorder/samples'
import { failureOf } from '../../../src/recorder/take'

describe('gathering samples', () => {
  it('hands on every sample once, in order, whatever the pieces are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 30 }), sizes => {
        const out: number[] = []
        const gatherer = createGatherer(Number.POSITIVE_INFINITY, block => out.push(...block))
        let next = 0
        for (const size of sizes) {
          gatherer.push(Float32Array.from({ length: size }, () => next++))
        }
        gatherer.flush()
        expect(out).toEqual(Array.from({ length: next }, (_, i) => i))
        expect(gatherer.taken).toBe(next)
      }),
    )
  })

  it('hands on full blocks only, until the end', () => {
    const sizes: number[] = []
    const gatherer = createGatherer(Number.POSITIVE_INFINITY, block => sizes.push(block.length))
    for (let i = 0; i < 40; i += 1) gatherer.push(new Float32Array(128))
    expect(sizes).toEqual([BLOCK_SAMPLES, BLOCK_SAMPLES])
    gatherer.flush()
    gatherer.flush()
    expect(sizes).toEqual([BLOCK_SAMPLES, BLOCK_SAMPLES, 40 * 128 - 2 * BLOCK_SAMPLES])
  })

  it('takes no sample beyond the limit', () => {
    let kept = 0
    const gatherer = createGatherer(300, block => {
      kept += block.length
    })
    expect(gatherer.push(new Float32Array(128))).toBe(128)
    expect(gatherer.full).toBe(false)
    gatherer.push(new Float32Array(128))
    expect(gatherer.push(new Float32Array(128))).toBe(44)
    expect(gatherer.full).toBe(true)
    expect(gatherer.push(new Float32Array(128))).toBe(0)
    gatherer.flush()
    expect(kept).toBe(300)
  })
})

describe('measuring samples', () => {
  it('finds the loudest, up or down, never above 1', () => {
    expect(peakOf(Float32Array.of(0, 0.25, -0.5))).toBe(0.5)
    expect(peakOf(Float32Array.of(-3))).toBe(1)
    expect(peakOf(new Float32Array(0))).toBe(0)
  })

  it('turns samples into 16 bits without wrapping around', () => {
    expect([...toInt16(Float32Array.of(0, 1, -1, 2, -2, Number.NaN, 0.5))]).toEqual([
      0, 32_767, -32_768, 32_767, -32_768, 0, 16_384,
    ])
  })
})

describe('the picture of a voice', () => {
  it('shows silence as the least bar and a shout as the whole height', () => {
    expect(barHeight(0, 28)).toBe(2)
    expect(barHeight(1, 28)).toBe(28)
    expect(barHeight(0.1, 28)).toBeGreaterThan(barHeight(0.05, 28))
    expect(barsFor(0)).toBe(1)
    expect(barsFor(200)).toBe(50)
  })
})

describe('a microphone that is refused', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'noDevice'],
    ['NotReadableError', 'busy'],
    ['InvalidStateError', 'broken'],
  ])('%s means %s', (name, failure) => {
    expect(failureOf(new DOMException('', name))).toBe(failure)
  })
})
