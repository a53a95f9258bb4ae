/** Probes whether the server still answers over a socket. */
import type { Socket } from 'socket.io-client'

/**
 * A namespace that no server has. Chromium's sockets send no protocol pings, socket.io's own ping is the server's to send,
 * and legacy servers acknowledge no event; but every one answers who asks to enter a namespace, if only with
 * that it is invalid, over the very socket in question.
 */
const NOWHERE = '/turno-alive'

/** @returns false when no answer came in `timeoutMs`, or when the socket is not connected at all. */
export function isAlive(socket: Socket, timeoutMs: number): Promise<boolean> {
  if (!socket.connected) return Promise.resolve(false)
  return new Promise(resolve => {
    const probe = socket.io.socket(NOWHERE, { retries: 0 })
    const finish = (alive: boolean) => {
      clearTimeout(timer)
      socket.off('disconnect', gone)
      probe.removeAllListeners()
      // A namespace that is still being entered would keep a socket open that was given up.
      probe.disconnect()
      resolve(alive)
    }
    const gone = () => finish(false)
    // A program that was held up runs its timers before it reads the network: what has already arrived counts.
    const timer = setTimeout(() => setImmediate(finish, false), timeoutMs)
    probe.once('connect', () => finish(true))
    probe.once('connect_error', () => finish(socket.connected))
    socket.once('disconnect', gone)
    if (!probe.active) probe.connect()
  })
}
