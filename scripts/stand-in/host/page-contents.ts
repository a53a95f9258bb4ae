import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { CloneError, decode, encode, type HostFrame, type PageFrame } from '../wire'
import { bus, happened, say } from './bus'
import { makeEvent } from './event'
import { type Frame, FrameHost, type OpenHandler } from './frame-host'
import { IpcMainHost, ipcMain } from './ipc-main'
import { refusing } from './refusing'
import type { SessionHost } from './session'
import type { WebContentsHost } from './web-contents'

let lastId = 0
let lastProcess = 1000

/** The half of a web contents that talks to its page: the page's life, its frames, its questions. */
export abstract class PageContents extends EventEmitter {
  readonly id = ++lastId
  readonly ipc = refusing('webContents.ipc', new IpcMainHost())
  mainFrame: FrameHost
  /** Messages for a page that is on its way; null when no page is expected. */
  private waiting: HostFrame[] | null = null
  private socket: WebSocket | null = null
  private path = ''
  protected destroyed = false
  protected crashed = false
  protected title = ''
  protected loading = false
  protected openHandler: OpenHandler | null = null
  private finishing: { resolve: () => void; reject: (error: Error) => void }[] = []

  constructor(
    readonly frame: Frame,
    readonly session: SessionHost,
  ) {
    super()
    this.setMaxListeners(0)
    this.mainFrame = new FrameHost(this, ++lastProcess)
  }

  /** The object main holds for this one. */
  protected abstract live(): WebContentsHost
  /** Leaves the list of live web contents. */
  protected abstract forget(): void

  // ── the page's side ─────────────────────────────────────────────────────────────────────────────────────────

  /** A page of this window starts loading; messages wait for its socket. */
  arriving(): void {
    this.mainFrame.detached = true
    this.mainFrame = new FrameHost(this.live(), ++lastProcess)
    this.waiting = []
    this.crashed = false
    if (!this.loading) {
      this.loading = true
      this.emit('did-start-loading')
    }
    this.emit(
      'did-start-navigation',
      makeEvent({ url: this.getURL(), isSameDocument: false, isMainFrame: true }),
    )
  }

