/**
 * Capture, on the audio thread: gathers mono samples, measures them and passes them to the encoder's port. It never
 * waits for anybody, so that nothing the page or the encoder does can tear a hole into a recording.
 */
import { createGatherer, peakOf } from './samples'
import { CAPTURE_NODE, type FromWorklet, type ToSink, type ToWorklet } from './wire'

// The audio thread's own globals; TypeScript's DOM library does not know them.
declare const registerProcessor: (name: string, processor: unknown) => void
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort }

class Capture extends AudioWorkletProcessor {
  private sink: MessagePort | null = null
  private paused = false
  private ended = false
  private peak = 0
  private readonly gatherer

  constructor(options: { processorOptions: { maxSamples: number } }) {
    super()
    this.gatherer = createGatherer(options.processorOptions.maxSamples, block => {
      this.tell({ kind: 'level', samples: this.gatherer.taken, peak: this.peak })
      this.peak = 0
      const message: ToSink = { kind: 'block', samples: block }
      this.sink?.postMessage(message, [block.buffer])
    })
    this.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => {
      if (data.kind === 'sink') this.sink = data.port
      else if (data.kind === 'pause') this.paused = data.paused
      else this.end()
    }
  }

  private tell(message: FromWorklet): void {
    this.port.postMessage(message)
  }

  private end(): void {
    if (this.ended) return
    this.ended = true
    this.gatherer.flush()
    const message: ToSink = { kind: 'end' }
    this.sink?.postMessage(message)
    this.tell({ kind: 'ended', samples: this.gatherer.taken })
  }

  process(inputs: Float32Array[][]): boolean {
    if (this.ended) return false
    const piece = inputs[0]?.[0]
    if (!piece || this.paused) return true
    this.peak = Math.max(this.peak, peakOf(piece))
    this.gatherer.push(piece)
    if (this.gatherer.full) {
      this.tell({ kind: 'full' })
      this.end()
    }
    return !this.ended
  }
}

registerProcessor(CAPTURE_NODE, Capture)
