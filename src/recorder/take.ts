/**
 * One recording, from the microphone to a file in main's hands. The microphone is free again as soon as recording
 * ends, before anything is encoded to the end or stored; a cancelled take lets go of one that is still being opened.
 */
import type { MicrophoneOrder, MicrophoneReport, RecordingEnd, RecordingFailure } from '@contract'
import workletUrl from './capture-worklet.ts?worker&url'
import { keepRecording } from './keep-recording'
import { CAPTURE_NODE, type FromWorker, type FromWorklet, type ToWorker, type ToWorklet } from './wire'

/** @param error what getUserMedia was rejected with. */
export function failureOf(error: unknown): RecordingFailure {
  switch (error instanceof Error || error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'noDevice'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'broken'
  }
}

/** A rate every MP3 player knows; Chromium converts what the microphone gives. */
const SAMPLE_RATE = 44_100

type StartOrder = Extract<MicrophoneOrder, { kind: 'start' }>

export interface Take {
  readonly id: string
  pause(paused: boolean): void
  stop(): void
  cancel(): void
}

/** Opens the microphone and records until it is stopped, cancelled, full, or the device goes away. */
export function beginTake(order: StartOrder, report: (report: MicrophoneReport) => void): Take {
  const { takeId } = order
  let stream: MediaStream | null = null
  let context: AudioContext | null = null
  let node: AudioWorkletNode | null = null
  let worker: Worker | null = null
  let over = false
  let ending = false

  const postToWorklet = (message: ToWorklet, transfer: Transferable[] = []): void =>
    node?.port.postMessage(message, transfer)

  const freeMicrophone = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
  }
  const release = (): void => {
    over = true
    freeMicrophone()
    worker?.terminate()
    worker = null
    const open = context
    context = null
    if (open && open.state !== 'closed') void open.close()
  }
  const fail = (error: unknown): void => {
    if (over) return
    release()
    report({
      kind: 'failed',
      takeId,
      failure: failureOf(error),
      detail: String(error).slice(0, 500),
    })
  }

  const keep = async ({ file, samples, broken }: Extract<FromWorker, { kind: 'file' }>): Promise<void> => {
    release()
    if (broken !== null) void window.turno.log.write({ level: 'error', message: `encoding broke: ${broken}` })
    if (file.size === 0 && broken !== null) {
      report({ kind: 'failed', takeId, failure: 'broken', detail: broken.slice(0, 500) })
      return
    }
    // Silently: too short a recording is a slip of the finger.
    if (file.size < order.minBytes) {
      report({ kind: 'discarded', takeId })
      return
    }
    try {
      report({ kind: 'done', takeId, file: await keepRecording(file, order.fileName, samples / SAMPLE_RATE) })
    } catch (error) {
      report({ kind: 'failed', takeId, failure: 'storage', detail: String(error).slice(0, 500) })
    }
  }

  const finish = (end: RecordingEnd): void => {
    if (over || ending) return
    ending = true
    report({ kind: 'ending', takeId, end })
    if (order.keep) postToWorklet({ kind: 'end' })
    else {
      release()
      report({ kind: 'discarded', takeId })
    }
  }

  const onWorkletMessage = (message: FromWorklet): void => {
    if (over) return
    if (message.kind === 'level') {
      const elapsedMs = (message.samples / SAMPLE_RATE) * 1_000
      report({ kind: 'level', takeId, elapsedMs, level: message.peak })
    } else if (message.kind === 'full') finish('limit')
    else freeMicrophone()
  }

  const openWorker = (): MessagePort => {
    const channel = new MessageChannel()
    const made = new Worker(new URL('./mp3-worker.ts', import.meta.url), { type: 'module' })
    made.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (over) return
      if (data.kind === 'part') report({ kind: 'part', takeId, bytes: data.bytes })
      else void keep(data)
    }
    made.onerror = event => fail(new Error(event.message || 'the encoder did not start'))
    const open: ToWorker = {
      kind: 'open',
      sampleRate: SAMPLE_RATE,
      kbps: order.kbps,
      // Where the system does not raise a quiet voice, we do.
      level: !order.autoGain,
      port: channel.port2,
    }
    made.postMessage(open, [channel.port2])
    worker = made
    return channel.port1
  }

  const begin = async (): Promise<void> => {
    // First: the encoder is loaded while the microphone is opened.
    const sink = order.keep ? openWorker() : null
    const opened = await navigator.mediaDevices.getUserMedia({
      audio: {
        ...(order.deviceId ? { deviceId: { ideal: order.deviceId } } : {}),
        channelCount: { ideal: 1 },
        echoCancellation: false,
        noiseSuppression: true,
        autoGainControl: order.autoGain,
      },
      video: false,
    })
    stream = opened
    if (over) return freeMicrophone()
    for (const track of opened.getAudioTracks()) track.onended = () => finish('device')
    const made = new AudioContext({ sampleRate: SAMPLE_RATE })
    context = made
    await made.audioWorklet.addModule(workletUrl)
    await made.resume()
    if (over) return
    node = new AudioWorkletNode(made, CAPTURE_NODE, {
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: { maxSamples: Math.round((order.maxMs / 1_000) * SAMPLE_RATE) },
    })
    node.onprocessorerror = () => fail(new Error('capture broke'))
    node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => onWorkletMessage(data)
    if (sink) postToWorklet({ kind: 'sink', port: sink }, [sink])
    made.createMediaStreamSource(opened).connect(node)
    // The graph is only driven towards an output; what arrives there is silence.
    node.connect(made.destination)
    report({ kind: 'started', takeId })
  }

  begin().catch(fail)

  return {
    id: takeId,
    pause(paused) {
      // Both: the worklet counts nothing, and the microphone itself gives nothing.
      postToWorklet({ kind: 'pause', paused })
      for (const track of stream?.getAudioTracks() ?? []) track.enabled = !paused
    },
    stop: () => finish('person'),
    cancel() {
      if (over) return
      release()
      report({ kind: 'discarded', takeId })
    },
  }
}
