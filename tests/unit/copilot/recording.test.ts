/** Long recordings in pieces, each of which is heard by itself, and none of which loses anything. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as opus from 'libopus-wasm'
import * as mp3 from 'mpg123-decoder'
import { describe, expect, it } from 'vitest'
import { piecesOf, silence } from '../../../electron/copilot/recording'
import { oggFile } from '../../../electron/ogg'
import { voiceNoteOf } from '../../../electron/server/desk/channel/voice/voice'
import { oggPages } from '../support/ogg-pages'

const voice = (name: string) => readFile(join(import.meta.dirname, `../../../electron/demo/media/${name}`))
const ANY = 1_000_000

describe('a recording in pieces', () => {
  it('is whole where it fits', async () => {
    const bytes = await voice('voice-1.mp3')
    const [piece, ...more] = piecesOf(bytes, { seconds: 60, bytes: ANY }) ?? []
    expect(more).toEqual([])
    expect(piece?.bytes).toBe(bytes)
    expect(piece?.seconds).toBeCloseTo(4, 0)
  })

  it('is cut between the frames of MP3, and every piece is decoded', async () => {
    const bytes = await voice('voice-3.mp3')
    const pieces = piecesOf(bytes, { seconds: 3, bytes: ANY }) ?? []
    expect(pieces.length).toBe(4)
    const whole = Buffer.concat(pieces.map(piece => piece.bytes))
    expect(bytes.includes(whole)).toBe(true)
    expect(whole.length).toBeGreaterThan(bytes.length - 2_000)
    for (const piece of pieces) {
      const decoder = new mp3.MPEGDecoder()
      await decoder.ready
      const { samplesDecoded, sampleRate } = decoder.decode(piece.bytes)
      decoder.free()
      expect(samplesDecoded / sampleRate).toBeCloseTo(piece.seconds ?? 0, 0)
      expect(piece.seconds).toBeLessThanOrEqual(3)
    }
  })

  it('is cut between the pages of Opus, each piece with a head of its own and places from its beginning', async () => {
    const { bytes } = await voiceNoteOf({ ...mp3, ...opus }, await voice('voice-3.mp3'))
    const packets = (file: Uint8Array) =>
      oggPages(file)
        .slice(2)
        .flatMap(page => page.packets)
    const pieces = piecesOf(bytes, { seconds: 4, bytes: ANY }) ?? []
    expect(pieces.length).toBe(3)
    expect(pieces.flatMap(piece => packets(piece.bytes))).toEqual(packets(bytes))
    expect(oggPages(bytes).at(-1)?.granule).toBeGreaterThan(9 * 48_000)
    for (const piece of pieces) {
      const pages = oggPages(piece.bytes)
      expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, at) => at))
      expect(pages.map(({ flags }) => flags & 4)).toEqual(
        pages.map((_, at) => (at === pages.length - 1 ? 4 : 0)),
      )
      const preSkip = 312
      const last = (pages.at(-1)?.granule ?? 0) / 48_000
      expect(Math.abs(last - (piece.seconds ?? 0))).toBeLessThan(0.02 + preSkip / 48_000)
    }
    expect(pieces.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)).toBeCloseTo(
      (oggPages(bytes).at(-1)?.granule ?? 0) / 48_000,
      1,
    )
  })

  it('is cut by its size, too, and never inside of what goes on on the next page', () => {
    const long = oggFile({
      packets: Array.from({ length: 400 }, () => new Uint8Array(200)),
      packetSamples: 960,
      preSkip: 0,
      samples: 400 * 960,
      inputRate: 48_000,
    })
    expect(piecesOf(long, { seconds: 60, bytes: 25_000 })?.length).toBe(4)
    const third = [...long.keys()].filter(at => Buffer.from(long.slice(at, at + 4)).toString() === 'OggS')[4]
    if (third === undefined) throw new Error('no pages')
    const joined = Uint8Array.from(long)
    joined[third + 5] = 1
    const sizes = piecesOf(joined, { seconds: 60, bytes: 25_000 })?.map(({ bytes }) => oggPages(bytes).length)
    expect(sizes?.[0]).toBe(2 + 3)
  })

  it('is refused where it is too long and of another kind, and taken whole where it is short', () => {
    const other = new Uint8Array(2_000)
    expect(piecesOf(other, { seconds: 60, bytes: 1_000 })).toBeNull()
    expect(piecesOf(other, { seconds: 60, bytes: ANY })).toEqual([{ bytes: other, seconds: null }])
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['a head alone', silence().slice(0, 40)],
    ['a page cut off', silence().slice(0, -10)],
    ['a frame cut off', Uint8Array.of(0xff, 0xfb, 0x90)],
  ])('takes %s as it is', (_name, bytes) => {
    expect(piecesOf(bytes, { seconds: 1, bytes: ANY })?.length).toBe(1)
  })
})

it('has a second of silence that decoders play', async () => {
  const pages = oggPages(silence())
  const decoder = await opus.createDecoder({ sampleRate: 48_000, channels: 1 })
  const samples = pages.slice(2).flatMap(({ packets }) => packets.map(packet => decoder.decodeFloat(packet)))
  decoder.free()
  expect(samples.reduce((sum, { length }) => sum + length, 0)).toBe(48_000)
  expect(Math.max(...samples.flatMap(one => [...one].map(Math.abs)))).toBeLessThan(0.001)
  expect(piecesOf(silence(), { seconds: 60, bytes: ANY })?.[0]?.seconds).toBe(1)
})
