/** What a web contents needs from its window; keeps this file free of BrowserWindow. */
export interface Frame {
  appOrigin(): string
  goto(path: string): void
  closeWindow(): void
  focusWindow(focused: boolean): void
  pagePainted(): void
  pageSized(width: number, height: number): void
  accelerator(accelerator: string): void
  dialogAnswered(id: number, answer: unknown): void
  print(params: Record<string, unknown>): Promise<Buffer>
}

/** What setWindowOpenHandler's callback gets. */
interface WindowOpenDetails {
  url: string
  frameName: string
  features: string
  disposition: string
  referrer: { url: string; policy: string }
}

/** Electron's setWindowOpenHandler callback. */
export type OpenHandler = (details: WindowOpenDetails) => { action: 'deny' | 'allow' }

/** What a frame asks its web contents. */
interface FrameOwner {
  readonly id: number
  readonly frame: Frame
  getURL(): string
  send(channel: string, ...args: unknown[]): void
}

/** The one frame of a page, as `event.senderFrame`. */
export class FrameHost {
  readonly routingId: number
  readonly frameTreeNodeId: number
  readonly name = ''
  readonly parent = null
  readonly frames: FrameHost[] = []
  detached = false

  constructor(
    private readonly contents: FrameOwner,
    readonly processId: number,
  ) {
    this.routingId = contents.id
    this.frameTreeNodeId = contents.id
  }

  get top(): FrameHost {
    return this
  }

  get framesInSubtree(): FrameHost[] {
    return [this]
  }

  get url(): string {
    return this.contents.getURL()
  }

  get origin(): string {
    return URL.canParse(this.url) && this.url !== '' ? this.contents.frame.appOrigin() : 'null'
  }

  isDestroyed(): boolean {
    return this.detached
  }

  send(channel: string, ...args: unknown[]): void {
    this.contents.send(channel, ...args)
  }
}
