import { EventEmitter } from 'node:events'
import { refusing } from './refusing'

type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown

/** Electron's IpcMain: listeners by channel for `send`, one handler by channel for `invoke`. */
export class IpcMainHost extends EventEmitter {
  private readonly handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, got ${typeof handler}`)
    this.handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** The handler of a channel, or null. */
  handlerOf(channel: string): InvokeHandler | null {
    return this.handlers.get(channel) ?? null
  }
}

export const ipcMain = refusing('ipcMain', new IpcMainHost())
