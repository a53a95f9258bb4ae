/** Ogg files, read by what the standard says and nothing of Turno's. */
interface Page {
  flags: number
  granule: number
  sequence: number
  packets: Uint8Array[]
}

/** CRC-32 of Ogg, bit by bit. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}

/** Reads a file page by page (RFC 3533). @throws Error where it is broken. */
export function oggPages(file: Uint8Array): Page[] {
  const pages: Page[] = []
  for (let at = 0; at < file.length; ) {
    const view = new DataView(file.buffer, file.byteOffset + at)
    if (Buffer.from(file.subarray(at, at + 4)).toString() !== 'OggS') throw new Error(`no page at ${at}`)
    const count = view.getUint8(26)
    const lacing = [...file.subarray(at + 27, at + 27 + count)]
    const length = 27 + count + lacing.reduce((all, one) => all + one, 0)
    const whole = Uint8Array.from(file.subarray(at, at + length))
    whole.fill(0, 22, 26)
    if (crcOf(whole) !== view.getUint32(22, true)) throw new Error(`the page at ${at} is damaged`)
    const packets: Uint8Array[] = []
    let from = at + 27 + count
    let size = 0
    for (const part of lacing) {
      size += part
      if (part === 255) continue
      packets.push(file.subarray(from, from + size))
      from += size
      size = 0
    }
    pages.push({
      flags: view.getUint8(5),
      granule: Number(view.getBigUint64(6, true)),
      sequence: view.getUint32(18, true),
      packets,
    })
    at += length
  }
  return pages
}
