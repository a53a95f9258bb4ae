/** Voice messages: a hummed, syllable-like tone, encoded as a real MP3. */
import type { Random } from '../random'

/** What phones use for voice. */
const RATE = 16_000
const KBPS = 64
/** Samples of one MP3 frame at this rate. */
const FRAME = 576
/** Frames made before other work gets its turn: a few milliseconds. */
const FRAMES_PER_TURN = 4

export interface Clip {
  bytes: Uint8Array
  mime: 'audio/mpeg'
  name: string
  /** Seconds, whole. */
  duration: number
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Sound pressure, moment by moment: a buzzing source and three resonances, opened and closed like syllables. */
function humming(random: Random): (moment: number) => number {
  const base = random.int(105, 210)
  let syllable = { from: 0, to: 0, pitch: base, formants: [600, 1_200, 2_500] }
  let phase = 0
  return moment => {
    if (moment >= syllable.to) {
      const pause = random.chance(0.2) ? random.int(RATE / 8, RATE / 4) : random.int(0, RATE / 40)
      syllable = {
        from: moment + pause,
        to: moment + pause + random.int(RATE / 10, RATE / 4),
        pitch: base * (0.88 + random.next() * 0.3),
        formants: [random.int(320, 780), random.int(950, 2_100), random.int(2_300, 2_900)],
      }
    }
    if (moment < syllable.from) return 0
    const share = (moment - syllable.from) / (syllable.to - syllable.from)
    phase += syllable.pitch / RATE
    const cycle = phase % 1
    const decay = Math.exp(-4 * cycle)
    let sum = 0
    for (let k = 0; k < 3; k++) {
      sum +=
        (Math.sin((2 * Math.PI * (syllable.formants[k] ?? 0) * cycle) / syllable.pitch) * decay) / (k + 1)
    }
    const loud = Math.sqrt(Math.sin(Math.PI * share))
    return Math.round(Math.max(-1, Math.min(1, sum * loud * 0.55)) * 26_000)
  }
}

/**
 * Makes a clip, giving other work its turn while it encodes.
 * @param seconds length of the sound; the file is a few hundredths longer, as MP3 frames are.
 */
export async function voiceClip(random: Random, seconds: number): Promise<Clip> {
  const sound = humming(random)
  const { Mp3Encoder } = await import('lamejs')
  const encoder = new Mp3Encoder(1, RATE, KBPS)
  const chunks: Uint8Array[] = []
  const samples = Math.round(seconds * RATE)
  for (let at = 0, frame = 1; at < samples; at += FRAME, frame++) {
    const pcm = Int16Array.from({ length: Math.min(FRAME, samples - at) }, (_, i) => sound(at + i))
    const chunk = encoder.encodeBuffer(pcm)
    if (chunk.length > 0) chunks.push(Uint8Array.from(chunk))
    if (frame % FRAMES_PER_TURN === 0) await turn()
  }
  const rest = encoder.flush()
  if (rest.length > 0) chunks.push(Uint8Array.from(rest))
  return {
    bytes: Buffer.concat(chunks),
    mime: 'audio/mpeg',
    name: 'audio.mp3',
    duration: Math.round(seconds),
  }
}
