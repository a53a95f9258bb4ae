/**
 * Fewer writes to sockets while there are many. A write costs what it costs whatever its length, and half a busy server's time
 * went into them. So what goes to a socket is held back for a moment then, and leaves with what was sent before the moment was
 * over; events, their order and their frames stay what they are. Nothing waits on a server that writes little.
 */
import type { Socket as NetSocket } from 'node:net'
import type { Socket } from 'socket.io'

/** Writes that a moment may need before any of them waits. */
const FREE_WRITES = 1_000
/** Writes for which nothing waits, by the millisecond: about a tenth of a core. */
const WRITES_PER_MS = 10
/** The longest a write is held back, milliseconds. What is sent meanwhile is written next, and may wait as long again. */
const LONGEST_MS = 50

/** A connection of engine.io. */
export type Connection = Socket['conn']

/** The stream a connection is on, if it is a WebSocket: one for itself alone (`allowUpgrades` is off). */
export const streamOf = ({ request, transport }: Connection): NetSocket | null =>
  transport.name === 'websocket' ? request.socket : null

export interface GatheredWrites {
  /** Has a connection write like this from now on. */
  add(connection: Connection): void
  /** Whatever waits is written; nothing waits from now on. */
  end(): void
}

/**
 * Gathers the writes of all connections that are added.
 * @param now a clock in milliseconds that only goes forward.
 */
export function gatheredWrites(now: () => number = () => performance.now()): GatheredWrites {
  const held = new Set<NetSocket>()
  let timer: NodeJS.Timeout | undefined
  let ended = false
  /** Writes of late, less those that time has made up for. */
  let level = 0
  let levelAt = now()

  const count = (): void => {
    const at = now()
    level = Math.max(0, level - (at - levelAt) * WRITES_PER_MS)
    level = Math.min(level + 1, 2 * FREE_WRITES)
    levelAt = at
  }
  const release = (): void => {
    clearTimeout(timer)
    timer = undefined
    const those = [...held]
    held.clear()
    for (const stream of those) stream.uncork()
  }

  return {
    add(connection) {
      const stream = streamOf(connection)
      if (!stream) return
      // Before engine.io writes all that waits for this connection.
      connection.on('flush', () => {
        count()
        if (ended || level <= FREE_WRITES || held.has(stream)) return
        held.add(stream)
        stream.cork()
        timer ??= setTimeout(release, Math.min(LONGEST_MS, level / WRITES_PER_MS))
      })
      connection.on('close', () => held.delete(stream) && stream.uncork())
    },
    end() {
      ended = true
      release()
    },
  }
}
