/**
 * Loaded into a utility process before its module (`--import`): gives it Electron's `process.parentPort` over Node's
 * child channel and ends it with its parent.
 */
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  // As with any MessagePort, messages wait until somebody listens: the parent may send before the module is loaded.
  private waiting: unknown[] | null = []

  constructor() {
    super()
    this.on('newListener', event => {
      if (event === 'message') queueMicrotask(() => this.start())
    })
  }

  /** Delivers what waited, and from now on at once. */
  start(): void {
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const data of waiting) this.deliver(data)
  }

  /** A message of the parent. */
  deliver(data: unknown): void {
    if (this.waiting) this.waiting.push(data)
    else this.emit('message', { data, ports: [] })
  }

  /** Sends a structured-cloneable value to the parent. */
  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

const port = new ParentPort()
process.on('message', data => port.deliver(data))
// A main that was killed cannot stop its children; in Electron they end with it.
process.on('disconnect', () => process.exit(0))
Object.defineProperty(process, 'parentPort', { value: port, enumerable: true })
Object.defineProperty(process, 'type', { value: 'utility', enumerable: true })
