import { decode, encode, type HostFrame, type PageFrame } from '../wire'

/** What the page does with each frame from main. */
export type Handlers = { [T in HostFrame['t']]?: (frame: Extract<HostFrame, { t: T }>) => void }
/** A page frame before its id (for questions) and address are added. */
export type Outgoing = PageFrame extends infer F
  ? F extends PageFrame
    ? Omit<F, 'href' | 'id'>
    : never
  : never

/** The page's line to main: queues until the socket is open, numbers questions, posts the page's address. */
export class Link {
  private socket: WebSocket | null = null
  private queue: string[] = []
  private lastId = 0
  private href = ''
  private closed = false
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()

  constructor(
    private readonly address: string,
    private readonly handlers: Handlers,
    private readonly onEnd: (superseded: boolean) => void,
  ) {}

  open(): void {
    const socket = new WebSocket(this.address)
    socket.onopen = () => {
      this.socket = socket
      for (const text of this.queue.splice(0)) socket.send(text)
    }
    socket.onmessage = message => this.receive(decode(String(message.data)) as HostFrame)
    socket.onclose = event => this.end(event.code === 4001)
  }

  private end(superseded: boolean): void {
    if (this.closed) return
    this.closed = true
    this.socket = null
    for (const { reject } of this.waiting.values()) reject(new Error('main has ended'))
    this.waiting.clear()
    this.onEnd(superseded)
  }

  private receive(frame: HostFrame): void {
    if (frame.t !== 'reply') {
      const handler = this.handlers[frame.t] as ((frame: HostFrame) => void) | undefined
      handler?.(frame)
      return
    }
    const asked = this.waiting.get(frame.id)
    this.waiting.delete(frame.id)
    if (frame.ok) asked?.resolve(frame.value)
    else asked?.reject(new Error(frame.error))
  }

  /** Sends a frame; nothing comes back. Throws CloneError for arguments that cannot travel. */
  post(frame: Outgoing & { id?: number }): void {
    const here = location.pathname + location.search + location.hash
    const text = encode(here === this.href ? frame : { ...frame, href: here })
    this.href = here
    if (this.socket) this.socket.send(text)
    else if (!this.closed) this.queue.push(text)
  }

  /** Sends a frame and waits for main's reply. Rejects with main's error text, or when main ends. */
  ask(frame: Outgoing): Promise<unknown> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new Error('main has ended'))
      this.waiting.set(id, { resolve, reject })
      try {
        this.post({ ...frame, id })
      } catch (error) {
        this.waiting.delete(id)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }
}
