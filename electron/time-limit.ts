/**
 * How long something outside is waited for. `AbortSignal.any` and `AbortSignal.timeout` are not used anywhere else: on
 * Node 20 what they make is collected as garbage while somebody waits for it, and then never fires. Here a timer holds
 * the controller until the time is over (tests/unit/house.test.ts).
 */
import { setMaxListeners } from 'node:events'

/** The time was over. Its name is that of the error `AbortSignal.timeout` gives. */
export class TimeLimitReached extends Error {
  constructor(ms: number) {
    super(`no end within ${ms} ms`)
    this.name = 'TimeoutError'
  }
}

interface Held {
  signal: AbortSignal
  /** Forgets the time and the parents; the signal fires no more. */
  end(): void
}

function held(ms: number, parents: readonly (AbortSignal | null | undefined)[]): Held {
  const controller = new AbortController()
  const listening: { parent: AbortSignal; listener(): void }[] = []
  const end = (): void => {
    clearTimeout(timer)
    for (const { parent, listener } of listening) parent.removeEventListener('abort', listener)
  }
  const over = (reason: unknown): void => {
    end()
    controller.abort(reason)
  }
  const timer = setTimeout(() => over(new TimeLimitReached(ms)), ms)
  timer.unref()
  for (const parent of parents) {
    if (!parent) continue
    const listener = (): void => over(parent.reason)
    listening.push({ parent, listener })
    // The end of a server is the parent of whatever it waits for.
    setMaxListeners(0, parent)
    parent.addEventListener('abort', listener, { once: true })
    if (parent.aborted) {
      over(parent.reason)
      break
    }
  }
  return { signal: controller.signal, end }
}

/**
 * A signal that fires when the time is over or one of the parents fires, whoever still looks at it. For waits whose end
 * no event marks, as that of an answer whose body others read; else `within`.
 * @param ms milliseconds.
 */
export const limitSignal = (
  ms: number,
  ...parents: readonly (AbortSignal | null | undefined)[]
): AbortSignal => held(ms, parents).signal

/**
 * Waits for what is under way, and no longer than that: it goes on by itself, and what it throws later has to be caught by
 * whoever began it.
 * @param ms milliseconds; they keep no process alive.
 * @returns what it gives; `undefined` once the time is over.
 * @throws what it throws in time.
 */
export async function upTo<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, ms, undefined).unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Does something that ends by itself when a signal fires; what it throws then is its own. Nobody listens once it has ended.
 * @param ms milliseconds until the signal fires. @param parents signals it fires with.
 */
export async function limited<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  ...parents: readonly (AbortSignal | null | undefined)[]
): Promise<T> {
  const { signal, end } = held(ms, parents)
  try {
    return await work(signal)
  } finally {
    end()
  }
}

/**
 * Does something that ends with a signal, and waits for it no longer than that, whether or not it listens.
 * @param ms milliseconds.
 * @param parents signals that end it, too.
 * @throws TimeLimitReached when the time is over; the reason of a parent; what the work throws.
 */
export const within = <T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  ...parents: readonly (AbortSignal | null | undefined)[]
): Promise<T> =>
  limited(
    ms,
    signal => {
      signal.throwIfAborted()
      return new Promise<T>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        work(signal).then(resolve, reject)
      })
    },
    ...parents,
  )
