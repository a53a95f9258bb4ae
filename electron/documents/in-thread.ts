/** Work on what came from outside, in a thread with bounds: it may hang, or grow without end. */
import { Worker } from 'node:worker_threads'
import { queue } from '../queue'

/** One at a time, in the order they were asked for: two of them would share the memory of one. */
export const inTurn = queue(1)

/** Between two looks at how much memory is taken. */
const LOOK_MS = 200

/**
 * @param program the thread's file: it is given what is asked as `workerData`, and posts its answer.
 * @param limits `ms` of time, `mb` of memory, in the thread's heap and outside of it.
 * @returns null where it took more, or broke.
 */
export function inThread<Answer>(
  program: string,
  asked: object,
  { ms, mb }: { ms: number; mb: number },
): Promise<Answer | null> {
  return new Promise(resolve => {
    const worker = new Worker(program, {
      workerData: asked,
      resourceLimits: { maxOldGenerationSizeMb: mb },
    })
    // Buffers lie outside of a thread's heap: the process is looked at, in which others work as well.
    const before = process.memoryUsage.rss()
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > mb * 1024 * 1024) void worker.terminate()
    }, LOOK_MS)
    const late = setTimeout(() => void worker.terminate(), ms)
    worker.once('message', resolve)
    worker.once('error', () => resolve(null))
    worker.once('exit', () => {
      clearTimeout(late)
      clearInterval(look)
      resolve(null)
    })
  })
}
