/** One life of a connection's thread, and the two ways to begin one. */
import { MessageChannel, Worker } from 'node:worker_threads'
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

/**
 * Begins lives in the server's own thread: for tests that put something in the place of the network. Nothing is apart
 * then.
 * @param serve what the thread's program does: answers the port.
 */
export function inThisThread(serve: (port: Port, start: LifeStart) => void): Begin {
  return start => {
    const { port1, port2 } = new MessageChannel()
    const ended = new Promise<null>(resolve => port1.once('close', () => resolve(null)))
    serve(port2 as unknown as Port, start)
    return {
      port: port1 as unknown as Port,
      ended,
      async terminate() {
        port1.close()
        await ended
      },
    }
  }
}
