/** Opus packets in an Ogg file (RFC 3533 and RFC 7845), as WhatsApp's voice notes are. Pure. */

/** Ogg counts the length of Opus in samples at this rate, whatever the sound was recorded at. */
export const OPUS_RATE = 48_000
/** Longest run of packets on one page: a second of 20 ms packets. */
const PACKETS_A_PAGE = 50
const SERIAL = 1

/** CRC-32 as Ogg has it: polynomial 0x04c11db7, not reflected, begun at 0. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})
export function crcOf(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  return crc
}

/** Flags of a page: it continues the packet of the page before; it is the first of its stream; it is the last. */
export const CONTINUED = 1
const FIRST = 2
export const LAST = 4

function page(packets: readonly Uint8Array[], granule: number, sequence: number, flags: number): Uint8Array {
  // Each packet is cut into lengths of 255; a shorter one, perhaps 0, ends it.
  const lacing = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const head = new Uint8Array(27 + lacing.length)
  const view = new DataView(head.buffer)
  head.set(new TextEncoder().encode('OggS'))
  head[5] = flags
  view.setBigUint64(6, BigInt(granule), true)
  view.setUint32(14, SERIAL, true)
  view.setUint32(18, sequence, true)
  head[26] = lacing.length
  head.set(lacing, 27)
  const whole = Buffer.concat([head, ...packets])
  whole.writeUInt32LE(crcOf(whole), 22)
  return whole
}

function opusHead(preSkip: number, inputRate: number): Uint8Array {
  const bytes = Buffer.alloc(19)
  bytes.write('OpusHead')
  bytes.writeUInt8(1, 8)
  bytes.writeUInt8(1, 9)
  bytes.writeUInt16LE(preSkip, 10)
  bytes.writeUInt32LE(inputRate, 12)
  return bytes
}

function opusTags(): Uint8Array {
  const vendor = Buffer.from('turno')
  const bytes = Buffer.alloc(8 + 4 + vendor.length + 4)
  bytes.write('OpusTags')
  bytes.writeUInt32LE(vendor.length, 8)
  vendor.copy(bytes, 12)
  return bytes
}

export interface OpusStream {
  packets: readonly Uint8Array[]
  /** Samples in each packet, at OPUS_RATE. */
  packetSamples: number
  /** Samples the decoder drops at the beginning, at OPUS_RATE. */
  preSkip: number
  /** Samples of the sound itself, at OPUS_RATE. */
  samples: number
  /** Rate of the recording, for information. */
  inputRate: number
}

/** One mono stream as a file. */
export function oggFile({ packets, packetSamples, preSkip, samples, inputRate }: OpusStream): Uint8Array {
  const pages = [page([opusHead(preSkip, inputRate)], 0, 0, FIRST), page([opusTags()], 0, 1, 0)]
  for (let at = 0; at < packets.length; at += PACKETS_A_PAGE) {
    const end = Math.min(packets.length, at + PACKETS_A_PAGE)
    const last = end === packets.length
    // The last page holds where the sound ends, so that what fills up the last packet is not played.
    const granule = last ? Math.min(end * packetSamples, samples + preSkip) : end * packetSamples
    pages.push(page(packets.slice(at, end), granule, pages.length, last ? LAST : 0))
  }
  return Buffer.concat(pages)
}
