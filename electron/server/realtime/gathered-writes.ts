/**
 * Fewer writes to sockets while there are many. A write costs what it costs whatever its length, and half a busy server's time
 * went into them. So a socket that was written to waits a little before its next write, which then takes everything that came
 * meanwhile; its events, their order and their frames stay what they are. Nothing waits on a server that writes little.
 */
import type { EventEmitter } from 'node:events'

/** Writes that a moment may need before any of them waits. */
const FREE_WRITES = 1_000
/** Writes for which nothing waits, by the millisecond: about a tenth of a core. */
const WRITES_PER_MS = 10
/** The longest a socket waits for its next write, milliseconds. */
const LONGEST_MS = 50

/** A frame as socket.io makes it for a broadcast: its head and its body, one pair for all sockets. */
type Frame = readonly Buffer[]
interface Packet {
  options?: { wsPreEncodedFrame?: Frame }
}
/** The part of engine.io's transport that is used or replaced here. */
interface Transport extends EventEmitter {
  readonly name: string
  writable: boolean
  send(packets: Packet[]): void
  onError(message: string, description?: string): void
  socket?: { _sender?: { sendFrame(frame: Frame, sent: (error?: Error | null) => void): void } }
}
/** The part of engine.io's socket that is used here. */
export interface Connection extends EventEmitter {
  readonly transport: { readonly name: string }
}

/** A connection's way out. */
interface Line {
  transport: Transport
  /** Something that must not wait came while a write was under way. */
  hurry: boolean
}

export interface GatheredWrites {
  /** Has a new connection write like this, also after it moved to a WebSocket. */
  add(connection: Connection): void
  /** Whatever waits is written; nothing waits from now on. */
  end(): void
}

const frameOf = (packet: Packet): Frame | undefined => packet.options?.wsPreEncodedFrame

/** Makes one buffer of some frames; sockets that hear the same one after another share it. */
function joiner(): (frames: readonly Frame[]) => Buffer {
  let last: readonly Frame[] = []
  let joined = Buffer.alloc(0)
  return frames => {
    if (frames.length === last.length && frames.every((frame, i) => frame === last[i])) return joined
    last = frames
    joined = Buffer.concat(frames.flat())
    return joined
  }
}

/**
 * Gathers the writes of all connections that are added.
 * @param now a clock in milliseconds that only goes forward.
 */
export function gatheredWrites(now: () => number = () => performance.now()): GatheredWrites {
  const join = joiner()
  let waiting = new Set<Line>()
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
  const ready = ({ transport }: Line): void => {
    transport.emit('drain')
    transport.writable = true
    transport.emit('ready')
  }
  const release = (): void => {
    clearTimeout(timer)
    timer = undefined
    const those = waiting
    waiting = new Set()
    for (const line of those) ready(line)
  }
  const written = (line: Line): void => {
    if (ended || line.hurry || (!timer && level <= FREE_WRITES)) {
      line.hurry = false
      ready(line)
      return
    }
    waiting.add(line)
    timer ??= setTimeout(release, Math.min(LONGEST_MS, level / WRITES_PER_MS))
  }

  const gather = (line: Line): void => {
    const { transport } = line
    const sender = transport.socket?._sender
    if (transport.name !== 'websocket' || typeof sender?.sendFrame !== 'function') return
    const one = transport.send.bind(transport)
    const sent = (error?: Error | null): void => {
      if (error) transport.onError('write error', error.stack)
      else written(line)
    }
    transport.send = packets => {
      count()
      const frames: Frame[] = []
      for (const packet of packets) {
        const frame = frameOf(packet)
        if (!frame) return one(packets)
        frames.push(frame)
      }
      transport.writable = false
      sender.sendFrame([join(frames)], sent)
    }
  }

  return {
    add(connection) {
      const line: Line = { transport: connection.transport as Transport, hurry: false }
      gather(line)
      connection.on('upgrade', (better: Transport) => {
        line.transport = better
        gather(line)
      })
      // What is for one socket alone (that it is ready, an answer, its end) leaves at once, after all that waits.
      connection.on('packetCreate', (packet: Packet) => {
        if (frameOf(packet)) return
        line.hurry = !line.transport.writable
        if (!waiting.delete(line)) return
        line.hurry = false
        // It is written by whoever made the packet.
        line.transport.emit('drain')
        line.transport.writable = true
      })
      connection.on('close', () => waiting.delete(line))
    },
    end() {
      ended = true
      release()
    },
  }
}
