import { Mp3Encoder } from 'lamejs'
import { describe, expect, it } from 'vitest'
import { createMp3Encoder } from '../../../src/recorder/encoder'
import { BLOCK_SAMPLES } from '../../../src/recorder/samples'
import { readMp3 } from '../../support/mp3-frames'

const RATE = 44_100

const tone = (from: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * (from + i)) / RATE))

async function encode(seconds: number): Promise<{ bytes: Uint8Array; early: number }> {
  const encoder = createMp3Encoder(Mp3Encoder, RATE, 128)
  const total = Math.round(seconds * RATE)
  let early = 0
  for (let at = 0; at < total; at += BLOCK_SAMPLES) {
    encoder.encode(tone(at, Math.min(BLOCK_SAMPLES, total - at)))
    if (at < total / 2) early = encoder.bytes
  }
  const file = encoder.finish()
  expect(file.type).toBe('audio/mpeg')
  expect(file.size).toBe(encoder.bytes)
  return { bytes: new Uint8Array(await file.arrayBuffer()), early }
}

describe('the MP3 of a voice message', () => {
  it('is 128 kbps, mono, whole frames from the first byte to the last, as long as what was said', async () => {
    const { bytes } = await encode(2.5)
    const facts = readMp3(bytes)
    expect(facts).toMatchObject({ kbps: [128], rates: [RATE], mono: true })
    // The encoder's own delay and the filling of the last frame add at most four frames.
    expect(facts.seconds).toBeGreaterThanOrEqual(2.5)
    expect(facts.seconds).toBeLessThan(2.5 + (4 * 1_152) / RATE)
  })

  it('is written while one speaks, not at the end', async () => {
    const { bytes, early } = await encode(2)
    expect(early).toBeGreaterThan(bytes.length * 0.4)
  })

  it('can be heard as far as it was handed on, wherever it broke off', async () => {
    const encoder = createMp3Encoder(Mp3Encoder, RATE, 128)
    const parts: Uint8Array[] = []
    for (let second = 0; second < 3; second += 1) {
      for (let at = 0; at < RATE; at += BLOCK_SAMPLES) encoder.encode(tone(second * RATE + at, BLOCK_SAMPLES))
      parts.push(encoder.fresh())
    }
    expect(encoder.fresh()).toHaveLength(0)
    const facts = readMp3(Buffer.concat(parts))
    expect(facts.seconds).toBeGreaterThan(2.9)
    expect(facts).toMatchObject({ kbps: [128], mono: true })
  })

  it('reaches the least size that is sent after some six tenths of a second', async () => {
    expect((await encode(0.4)).bytes.length).toBeLessThan(10_000)
    expect((await encode(0.8)).bytes.length).toBeGreaterThan(10_000)
  })
})

describe('reading an MP3', () => {
  it('refuses what is no frame, and a frame that is cut off', async () => {
    const { bytes } = await encode(0.3)
    expect(() => readMp3(bytes.subarray(0, -1))).toThrow(/lacks 1 bytes/)
    expect(() => readMp3(bytes.subarray(1))).toThrow(/no MPEG-1/)
  })
})
