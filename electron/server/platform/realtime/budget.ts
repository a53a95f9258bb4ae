/**
 * The rate limit of one socket. A console sends a few events at its start and one now and then; a socket that floods is
 * cut off before it slows down others.
 */
import { type Connection, streamOf } from './gathered-writes'

export interface SocketBudget {
  /** Burst of packets, and how many more each second. */
  burst: number
  perSecond: number
  /** How long the sign-in of a cut-off connection stays out, milliseconds. */
  outMs: number
}

export const SOCKET_BUDGET: SocketBudget = { burst: 300, perSecond: 20, outMs: 10_000 }

/** Ends a connection without a closing handshake, which would wait for everything still arriving. */
export function endAtOnce(connection: Connection): void {
  streamOf(connection)?.destroy()
  connection.close(true)
}

/**
 * Cuts off a connection that exceeds its limit.
 * @param onCut called once, when it happens.
 * @param clock monotonic milliseconds: setting the computer's clock back would otherwise cut everybody off.
 */
export function keepWithin(
  connection: Connection,
  { burst, perSecond }: SocketBudget,
  onCut: () => void,
  clock: () => number = () => performance.now(),
): void {
  let left = burst
  let since = clock()
  const spend = (): void => {
    const now = clock()
    left = Math.min(burst, left + ((now - since) * perSecond) / 1_000) - 1
    since = now
    if (left >= 0) return
    connection.off('packet', spend)
    onCut()
    endAtOnce(connection)
  }
  connection.on('packet', spend)
}

/**
 * Handles the first value at once, and then the last value of each interval.
 * @returns takes a value; `end` drops a waiting one.
 */
export function lastOfEach<T>(
  stretchMs: number,
  act: (value: T) => void,
): { take(value: T): void; end(): void } {
  let timer: NodeJS.Timeout | undefined
  let waiting: { value: T } | null = null
  const take = (value: T): void => {
    if (timer) {
      waiting = { value }
      return
    }
    act(value)
    timer = setTimeout(() => {
      timer = undefined
      const next = waiting
      waiting = null
      if (next) take(next.value)
    }, stretchMs)
    timer.unref()
  }
  return {
    take,
    end() {
      clearTimeout(timer)
      waiting = null
    },
  }
}
