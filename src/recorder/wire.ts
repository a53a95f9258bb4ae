/** What the recorder page, its worklet and its worker say to each other. */

/** To the worklet. `sink` is where blocks go; without one they are only measured. */
export type ToWorklet =
  | { kind: 'sink'; port: MessagePort }
  | { kind: 'pause'; paused: boolean }
  | { kind: 'end' }

/** From the worklet to the page. `samples` counts all that was recorded. */
export type FromWorklet =
  | { kind: 'level'; samples: number; peak: number }
  | { kind: 'full' }
  | { kind: 'ended'; samples: number }

/** From the worklet to the worker, over their own port: blocks in order, then the end. */
export type ToSink = { kind: 'block'; samples: Float32Array<ArrayBuffer> } | { kind: 'end' }

/** To the worker. */
export interface ToWorker {
  kind: 'open'
  sampleRate: number
  kbps: number
  /** Whether quiet speech is raised before it is encoded. */
  level: boolean
  port: MessagePort
}

/**
 * From the worker: what was encoded meanwhile, while one still speaks; at the end the whole file. `broken` when encoding
 * failed on the way and the file holds what came before.
 */
export type FromWorker =
  | { kind: 'part'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'file'; file: Blob; samples: number; broken: string | null }

export const CAPTURE_NODE = 'turno-capture'
