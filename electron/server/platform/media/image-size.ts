/** Width and height of a picture from its first bytes, so that a thread reserves the right space before it loads. */

export interface Pixels {
  width: number
  height: number
}

/** Largest believable side; a header that claims more is damaged or hostile. */
const MAX_SIDE = 30_000

function png(view: DataView): Pixels | null {
  return view.byteLength >= 24 && view.getUint32(0) === 0x89504e47
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : null
}

function gif(view: DataView): Pixels | null {
  return view.byteLength >= 10 && view.getUint32(0) === 0x47494638
    ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    : null
}

function jpeg(view: DataView): Pixels | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    // Start-of-frame markers contain the size; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function webp(view: DataView): Pixels | null {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250)
    return null
  const kind = view.getUint32(12)
  if (kind === 0x56503858) {
    const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    return { width: three(24) + 1, height: three(27) + 1 }
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Size of a PNG, JPEG, GIF or WebP in pixels; null when the bytes show none or nonsense. */
export function imageSize(head: Uint8Array): Pixels | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const size = png(view) ?? gif(view) ?? jpeg(view) ?? webp(view)
  if (!size || size.width < 1 || size.height < 1 || size.width > MAX_SIDE || size.height > MAX_SIDE)
    return null
  return size
}
