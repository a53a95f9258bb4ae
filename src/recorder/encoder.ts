/**
 * How samples become a file. One interface, so that another format (OGG/Opus for a channel that wants real voice
 * notes) is another implementation and nothing else.
 */
import { toInt16 } from './samples'

export interface AudioEncoder {
  /** Encodes the next samples, mono, -1 to 1. */
  encode(samples: Float32Array): void
  /** What was encoded since the last call, in order. */
  fresh(): Uint8Array<ArrayBuffer>
  /** Completes the file; nothing may be encoded after it. */
  finish(): Blob
  readonly bytes: number
}

/** The part of lamejs that is used. */
export interface Mp3Maker {
  new (
    channels: number,
    sampleRate: number,
    kbps: number,
  ): {
    encodeBuffer(left: Int16Array): Uint8Array<ArrayBuffer>
    flush(): Uint8Array<ArrayBuffer>
  }
}

/** MP3, mono, constant bit rate. @throws when lamejs refuses the rate. */
export function createMp3Encoder(Maker: Mp3Maker, sampleRate: number, kbps: number): AudioEncoder {
  const maker = new Maker(1, sampleRate, kbps)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let given = 0
  const keep = (part: Uint8Array<ArrayBuffer>): void => {
    if (part.byteLength === 0) return
    // lamejs may hand out a view of a buffer that it uses again.
    parts.push(part.slice())
    bytes += part.byteLength
  }
  return {
    encode: samples => keep(maker.encodeBuffer(toInt16(samples))),
    fresh() {
      const since = parts.slice(given)
      given = parts.length
      const joined = new Uint8Array(since.reduce((size, part) => size + part.byteLength, 0))
      let at = 0
      for (const part of since) {
        joined.set(part, at)
        at += part.byteLength
      }
      return joined
    },
    finish() {
      keep(maker.flush())
      return new Blob(parts, { type: 'audio/mpeg' })
    },
    get bytes() {
      return bytes
    },
  }
}
