import type { Link } from './link'

type Listener = (event: unknown, ...args: unknown[]) => void

/** Electron's ipcRenderer over the link to main. */
export class IpcRenderer {
  private readonly channels = new Map<string, { listener: Listener; once: boolean }[]>()

  constructor(private readonly link: Link) {}

  invoke = async (channel: string, ...args: unknown[]): Promise<unknown> => {
    try {
      return await this.link.ask({ t: 'invoke', channel, args })
    } catch (error) {
      if (error instanceof Error && error.name === 'DataCloneError') throw error
      const text = error instanceof Error ? error.message : String(error)
      throw new Error(`Error invoking remote method '${channel}': ${text}`)
    }
  }

  send = (channel: string, ...args: unknown[]): void => this.link.post({ t: 'send', channel, args })

  sendSync = (channel: string): never => {
    throw new Error(`The stand-in does not implement ipcRenderer.sendSync ('${channel}')`)
  }

  postMessage = (channel: string, message: unknown, transfer?: unknown[]): void => {
    if (transfer?.length) throw new Error('The stand-in does not transfer MessagePorts')
    this.send(channel, message)
  }

  private add(channel: string, listener: Listener, once: boolean): this {
    this.channels.set(channel, [...(this.channels.get(channel) ?? []), { listener, once }])
    return this
  }

  on = (channel: string, listener: Listener): this => this.add(channel, listener, false)
  addListener = this.on
  once = (channel: string, listener: Listener): this => this.add(channel, listener, true)

  off = (channel: string, listener: Listener): this => {
    const list = this.channels.get(channel) ?? []
    const at = list.findIndex(one => one.listener === listener)
    this.channels.set(
      channel,
      list.filter((_, index) => index !== at),
    )
    return this
  }
  removeListener = this.off

  removeAllListeners = (channel?: string): this => {
    if (channel === undefined) this.channels.clear()
    else this.channels.delete(channel)
    return this
  }

  listenerCount = (channel: string): number => this.channels.get(channel)?.length ?? 0

  /** Listeners on all channels, for tests that count them. */
  total = (): number => [...this.channels.values()].reduce((sum, list) => sum + list.length, 0)

  /** A message of main's webContents.send. */
  deliver(channel: string, args: unknown[]): void {
    for (const { listener, once } of this.channels.get(channel) ?? []) {
      if (once) this.off(channel, listener)
      try {
        listener({ sender: this, ports: [] }, ...args)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
