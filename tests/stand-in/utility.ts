/**
 * Loaded into a utility process before its module (`--import`): gives it Electron's `process.parentPort` over Node's
 * child channel and ends it with its parent.
 */
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  start(): void {}
  pause(): void {}

  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

const port = new ParentPort()
process.on('message', data => port.emit('message', { data, ports: [] }))
// A main that was killed cannot stop its children; in Electron they end with it.
process.on('disconnect', () => process.exit(0))
Object.defineProperty(process, 'parentPort', { value: port, enumerable: true })
Object.defineProperty(process, 'type', { value: 'utility', enumerable: true })
