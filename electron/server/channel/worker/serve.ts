/** The thread's side of a supervised connection (./supervise). */
import { parentPort, workerData } from 'node:worker_threads'
import type { LifeStart } from './life'
import { createPeer, type ErrorClass, type Handlers, type Peer, type Port } from './peer'

export interface ServeOptions<Down, Up> {
  /** Makes what the server may call. @param data what the server gave along. @param up calls the server. */
  open(data: unknown, up: Peer<Up>): Handlers<Down>
  /** Before an ordered end. */
  close?(): Promise<void> | void
  /** Classes of errors the server throws. */
  errors?: readonly ErrorClass[]
}

/**
 * Answers the server. Call it once, at the end of the thread's program: the connection counts as up from then.
 * @param port and @param start only where it runs in the server's own thread (`inThisThread`).
 */
export function serveThread<Down, Up>(
  { open, close, errors }: ServeOptions<Down, Up>,
  port: Port | null = parentPort as Port | null,
  start: LifeStart = workerData as LifeStart,
): void {
  if (!port) throw new Error('not in a thread')
  const begun = new Int32Array(start.begun)
  // Handlers need the way up, which needs handlers: both are there before the first message is read.
  const handlers = {} as Handlers<Down>
  const peer = createPeer<Up, Down>({
    port,
    handlers,
    ...(errors ? { errors } : {}),
    begins: id => void Atomics.store(begun, 0, id),
  })
  Object.assign(handlers, open(start.data, peer))
  port.on('message', message => {
    if (peer.take(message)) return
    const { type } = message as { type: string }
    if (type === 'ping') port.postMessage({ type: 'pong' })
    if (type === 'stop')
      void Promise.resolve(close?.())
        .catch(() => undefined)
        .then(() => port.postMessage({ type: 'stopped' }))
  })
  port.postMessage({ type: 'ready' })
}
