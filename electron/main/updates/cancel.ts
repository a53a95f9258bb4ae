/**
 * What is cancelled ends. electron-updater's download of only what differs has no ear for its token: a request that hangs
 * in it would stay the download under way, and every later look would be given that one again.
 */
import type { EventEmitter } from 'node:events'

type Request = EventEmitter & { abort(): void }

/** The part of electron-updater used here. */
export interface CancelledUpdater {
  httpExecutor: { createRequest(options: unknown, listener: (response: unknown) => void): Request }
  downloadUpdate(token?: EventEmitter): Promise<unknown>
}

/** Ends the requests of an updater with the token of its download. */
export function followCancel(updater: CancelledUpdater): void {
  const { httpExecutor } = updater
  const open = new Set<Request>()
  const create = httpExecutor.createRequest.bind(httpExecutor)
  httpExecutor.createRequest = (options, listener) => {
    const request = create(options, listener)
    open.add(request)
    request.once('close', () => open.delete(request))
    return request
  }
  const end = (): void => {
    for (const request of open) {
      request.abort()
      // Nobody is notified of an end that was asked for.
      request.emit('error', new Error('cancelled'))
    }
    open.clear()
  }
  const download = updater.downloadUpdate.bind(updater)
  updater.downloadUpdate = token => {
    // After those that have an ear: they say that it was cancelled, and it is no failure.
    token?.once('cancel', () => queueMicrotask(end))
    return download(token)
  }
}
