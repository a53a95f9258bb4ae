/**
 * Looks into a ZIP before anything unpacks it: what it holds, and how much that really is. The sizes a ZIP states are its
 * maker's words, so the parts are inflated piece by piece and counted, and nothing of it is kept.
 */
import { SHEET, SheetError } from './faults'

export interface ZipPart {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  encrypted: boolean
  /** Where its bytes begin, and how many there are. */
  start: number
  packed: number
  /** Bytes it says it unpacks to. */
  stated: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MOST_COMMENT = 0xffff
/** Bytes unpacked at once: one piece can grow a thousandfold. */
const PIECE = 16 * 1024

function endOf(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT)
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1)
    if (view.getUint32(at, true) === END) return at
  throw new SheetError('unreadable')
}

/**
 * What a ZIP holds, by its directory.
 * @throws SheetError unreadable when it is cut off or names places outside of itself, bomb with too many parts.
 */
export function partsOf(bytes: Uint8Array): ZipPart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = endOf(view)
    const count = view.getUint16(end + 10, true)
    if (count > SHEET.parts) throw new SheetError('bomb')
    let at = view.getUint32(end + 16, true)
    return Array.from({ length: count }, () => {
      if (view.getUint32(at, true) !== ENTRY) throw new SheetError('unreadable')
      const nameChars = view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameChars))
      const local = view.getUint32(at + 42, true)
      if (view.getUint32(local, true) !== LOCAL) throw new SheetError('unreadable')
      const part: ZipPart = {
        name,
        method: view.getUint16(at + 10, true),
        encrypted: (view.getUint16(at + 8, true) & 1) === 1,
        start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
        packed: view.getUint32(at + 20, true),
        stated: view.getUint32(at + 24, true),
      }
      if (part.start + part.packed > bytes.byteLength) throw new SheetError('unreadable')
      at += 46 + nameChars + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
      return part
    })
  } catch (error) {
    // Places outside of the file throw a RangeError.
    if (error instanceof SheetError) throw error
    throw new SheetError('unreadable')
  }
}

function pieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.byteLength) return controller.close()
        controller.enqueue(bytes.slice(at, at + PIECE))
        at += PIECE
      },
    },
    { highWaterMark: 0 },
  )
}

/** Bytes a deflated part unpacks to, counted up to `most`. */
async function inflatedBytes(packed: Uint8Array<ArrayBuffer>, most: number): Promise<number> {
  const reader = pieces(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return total
    total += value.byteLength
    if (total > most) {
      await reader.cancel()
      return total
    }
  }
}

/**
 * Holds a ZIP to what it may unpack to.
 * @throws SheetError bomb beyond SHEET.unpackedBytes, unreadable for a broken part or an unknown way of packing.
 */
export async function refuseBomb(bytes: Uint8Array<ArrayBuffer>, parts: readonly ZipPart[]): Promise<void> {
  const stated = parts.reduce((sum, part) => sum + part.stated, 0)
  if (stated > SHEET.unpackedBytes) throw new SheetError('bomb')
  let left: number = SHEET.unpackedBytes
  for (const { method, start, packed } of parts) {
    if (method !== 0 && method !== 8) throw new SheetError('unreadable')
    const own = bytes.subarray(start, start + packed)
    const size =
      method === 0
        ? packed
        : await inflatedBytes(own, left).catch(() => {
            throw new SheetError('unreadable')
          })
    left -= size
    if (left < 0) throw new SheetError('bomb')
  }
}
