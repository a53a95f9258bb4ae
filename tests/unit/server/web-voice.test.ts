/** Voice notes of WhatsApp Web: MP3 in, Opus in Ogg out. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mp3Encoder } from 'lamejs'
import * as opus from 'libopus-wasm'
import { describe, expect, it } from 'vitest'
import { findVoicePackages, loadVoiceTools } from '../../../electron/server/desk/channel/voice/packages'
import { resample } from '../../../electron/server/desk/channel/voice/resample'
import { voiceNoteFrom, voiceNoteOf, waveformOf } from '../../../electron/server/desk/channel/voice/voice'
import { createMp3Encoder } from '../../../src/recorder/encoder'
import { oggPages } from '../support/ogg-pages'

/** As the product finds them: both packages can only be imported. */
const packages = findVoicePackages(null)
if (packages === null) throw new Error('the packages that make voice notes are not found')
const tools = await loadVoiceTools(packages)
/** A voice of another rate, as other programs make them. */
const sample = join(import.meta.dirname, '../../../electron/demo/media/voice-1.mp3')

const RATE = 44_100
const SECONDS = 3

/** Something like speech: a tone that swells and fades, recorded as Turno records. */
async function recording(): Promise<Uint8Array> {
  const sound = Float32Array.from({ length: RATE * SECONDS }, (_, at) => {
    const second = at / RATE
    return 0.5 * Math.sin(2 * Math.PI * 440 * second) * (0.55 + 0.45 * Math.sin(2 * Math.PI * 1.5 * second))
  })
  const encoder = createMp3Encoder(Mp3Encoder, RATE, 128)
  encoder.encode(sound)
  return new Uint8Array(await encoder.finish().arrayBuffer())
}

describe('a voice note', () => {
  it('is one stream of Opus in Ogg, as long as the recording, and sounds like it', async () => {
    const note = await voiceNoteOf(tools, await recording())
    const pages = oggPages(note.bytes)
    const [head, tags, ...rest] = pages
    expect(pages.map(page => page.sequence)).toEqual(pages.map((_, at) => at))
    expect([head?.flags, rest.at(-1)?.flags]).toEqual([2, 4])
    const opusHead = Buffer.from(head?.packets[0] ?? [])
    expect([opusHead.toString('latin1', 0, 8), opusHead.readUInt8(9)]).toEqual(['OpusHead', 1])
    expect(Buffer.from(tags?.packets[0] ?? []).toString('latin1', 0, 8)).toBe('OpusTags')
    const preSkip = opusHead.readUInt16LE(10)
    const length = ((rest.at(-1)?.granule ?? 0) - preSkip) / 48_000
    expect(Math.abs(length - SECONDS)).toBeLessThan(0.1)
    expect([note.mime, note.seconds]).toEqual(['audio/ogg; codecs=opus', SECONDS])
    expect(note.waveform).toHaveLength(64)
    expect(Math.max(...note.waveform)).toBe(100)

    const decoder = await opus.createDecoder({ sampleRate: 48_000, channels: 1 })
    const heard = rest.flatMap(page => page.packets.flatMap(packet => [...decoder.decodeFloat(packet)]))
    decoder.free()
    // It swells and fades where the recording does.
    const loudness = (second: number): number => {
      const from = Math.round(second * 48_000) + preSkip
      return heard.slice(from, from + 2_400).reduce((sum, sample) => sum + sample ** 2, 0)
    }
    for (const swell of [1 / 6, 5 / 6, 9 / 6]) expect(loudness(swell)).toBeGreaterThan(10 * loudness(1 / 2))
  })

  it('is made of a recording alone; anything else goes as it is, and so does all where the tools are missing', async () => {
    const size = (await readFile(sample)).length
    const file = { path: sample, name: 'audio-record-site-1.mp3', mime: 'audio/mpeg', size }
    expect((await voiceNoteFrom(packages, file))?.seconds).toBeGreaterThan(0)
    expect(await voiceNoteFrom(null, file)).toBeNull()
    expect(await voiceNoteFrom(packages, { ...file, name: 'jingle.mp3' })).toBeNull()
    expect(await voiceNoteFrom(packages, { ...file, mime: 'audio/mp4' })).toBeNull()
    expect(await voiceNoteFrom(packages, { ...file, size: 50 * 1024 * 1024 })).toBeNull()
    await expect(voiceNoteOf(tools, new Uint8Array(100))).rejects.toThrow()
  })

  it('is drawn by how loud its parts are, the loudest at 100; silence is flat', () => {
    const sound = Float32Array.from({ length: 64_000 }, (_, at) => (at < 32_000 ? 0.2 : -0.8))
    const bars = waveformOf(sound)
    expect([bars.length, bars[0], bars[31], bars[32], bars[63]]).toEqual([64, 25, 25, 100, 100])
    expect([...waveformOf(new Float32Array(10))]).toEqual(new Array(64).fill(0))
  })

  it('another sample rate keeps a tone where it is, and lets nothing in that the rate cannot hold', () => {
    const tone = (hertz: number, rate: number, length: number) =>
      Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))
    const up = resample(tone(1_000, 44_100, 44_100), 44_100, 48_000)
    const wanted = tone(1_000, 48_000, 48_000)
    expect(up.length).toBe(48_000)
    for (let at = 1_000; at < 47_000; at += 7)
      expect(Math.abs((up[at] ?? 0) - (wanted[at] ?? 0))).toBeLessThan(0.01)
    const down = resample(tone(20_000, 48_000, 48_000), 48_000, 16_000)
    expect(Math.max(...down.slice(500, -500).map(Math.abs))).toBeLessThan(0.01)
  })
})
