/**
 * Joins writes to sockets under load. A write has a fixed cost, and half a busy server's time went into them. So data
 * for a socket is held back briefly and leaves together; events, their order and their frames stay the same. On a
 * server with few writes nothing waits.
 */
import type { Socket as NetSocket } from 'node:net'
import type { Socket } from 'socket.io'

/** Writes within a moment before any of them waits. */
const FREE_WRITES = 1_000
/** Free writes per millisecond: about a tenth of a core. */
const WRITES_PER_MS = 10
/** Longest delay of a write, milliseconds. Data that comes meanwhile is written next, and may wait as long again. */
const LONGEST_MS = 50

/** A connection of engine.io. */
export type Connection = Socket['conn']

/** The stream of a connection, if it is a WebSocket, which it then has to itself (`allowUpgrades` is off). */
export const streamOf = ({ request, transport }: Connection): NetSocket | null =>
  transport.name === 'websocket' ? request.socket : null

export interface GatheredWrites {
  /** Makes a connection write this way from now on. */
  add(connection: Connection): void
  /** Writes everything that waits; nothing waits from now on. */
  end(): void
}

/** Joins the writes of all added connections. @param now a monotonic clock in milliseconds. */
export function gatheredWrites(now: () => number = () => performance.now()): GatheredWrites {
  const held = new Set<NetSocket>()
  let timer: NodeJS.Timeout | undefined
  let ended = false
  /** Recent writes, minus what time has made up for. */
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
      // Before engine.io writes everything waiting for this connection.
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
