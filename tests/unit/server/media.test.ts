import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { slipDocument } from '../../../electron/demo/simulator/media/documents'
import {
  mapPicture,
  productPicture,
  qrPicture,
  receiptPicture,
} from '../../../electron/demo/simulator/media/pictures'
import { voiceClip } from '../../../electron/demo/simulator/media/voice'
import { createRandom } from '../../../electron/demo/simulator/random'

/** Seconds of sound, counted from the frame headers; throws where a frame does not begin. */
function mp3Seconds(bytes: Uint8Array): number {
  const rates = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000] } as const
  const kbps = {
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  } as const
  let at = 0
  let seconds = 0
  while (at + 4 <= bytes.length) {
    const [b0, b1, b2] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
    if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) throw new Error(`no frame at ${at}`)
    const version = ((b1 >> 3) & 3) as 2 | 3
    const rate = rates[version][(b2 >> 2) & 3] as number
    const samples = version === 3 ? 1_152 : 576
    const length =
      Math.floor(((samples / 8) * (kbps[version][b2 >> 4] as number) * 1_000) / rate) + ((b2 >> 1) & 1)
    at += length
    seconds += samples / rate
  }
  return seconds
}

describe('files of the simulated world', () => {
  it('draws pictures of the stated size, the same for the same facts', () => {
    const receipt = (): Uint8Array =>
      receiptPicture({ value: 'R$ 1,00', payer: 'José', date: 'hoje', code: 'E1' }).bytes
    expect(receipt()).toEqual(receipt())
    for (const picture of [
      receiptPicture({ value: 'R$ 1,00', payer: 'José', date: 'hoje', code: 'E1' }),
      productPicture(createRandom(1), true),
      productPicture(createRandom(2), false),
      mapPicture(createRandom(3)),
      qrPicture('turno'),
    ]) {
      const read = PNG.sync.read(Buffer.from(picture.bytes))
      expect([read.width, read.height]).toEqual([picture.width, picture.height])
      const colours = new Set<number>()
      for (let i = 0; i < read.data.length; i += 4) colours.add(read.data.readUInt32BE(i))
      expect(colours.size).toBeGreaterThan(1)
    }
  })

  it('encodes voice whose frames add up to the stated duration, giving others their turn meanwhile', async () => {
    let turns = 0
    let going = true
    const count = (): void => {
      turns++
      if (going) setImmediate(count)
    }
    setImmediate(count)
    const clip = await voiceClip(createRandom(4), 5)
    going = false
    expect(clip.duration).toBe(5)
    expect(Math.abs(mp3Seconds(clip.bytes) - 5)).toBeLessThan(0.3)
    expect(clip.bytes.length).toBeGreaterThan(10_000)
    expect(turns).toBeGreaterThan(20)
  })

  it('writes PDF', async () => {
    const facts = { payer: 'João', value: 'R$ 2,00', due: '01/02/2026', order: '77', line: '00190' }
    const slip = await slipDocument(facts, new Date(0))
    const text = Buffer.from(slip.bytes).toString('latin1')
    expect(text.startsWith('%PDF-1.')).toBe(true)
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(Buffer.from((await slipDocument(facts, new Date(0))).bytes)).toEqual(Buffer.from(slip.bytes))
  })
})
