/**
 * Sound as a file every player reads: 16-bit mono PCM in a RIFF file.
 * @param wave samples from -1 to 1. @param rate samples a second.
 */
export function wav(wave, rate) {
  const data = Buffer.alloc(wave.length * 2)
  for (let i = 0; i < wave.length; i += 1) data.writeInt16LE(Math.round(wave[i] * 32_767), i * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
