/** Bodies that trickle: a byte now and then keeps a connection alive for ever and brings nothing. */
import type { FastifyInstance } from 'fastify'

/** Fewest bytes of a body in one step: a line of 13 kbit/s is slower than any that carries a conversation. */
const LEAST_BYTES = 16 * 1024

/**
 * Ends requests whose body does not move on, answered or not: within every `stepMs` it must end or bring at least 16 KiB. The sender is
 * answered 408 and the connection closed.
 */
export function bodyPace(http: FastifyInstance, stepMs: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    done()
    if (raw.complete || (!raw.headers['content-length'] && !raw.headers['transfer-encoding'])) return
    const { socket } = raw
    let before = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer)
      const moved = socket.bytesRead - before
      before = socket.bytesRead
      // A body that nobody reads yet (the server is busy, or the disk full) stands still without its sender's fault.
      if (moved >= LEAST_BYTES || raw.readableLength >= raw.readableHighWaterMark) return
      clearInterval(timer)
      if (!reply.raw.headersSent) {
        reply.hijack()
        const body = JSON.stringify({ error: 'ERR_VALIDATION' })
        reply.raw.writeHead(408, { 'content-type': 'application/json', connection: 'close' })
        reply.raw.end(body, () => raw.destroy())
      } else raw.destroy()
    }, stepMs)
    timer.unref()
    // A body that goes on after its answer is still read to its end, and must move on as well.
    reply.raw.once('close', () => {
      if (raw.complete || raw.destroyed) clearInterval(timer)
    })
  })
}
