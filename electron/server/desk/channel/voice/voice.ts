/**
 * Voice notes. WhatsApp shows a sound as one only if it is Opus in Ogg; Turno records MP3. Decoder and encoder are
 * loaded with the first one (./packages).
 */
import { readFile } from 'node:fs/promises'
import { VOICE_FILE_MARK } from '@contract'
import { OPUS_RATE, oggFile } from '../../../../ogg'
import { loadVoiceTools, type VoicePackages, type VoiceTools } from './packages'
import { resample } from './resample'

export interface VoiceNote {
  bytes: Uint8Array
  mime: string
  /** Length, rounded; at least 1. */
  seconds: number
  /** Its loudness over time: `BARS` values from 0 to 100, as WhatsApp draws them. */
  waveform: Uint8Array
}

const VOICE_MIME = 'audio/ogg; codecs=opus'
/** Bits per second: clear for speech, and a minute is 240 kB. */
const BITRATE = 32_000
/** Sample rates Opus accepts. */
const OPUS_RATES = new Set([8_000, 12_000, 16_000, 24_000, OPUS_RATE])
/** Bars WhatsApp draws for a voice note. */
const BARS = 64
/** Longest convertible sound, in bytes of MP3: about twenty minutes. A longer one goes as a file. */
const MOST_BYTES = 20 * 1024 * 1024

/** Stereo to mono. */
function mixed(channels: readonly Float32Array[], length: number): Float32Array {
  const [left, right] = channels
  if (!left) return new Float32Array(length)
  if (!right) return left.subarray(0, length)
  return Float32Array.from({ length }, (_, at) => ((left[at] ?? 0) + (right[at] ?? 0)) / 2)
}

/** @throws Error when there is no sound in it. */
async function decoded(
  { MPEGDecoder }: VoiceTools,
  mp3: Uint8Array,
): Promise<{ samples: Float32Array; rate: number }> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(mp3)
    if (samplesDecoded === 0) throw new Error('no sound')
    return { samples: mixed(channelData, samplesDecoded), rate: sampleRate }
  } finally {
    decoder.free()
  }
}

/** The mean loudness of equal parts of a sound, from 0 to 100; the loudest is 100. Silence is all 0. */
export function waveformOf(samples: Float32Array, bars = BARS): Uint8Array {
  const means = Array.from({ length: bars }, (_, bar) => {
    const part = samples.subarray(
      Math.floor((bar * samples.length) / bars),
      Math.floor(((bar + 1) * samples.length) / bars),
    )
    return part.reduce((sum, sample) => sum + Math.abs(sample), 0) / Math.max(1, part.length)
  })
  const loudest = Math.max(...means)
  return Uint8Array.from(means, mean => (loudest > 0 ? Math.floor((100 * mean) / loudest) : 0))
}

/**
 * An MP3 as a voice note. Takes some tenths of a second for a minute of speech.
 * @throws Error when it is no MP3.
 */
export async function voiceNoteOf(tools: VoiceTools, mp3: Uint8Array): Promise<VoiceNote> {
  const { createEncoder, Application } = tools
  const sound = await decoded(tools, mp3)
  const rate = OPUS_RATES.has(sound.rate) ? sound.rate : OPUS_RATE
  const samples = resample(sound.samples, sound.rate, rate)
  const encoder = await createEncoder({
    sampleRate: rate as 48_000,
    channels: 1,
    application: Application.Voip,
    bitrate: BITRATE,
  })
  try {
    const { frameSize } = encoder
    const scale = OPUS_RATE / rate
    const preSkip = Math.round(encoder.getLookahead() * scale)
    // The encoder lags by its lookahead: silence at the end flushes the last sound.
    const frames = Math.ceil((samples.length + preSkip / scale) / frameSize)
    const packets: Uint8Array[] = []
    for (let at = 0; at < frames; at++) {
      const frame = new Float32Array(frameSize)
      frame.set(samples.subarray(at * frameSize, (at + 1) * frameSize))
      packets.push(encoder.encodeFloat(frame))
    }
    return {
      bytes: oggFile({
        packets,
        packetSamples: frameSize * scale,
        preSkip,
        samples: Math.round(samples.length * scale),
        inputRate: sound.rate,
      }),
      mime: VOICE_MIME,
      seconds: Math.max(1, Math.round(samples.length / rate)),
      waveform: waveformOf(samples),
    }
  } finally {
    encoder.free()
  }
}

/** A sound to be sent. */
export interface SoundFile {
  path: string
  name: string
  mime: string
  /** Bytes. */
  size: number
}

/** Whether a file leaves as a voice note: a recording that is not too long. An MP3 from a folder, such as music, stays a file. */
export const isRecording = ({ name, mime, size }: SoundFile): boolean =>
  name.includes(VOICE_FILE_MARK) && /^audio\/(mpeg|mp3)\b/.test(mime) && size <= MOST_BYTES

/**
 * The voice note of a file.
 * @returns null when it cannot be one (no recording, too long, no packages): then it goes as it is.
 * @throws Error when there is no MP3 in it, or a package cannot be loaded.
 */
export async function voiceNoteFrom(
  packages: VoicePackages | null,
  file: SoundFile,
): Promise<VoiceNote | null> {
  if (!packages || !isRecording(file)) return null
  return voiceNoteOf(await loadVoiceTools(packages), await readFile(file.path))
}
