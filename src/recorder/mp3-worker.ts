/**
 * Encoding beside the page, while one speaks: the end of a recording costs no more than its last block. lamejs
 * (LGPL-3.0) is a file of its own in the build, so that it can be exchanged.
 */
import { type AudioEncoder, createMp3Encoder } from './encoder'
import { createLeveller } from './leveller'
import type { FromWorker, ToSink, ToWorker } from './wire'

const answer = (message: FromWorker): void => self.postMessage(message)

/** How much speech is handed on before the end, in seconds: the most that is lost when the recorder dies. */
const PART_S = 1

async function open({ sampleRate, kbps, level, port }: ToWorker): Promise<void> {
  let encoder: AudioEncoder | null = null
  const leveller = level ? createLeveller(sampleRate) : null
  let samples = 0
  let handed = 0
  let broken: string | null = null
  const guard = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      // What was encoded before is kept; nothing more is added to a stream that has lost its order.
      broken ??= String(error)
    }
  }
  // Blocks wait in the port until it is listened to.
  const { Mp3Encoder } = await import('lamejs')
  guard(() => {
    encoder = createMp3Encoder(Mp3Encoder, sampleRate, kbps)
  })
  port.onmessage = ({ data }: MessageEvent<ToSink>) => {
    if (data.kind === 'block') {
      if (broken !== null) return
      guard(() => {
        encoder?.encode(leveller ? leveller.level(data.samples) : data.samples)
        samples += data.samples.length
        if (!encoder || samples - handed < sampleRate * PART_S) return
        handed = samples
        const bytes = encoder.fresh()
        if (bytes.byteLength > 0) answer({ kind: 'part', bytes })
      })
      return
    }
    port.close()
    let file = new Blob([])
    guard(() => {
      file = encoder?.finish() ?? file
    })
    answer({ kind: 'file', file, samples, broken })
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  open(data).catch((error: unknown) => {
    answer({ kind: 'file', file: new Blob([]), samples: 0, broken: String(error) })
  })
}
