/** One life of a connection's thread. */
import { Worker } from 'node:worker_threads'
import type { Port } from './peer'

/** What a thread is started with (`workerData`). */
export interface LifeStart {
  /** One number: the last call of the server the thread has begun. It outlives the thread, whatever ends it. */
  begun: SharedArrayBuffer
  /** The connection's own, as a structured clone. */
  data: unknown
}

interface Life {
  port: Port
  /** Settles once, when it is over; the error that ended it, or null. */
  ended: Promise<Error | null>
  /** Ends it wherever it is, also in an endless loop. */
  terminate(): Promise<unknown>
}

export type Begin = (start: LifeStart) => Life

/** Short-lived objects of a thread in MB: Node's own 16 would let each thread keep three times that. */
const YOUNG_MB = 4

/**
 * Begins lives as threads of their own.
 * @param file the thread's program: beside the built server (`threadFile`), or what a test has built.
 * @param mostMb heap of one thread; beyond it the thread ends and nothing else does.
 */
export function inThread(name: string, file: string, mostMb: number): Begin {
  return start => {
    const worker = new Worker(file, {
      name,
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: mostMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // Neither the server's secrets nor its switches are for what a thread loads.
      env: {},
      execArgv: [],
      // What a library prints may be keys or words of customers: it goes nowhere.
      stdout: true,
      stderr: true,
    })
    worker.stdout.resume()
    worker.stderr.resume()
    let failure: Error | null = null
    worker.on('error', (error: Error) => {
      failure = error
    })
    return {
      port: worker as unknown as Port,
      ended: new Promise(resolve => worker.once('exit', () => resolve(failure))),
      terminate: () => worker.terminate(),
    }
  }
}
