/** The demo's committed files are what electron/demo/media.ts says of them. */
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { type MediaKind, mediaFile, variantsOf } from '../../../electron/demo/media'

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

const all = async (kind: MediaKind) =>
  Promise.all(Array.from({ length: variantsOf(kind) }, (_, variant) => mediaFile(kind, variant)))

it.each(['product', 'damage', 'receipt', 'label', 'qr', 'map'] as const)(
  'pictures have the stated size: %s',
  async kind => {
    for (const picture of await all(kind)) {
      const read = PNG.sync.read(Buffer.from(picture.bytes))
      expect([read.width, read.height]).toEqual([picture.width, picture.height])
      const colours = new Set<number>()
      for (let i = 0; i < read.data.length; i += 4) colours.add(read.data.readUInt32BE(i))
      expect(colours.size).toBeGreaterThan(1)
    }
  },
)

it('the frames of a voice add up to the stated duration', async () => {
  const voices = await all('voice')
  for (const { bytes, duration = 0 } of voices)
    expect(Math.abs(mp3Seconds(bytes) - duration)).toBeLessThan(0.3)
  expect(new Set(voices.map(({ duration }) => duration)).size).toBe(3)
})

it('papers are PDF, films and stickers what they are called', async () => {
  const start = async (kind: MediaKind, from: number, to: number) =>
    Buffer.from((await mediaFile(kind)).bytes)
      .subarray(from, to)
      .toString('latin1')
  expect([await start('slip', 0, 5), await start('taxNote', 0, 5)]).toEqual(['%PDF-', '%PDF-'])
  expect(await start('video', 0, 4)).toBe('\x1aE\xdf\xa3')
  expect(await start('sticker', 8, 12)).toBe('WEBP')
})

it('weigh little together, and the same number gives the same file', async () => {
  const kinds = ['product', 'damage', 'receipt', 'label', 'qr', 'map', 'voice', 'slip', 'taxNote'] as const
  const files = (await Promise.all(kinds.map(all))).flat()
  expect(files.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(300_000)
  expect((await mediaFile('product', 4)).bytes).toEqual((await mediaFile('product', 1)).bytes)
})
