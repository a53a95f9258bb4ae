/** Reads an MP3 frame by frame (ISO/IEC 11172-3, section 2.4): what a player must find, without a player. */

const KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES = [44_100, 48_000, 32_000]
const SAMPLES_PER_FRAME = 1_152

export interface Mp3Facts {
  frames: number
  seconds: number
  /** Every bit rate, sampling rate and channel mode that occurs. */
  kbps: number[]
  rates: number[]
  mono: boolean
}

/**
 * Goes through MPEG-1 layer III frames from the first byte to the last.
 * @throws Error at the first byte that is no frame, and when the last frame is cut off.
 */
export function readMp3(bytes: Uint8Array): Mp3Facts {
  const kbps = new Set<number>()
  const rates = new Set<number>()
  let frames = 0
  let seconds = 0
  let mono = true
  let at = 0
  while (at < bytes.length) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4)
    if (a !== 0xff || (b & 0xfe) !== 0xfa) throw new Error(`no MPEG-1 layer III frame at byte ${at}`)
    const rate = RATES[(c >> 2) & 3]
    const bits = KBPS[c >> 4]
    if (!rate || !bits) throw new Error(`a frame at byte ${at} states no rate`)
    const length = Math.floor((144 * bits * 1_000) / rate) + ((c >> 1) & 1)
    if (at + length > bytes.length)
      throw new Error(`the last frame lacks ${at + length - bytes.length} bytes`)
    kbps.add(bits)
    rates.add(rate)
    mono &&= d >> 6 === 3
    frames += 1
    seconds += SAMPLES_PER_FRAME / rate
    at += length
  }
  return { frames, seconds, kbps: [...kbps], rates: [...rates], mono }
}
