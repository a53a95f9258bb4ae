/** Asks a socket whether its server still hears it. */
import type { Socket } from 'socket.io-client'

/** The WebSocket of Node's socket.io transport; it speaks protocol pings, which every server answers. */
interface Pingable {
  ping(data?: unknown, mask?: boolean, done?: (error?: Error) => void): void
  once(event: 'pong', listener: () => void): unknown
  off(event: 'pong', listener: () => void): unknown
}

function rawSocketOf(socket: Socket): Pingable | null {
  const transport: unknown = socket.io.engine?.transport
  const ws = (transport as { ws?: Partial<Pingable> } | undefined)?.ws
  return typeof ws?.ping === 'function' && typeof ws.once === 'function' ? (ws as Pingable) : null
}

/**
 * A protocol-level ping. socket.io's own ping is the server's to send, and servers of this family acknowledge no
 * event, so neither can be used.
 * @returns false when no answer came in `timeoutMs`, or when the transport cannot be asked.
 */
export function isAlive(socket: Socket, timeoutMs: number): Promise<boolean> {
  const raw = rawSocketOf(socket)
  if (!socket.connected || !raw) return Promise.resolve(false)
  return new Promise(resolve => {
    const finish = (alive: boolean) => {
      clearTimeout(timer)
      raw.off('pong', heard)
      resolve(alive)
    }
    const heard = () => finish(true)
    // A program that was held up looks at its clock before it looks at the line: what lies there already counts.
    const timer = setTimeout(() => setImmediate(finish, false), timeoutMs)
    raw.once('pong', heard)
    try {
      raw.ping(undefined, undefined, error => {
        if (error) finish(false)
      })
    } catch {
      finish(false)
    }
  })
}
