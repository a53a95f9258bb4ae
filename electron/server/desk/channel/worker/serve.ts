/** The thread's side of a supervised connection (./supervise). */
import { parentPort, workerData } from 'node:worker_threads'
import type { LifeStart } from './life'
import { callsOf, createPeer } from './peer'

/**
 * Answers the server. Call it once, at the end of the thread's program: then the connection counts as up.
 * @param open makes the functions the server may call; its `close`, if any, is called before an orderly end. `data`
 *   comes from the server, `up` calls the server.
 */
export function serveThread<Down extends object, Up extends object>(
  open: (data: unknown, up: Up) => Down & { close?(): Promise<void> },
): void {
  const port = parentPort
  if (!port) throw new Error('not in a thread')
  const start = workerData as LifeStart
  const begun = new Int32Array(start.begun)
  // The functions need `up`, and `up` needs the peer: both exist before the first message is read.
  const handlers = {} as Down & { close?(): Promise<void> }
  const peer = createPeer({ port, handlers, begins: id => void Atomics.store(begun, 0, id) })
  Object.assign(
    handlers,
    open(
      start.data,
      callsOf<Up>((method, args) => peer.call(method, args)),
    ),
  )
  port.on('message', message => {
    if (peer.take(message)) return
    const { type } = message as { type: string }
    if (type === 'ping') port.postMessage({ type: 'pong' })
    if (type === 'stop')
      void Promise.resolve(handlers.close?.())
        .catch(() => undefined)
        .then(() => port.postMessage({ type: 'stopped' }))
  })
  port.postMessage({ type: 'ready' })
}
