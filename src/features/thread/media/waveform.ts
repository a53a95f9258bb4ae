/**
 * Loudness of voice messages over their time. Worked out when a bubble is near the screen, one file at a time and off
 * the page's thread: Chromium decodes on threads of its own, and the sums run in short pieces while nothing else waits.
 */
import { useEffect, useState } from 'react'
import { atSessionEnd } from '@/stores/session-end'

export interface Waveform {
  /** {@link BARS} values from 0 to 1; the loudest is 1. */
  peaks: readonly number[]
  /** Seconds. */
  duration: number
}

/** Bars one voice message is drawn with. */
export const BARS = 44
/** Enough to see loudness; keeps ten minutes in 20 MB while they are looked at. */
const SAMPLE_RATE = 8_000
/** Samples summed in one go, about a millisecond's work. */
const PIECE = 100_000
/** Larger files are songs and lectures, not voice messages: their bars stay flat. */
const MAX_BYTES = 16 * 1_048_576
/** Waveforms kept, the longest unused goes first. */
const KEPT = 400

const known = new Map<string, Waveform>()
const failed = new Set<string>()
const waiting = new Map<string, { url: string; tell: Set<(one: Waveform) => void> }>()
let working = false

/** The quiet of a phone line is drawn as a dot, and a single click does not flatten the rest. */
export function barsOf(loudness: readonly number[]): number[] {
  const loudest = Math.max(...loudness, 0)
  if (loudest < 0.001) return loudness.map(() => 0)
  return loudness.map(one => Math.sqrt(one / loudest))
}

const idle = (): Promise<void> =>
  new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 16)
  })

/** Mean loudness of each bar's stretch, in pieces between which the page goes on. */
export async function loudnessOf(
  samples: Float32Array,
  bars: number,
  rest: () => Promise<void> = idle,
): Promise<number[]> {
  const sums = new Float64Array(bars)
  const stretch = samples.length / bars
  for (let from = 0; from < samples.length; from += PIECE) {
    const end = Math.min(samples.length, from + PIECE)
    for (let at = from; at < end; at += 1) {
      const sample = samples[at] ?? 0
      const bar = Math.min(bars - 1, Math.floor(at / stretch))
      sums[bar] = (sums[bar] ?? 0) + sample * sample
    }
    if (end < samples.length) await rest()
  }
  return Array.from(sums, sum => (stretch > 0 ? Math.sqrt(sum / stretch) : 0))
}

async function measure(url: string): Promise<Waveform> {
  const response = await fetch(url)
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) {
    await response.body?.cancel()
    throw new Error(`no voice message to measure: ${response.status}`)
  }
  const bytes = await response.arrayBuffer()
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes)
  return { peaks: barsOf(await loudnessOf(decoded.getChannelData(0), BARS)), duration: decoded.duration }
}

/** What came into view last is measured first: it is what the person looks at. */
async function work(): Promise<void> {
  if (working) return
  working = true
  try {
    for (;;) {
      const [id, job] = [...waiting].at(-1) ?? []
      if (id === undefined || job === undefined) break
      await idle()
      try {
        const one = await measure(job.url)
        if (waiting.get(id) !== job) continue
        known.set(id, one)
        const oldest = known.keys().next()
        if (known.size > KEPT && !oldest.done) known.delete(oldest.value)
        for (const tell of job.tell) tell(one)
      } catch {
        // The bars stay flat; the player says what is wrong with the file when it is asked to play it.
        failed.add(id)
      }
      if (waiting.get(id) === job) waiting.delete(id)
    }
  } finally {
    working = false
  }
}

/** Asks for a waveform; `tell` hears it unless the answer, a way to lose interest, was called first. */
function watchWaveform(id: string, url: string, tell: (one: Waveform) => void): () => void {
  if (failed.has(id)) return () => undefined
  const job = waiting.get(id) ?? { url, tell: new Set() }
  job.tell.add(tell)
  waiting.delete(id)
  waiting.set(id, job)
  void work()
  return () => {
    job.tell.delete(tell)
    if (job.tell.size === 0 && waiting.get(id) === job) waiting.delete(id)
  }
}

atSessionEnd('waveforms', () => {
  known.clear()
  failed.clear()
  waiting.clear()
})

/**
 * The waveform of a voice message; null until it is worked out, and for good where it cannot be.
 * @param url a path of our own origin; a file of this window alone (`blob:`) is not measured.
 */
export function useWaveform(id: string, url: string): Waveform | null {
  const [one, setOne] = useState<Waveform | null>(() => known.get(id) ?? null)
  useEffect(() => {
    const kept = known.get(id)
    if (kept) {
      known.delete(id)
      known.set(id, kept)
    }
    setOne(kept ?? null)
    if (!kept && !url.startsWith('blob:')) return watchWaveform(id, url, setOne)
  }, [id, url])
  return one
}
