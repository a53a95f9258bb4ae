/** One life of a connection's thread. */
import { Worker } from 'node:worker_threads'
import type { Port } from './peer'

/** What a thread is started with (`workerData`). */
export interface LifeStart {
  /** A number: the last server call the thread has begun. It survives the thread's end. */
  begun: SharedArrayBuffer
  /** The connection's own data, as a structured clone. */
  data: unknown
}

interface Life {
  port: Port
  /** Settles once, when it has ended; with the error that ended it, or null. */
  ended: Promise<Error | null>
  /** Ends it wherever it is, even in an endless loop. */
  terminate(): Promise<unknown>
}

export type Begin = (start: LifeStart) => Life

/** Young generation of a thread in MB: Node's default of 16 would cost each thread three times that. */
const YOUNG_MB = 4

/**
 * Starts lives as threads.
 * @param file the thread's program: beside the built server (`threadFile`), or built by a test.
 * @param mostMb heap of one thread; beyond it only the thread ends.
 */
export function inThread(name: string, file: string, mostMb: number): Begin {
  return start => {
    const worker = new Worker(file, {
      name,
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: mostMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // The server's secrets and switches are not for code a thread loads.
      env: {},
      execArgv: [],
      // A library may print keys or customers' words: output is discarded.
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
