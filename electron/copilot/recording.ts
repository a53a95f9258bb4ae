/**
 * Recordings as they are given out to be transcribed: how long they are, and long ones in pieces that each can be heard. They are
 * cut between the pages of Opus in Ogg and between the frames of MP3, where nothing has to be made anew. Pure.
 */

import { CONTINUED, crcOf, LAST, OPUS_RATE, oggFile } from '../ogg'

export interface Piece {
  bytes: Uint8Array
  /** Null where the bytes do not say. */
  seconds: number | null
}

/** Something that can be cut before and behind it. */
interface Unit {
  from: number
  to: number
  /** Where it ends in the recording, seconds. */
  ends: number
  /** Begins in the middle of what the unit before it holds. */
  isContinued: boolean
}

interface Recording {
  units: Unit[]
  /** The bytes of some units in a row, as a recording of their own. */
  piece(units: readonly Unit[], startsAt: number): Uint8Array
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

interface Page {
  from: number
  to: number
  type: number
  /** Samples at its end; null where nothing ends on it. */
  samples: number | null
  serial: number
  /** What it holds ends with it. */
  isWhole: boolean
}

function* pagesOf(bytes: Uint8Array): Generator<Page> {
  const view = viewOf(bytes)
  let from = 0
  while (from + 27 <= bytes.length && latin(bytes, from, from + 4) === 'OggS') {
    const lengths = bytes.subarray(from + 27, from + 27 + (bytes[from + 26] ?? 0))
    const to = from + 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0)
    if (to > bytes.length) return
    const granule = view.getBigInt64(from + 6, true)
    yield {
      from,
      to,
      type: bytes[from + 5] ?? 0,
      samples: granule < 0n ? null : Number(granule),
      serial: view.getUint32(from + 14, true),
      isWhole: lengths.at(-1) !== 255,
    }
    from = to
  }
}

/** A page with another place in its stream. */
function placed(page: Uint8Array, samples: bigint, number: number, isLast: boolean): Uint8Array {
  // `slice` of a Buffer would be the same bytes.
  const copy = Uint8Array.from(page)
  const view = viewOf(copy)
  copy[5] = isLast ? (copy[5] ?? 0) | LAST : (copy[5] ?? 0) & ~LAST
  view.setBigInt64(6, samples, true)
  view.setUint32(18, number, true)
  view.setUint32(22, 0, true)
  view.setUint32(22, crcOf(copy), true)
  return copy
}

/** @returns null where it is no single stream of Opus. */
function opusIn(bytes: Uint8Array): Recording | null {
  const pages = [...pagesOf(bytes)]
  const [first] = pages
  if (!first || latin(bytes, first.from + 28, first.from + 36) !== 'OpusHead') return null
  if (pages.some(({ serial }) => serial !== first.serial)) return null
  const named = pages.findIndex(({ isWhole }, at) => at > 0 && isWhole)
  if (named < 0) return null
  const skipped = viewOf(bytes).getUint16(first.from + 38, true)
  const head = pages.slice(0, named + 1).map(({ from, to }) => bytes.subarray(from, to))
  let samples = 0
  const units = pages.slice(named + 1).map(page => {
    samples = page.samples ?? samples
    const isContinued = (page.type & CONTINUED) !== 0
    return { from: page.from, to: page.to, ends: Math.max(0, samples - skipped) / OPUS_RATE, isContinued }
  })
  return {
    units,
    piece(own, startsAt) {
      const before = BigInt(startsAt === 0 ? 0 : Math.round(startsAt * OPUS_RATE) + skipped)
      const body = own.map(({ from, to }, at) => {
        const page = bytes.subarray(from, to)
        const place = viewOf(page).getBigInt64(6, true)
        return placed(page, place < 0n ? place : place - before, head.length + at, at === own.length - 1)
      })
      return Buffer.concat([...head, ...body])
    },
  }
}

const KBPS = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const RATES = [44_100, 48_000, 32_000]
/** By the bits of a header: 2.5, none, 2, 1. */
const RATE_PARTS = [4, 0, 2, 1]

/** A frame of MP3 that begins there; null where none does. */
function frameAt(bytes: Uint8Array, at: number): { length: number; seconds: number } | null {
  const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
  const part = RATE_PARTS[(b >> 3) & 3] ?? 0
  if (a !== 0xff || (b & 0xe6) !== 0xe2 || part === 0) return null
  const isOne = part === 1
  const kbps = KBPS[isOne ? 'one' : 'two'][c >> 4] ?? 0
  const rate = (RATES[(c >> 2) & 3] ?? 0) / part
  if (kbps === 0 || rate === 0) return null
  const samples = isOne ? 1_152 : 576
  return { length: Math.floor((samples * 125 * kbps) / rate) + ((c >> 1) & 1), seconds: samples / rate }
}

/** Behind the names that stand before the sound. */
function soundFrom(bytes: Uint8Array): number {
  if (latin(bytes, 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d)
}

/** @returns null where it is no MP3. */
function mp3In(bytes: Uint8Array): Recording | null {
  const units: Unit[] = []
  let at = soundFrom(bytes)
  let ends = 0
  for (
    let frame = frameAt(bytes, at);
    frame && at + frame.length <= bytes.length;
    frame = frameAt(bytes, at)
  ) {
    ends += frame.seconds
    units.push({ from: at, to: at + frame.length, ends, isContinued: false })
    at += frame.length
  }
  const piece = (own: readonly Unit[]): Uint8Array => bytes.subarray(own[0]?.from ?? 0, own.at(-1)?.to ?? 0)
  return units.length === 0 ? null : { units, piece }
}

/**
 * A recording as it goes out: whole, or in pieces of at most so many bytes and seconds.
 * @returns null for one that is beyond that and of a kind that cannot be cut.
 */
export function piecesOf(bytes: Uint8Array, most: { seconds: number; bytes: number }): Piece[] | null {
  const found = opusIn(bytes) ?? mp3In(bytes)
  const seconds = found?.units.at(-1)?.ends ?? null
  if ((seconds ?? 0) <= most.seconds && bytes.length <= most.bytes) return [{ bytes, seconds }]
  if (!found) return null
  const pieces: Piece[] = []
  let own: Unit[] = []
  let startsAt = 0
  const cut = (): void => {
    const end = own.at(-1)?.ends ?? startsAt
    pieces.push({ bytes: found.piece(own, startsAt), seconds: end - startsAt })
    own = []
    startsAt = end
  }
  for (const unit of found.units) {
    const size = unit.to - (own[0]?.from ?? unit.from)
    const isFull = unit.ends - startsAt > most.seconds || size > most.bytes
    if (own.length > 0 && isFull && !unit.isContinued) cut()
    own.push(unit)
  }
  cut()
  return pieces
}

/** The packet of 20 ms that every player of Opus knows for silence. */
const SILENT = Uint8Array.of(0xf8, 0xff, 0xfe)
const PACKETS = 50

/** A second of silence, as a voice note: Opus in Ogg. */
export const silence = (): Uint8Array =>
  oggFile({
    packets: Array.from({ length: PACKETS }, () => SILENT),
    packetSamples: OPUS_RATE / PACKETS,
    preSkip: 0,
    samples: OPUS_RATE,
    inputRate: OPUS_RATE,
  })
