/**
 * What one connection may send. A console sends a few events at its start and one now and then; whoever goes on and on is cut
 * off, whatever they are, before they cost others their turn.
 */
import { type Connection, streamOf } from './gathered-writes'

export interface SocketBudget {
  /** Packets at once, and how many more each second. */
  burst: number
  perSecond: number
  /** How long the sign-in of a connection that was cut off is not let in again, milliseconds. */
  outMs: number
}

export const SOCKET_BUDGET: SocketBudget = { burst: 300, perSecond: 20, outMs: 10_000 }

/** Ends a connection without a closing handshake, which would be waited for with all that is still coming. */
export function endAtOnce(connection: Connection): void {
  streamOf(connection)?.destroy()
  connection.close(true)
}

/**
 * Cuts a connection off that sends more than it may.
 * @param onCut called once, when it is.
 * @param clock milliseconds that only ever go forward: a computer's time that is set back would cut everybody off.
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
 * Does something with the first value at once, and then with the last of those that came in each stretch of time.
 * @returns takes a value; `end` forgets one that waits.
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