  /** The page's socket is here. An earlier page of the same window is silenced. */
  attach(socket: WebSocket): void {
    this.socket?.close(4001, 'superseded')
    this.socket = socket
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const frame of waiting) this.post(frame)
    socket.on('message', data => this.receive(decode(String(data)) as PageFrame, socket))
    socket.on('close', () => {
      if (this.socket === socket) this.socket = null
    })
    this.emit('did-navigate', makeEvent(), this.getURL(), 200, 'OK')
    this.emit(
      'did-frame-navigate',
      makeEvent(),
      this.getURL(),
      200,
      'OK',
      true,
      this.mainFrame.processId,
      this.id,
    )
  }

  /** Whether a page is connected now. */
  get attached(): boolean {
    return this.socket !== null
  }

  /** Whether a page is connected or on its way, so that frames reach it. */
  get reachable(): boolean {
    return this.socket !== null || this.waiting !== null
  }

  /** The page that was on its way never came. */
  lost(): void {
    this.waiting = null
  }

  /** Sends a frame to the page if there is one, keeps it if one is on its way, drops it otherwise. */
  post(frame: HostFrame): void {
    if (this.socket) this.socket.send(encode(frame))
    else this.waiting?.push(frame)
  }

  /**
   * Answers a question to the page that asked it. Pages number their questions alike, so an answer must not reach the
   * next page of the window, which waits for another one under the same number.
   */
  private reply(asker: WebSocket, frame: Extract<HostFrame, { t: 'reply' }>): void {
    if (this.socket === asker) asker.send(encode(frame))
  }

  /** Remembers the address that is about to be loaded. */
  heading(path: string): void {
    this.path = path
    if (!this.loading) {
      this.loading = true
      this.emit('did-start-loading')
    }
  }

  /** Resolves when the next load ends. Rejects when the window is destroyed before. */
  finished(): Promise<void> {
    return new Promise((resolve, reject) => this.finishing.push({ resolve, reject }))
  }

  private receive(frame: PageFrame, asker: WebSocket): void {
    if (this.destroyed) return
    if (frame.href !== undefined && frame.href !== this.path) this.path = frame.href
    switch (frame.t) {
      case 'invoke':
        void this.answer(asker, frame.id, frame.channel, frame.args)
        return
      case 'send': {
        const event = this.ipcEvent({ returnValue: undefined, ports: [] })
        Object.assign(event, { reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args) })
        this.emit('ipc-message', event, frame.channel, ...frame.args)
        this.ipc.emit(frame.channel, event, ...frame.args)
        ipcMain.emit(frame.channel, event, ...frame.args)
        return
      }
      case 'stage':
        this.setTitle(frame.title)
        this.stage(frame.stage)
        return
      case 'title':
        this.setTitle(frame.title)
        return
      case 'focus':
        this.frame.focusWindow(frame.focused)
        return
      case 'size':
        this.frame.pageSized(frame.width, frame.height)
        return
      case 'in-page':
        this.emit('did-navigate-in-page', makeEvent(), this.getURL(), true, this.mainFrame.processId, this.id)
        return
      case 'open':
        this.windowOpen(frame)
        return
      case 'navigate':
        this.reply(asker, { t: 'reply', id: frame.id, ok: true, value: this.mayNavigate(frame.url) })
        return
      case 'permission':
        void this.session
          .askPermission(this.live(), frame.permission, frame.details)
          .then(granted => this.reply(asker, { t: 'reply', id: frame.id, ok: true, value: granted }))
        return
      case 'check':
        this.reply(asker, {
          t: 'reply',
          id: frame.id,
          ok: true,
          value: this.session.checkPermission(this.live(), frame.permission, frame.details),
        })
        return
      case 'download':
        void this.session.startDownload(this.live(), frame.url, frame.filename, frame.bytes)
        return
      case 'accelerator':
        this.frame.accelerator(frame.accelerator)
        return
      case 'context-menu':
        this.emit('context-menu', makeEvent(), {
          ...frame.params,
          frame: this.mainFrame,
          pageURL: this.getURL(),
        })
        return
      case 'input':
        this.emit('before-input-event', makeEvent(), frame.input)
        return
      case 'dialog-answer':
        this.frame.dialogAnswered(frame.id, frame.answer)
        return
      case 'notice-pressed':
        bus.emit('notice-pressed', frame.number)
        return
      case 'console':
        this.emit('console-message', makeEvent({ ...frame, lineNumber: frame.line, sourceId: frame.source }))
        return
      case 'leaving':
        return
    }
  }

  private ipcEvent<T extends object>(extra?: T) {
    return makeEvent({
      type: 'frame' as const,
      processId: this.mainFrame.processId,
      frameId: this.id,
      sender: this.live(),
      senderFrame: this.mainFrame,
      ...extra,
    })
  }

  private async answer(asker: WebSocket, id: number, channel: string, args: unknown[]): Promise<void> {
    const handler = this.ipc.handlerOf(channel) ?? ipcMain.handlerOf(channel)
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const value = await handler(this.ipcEvent(), ...args)
      this.reply(asker, { t: 'reply', id, ok: true, value })
    } catch (error) {
      if (error instanceof CloneError) say(`the answer to '${channel}' cannot be cloned: ${error.message}`)
      this.reply(asker, { t: 'reply', id, ok: false, error: String(error) })
    }
  }

  private stage(stage: 'dom-ready' | 'loaded' | 'painted'): void {
    if (stage === 'dom-ready') this.emit('dom-ready', makeEvent())
    else if (stage === 'painted') this.frame.pagePainted()
    else {
      this.loading = false
      this.emit('did-frame-finish-load', makeEvent(), true, this.mainFrame.processId, this.id)
      this.emit('did-finish-load')
      this.emit('did-stop-loading')
      for (const one of this.finishing.splice(0)) one.resolve()
    }
  }

  private setTitle(title: string): void {
    if (title === this.title) return
    this.title = title
    this.emit('page-title-updated', makeEvent(), title, true)
  }

  private windowOpen(frame: Extract<PageFrame, { t: 'open' }>): void {
    const { url, frameName, features, disposition } = frame
    const details = {
      url,
      frameName,
      features,
      disposition,
      referrer: { url: this.getURL(), policy: 'default' },
    }
    const action = this.openHandler ? this.openHandler(details).action : 'allow'
    happened('window-open', { contents: this.id, url, disposition, action })
    if (action === 'allow') say(`a page opened ${url}; the stand-in makes no child windows, so nothing opens`)
  }

  /** Asks will-navigate; a refused or foreign address is not loaded. */
  private mayNavigate(url: string): boolean {
    const event = makeEvent({
      url,
      isSameDocument: false,
      isMainFrame: true,
      frame: this.mainFrame,
      initiator: null,
    })
    this.emit('will-frame-navigate', event)
    this.emit('will-navigate', event, url)
    const own = url === this.frame.appOrigin() || url.startsWith(`${this.frame.appOrigin()}/`)
    const allowed = !event.defaultPrevented && own
    happened('navigate', { contents: this.id, url, prevented: event.defaultPrevented, allowed })
    if (!own && !event.defaultPrevented) say(`main would let a page leave for ${url}; the stand-in does not`)
    return allowed
  }

  protected must(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }

  /** Ends this object: a later use throws as in Electron. Called by the window. */
  destroyNow(): void {
    if (this.destroyed) return
    this.post({ t: 'close' })
    this.destroyed = true
    this.mainFrame.detached = true
    this.forget()
    const socket = this.socket
    this.socket = null
    this.waiting = null
    setTimeout(() => socket?.close(4000, 'window destroyed'), 50).unref()
    for (const one of this.finishing.splice(0))
      one.reject(new Error(`ERR_FAILED (-2) loading '${this.getURL()}'`))
    this.emit('destroyed')
  }

  /** The renderer dies (asked by a test or by forcefullyCrashRenderer). */
  crash(reason: string): void {
    this.crashed = true
    this.mainFrame.detached = true
    this.waiting = null
    this.post({ t: 'close' })
    this.socket?.terminate()
    this.socket = null
    this.emit('render-process-gone', makeEvent(), { reason, exitCode: 1 })
  }

  // ── what both halves need of Electron's API ─────────────────────────────────────────────────────────────────

  isDestroyed(): boolean {
    return this.destroyed
  }

  send(channel: string, ...args: unknown[]): void {
    this.must()
    // Encoding now, not when the page comes: what cannot be cloned must throw at the caller.
    encode(args)
    this.post({ t: 'message', channel, args })
  }

  getURL(): string {
    return this.path ? this.frame.appOrigin() + this.path : ''
  }
}
