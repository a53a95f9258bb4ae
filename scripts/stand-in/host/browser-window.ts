import { readFileSync } from 'node:fs'
import { bus, happened, say } from './bus'
import { makeEvent } from './event'
import type { Frame } from './frame-host'
import { pressAccelerator } from './menu'
import { isReady } from './ready'
import { refusing } from './refusing'
import { type SessionHost, sessionOf } from './session'
import { WebContentsHost } from './web-contents'
import { focusedWindow, focusOn, windowManager, windows } from './window-manager'
import { type ShapeOptions, WindowShape } from './window-shape'

interface Options extends ShapeOptions {
  show?: boolean
  parent?: BrowserWindowHost
  fullscreen?: boolean
  backgroundColor?: string
  webPreferences?: Record<string, unknown> & { preload?: string; partition?: string; session?: SessionHost }
  [option: string]: unknown
}

/** Electron's BrowserWindow; its picture is a page of a browser, opened through the window manager. */
export class BrowserWindowHost extends WindowShape {
  readonly webContents: WebContentsHost
  private visible: boolean
  private state: 'normal' | 'minimized' | 'maximized' = 'normal'
  private full: boolean
  private destroyed = false
  private painted = false
  private parentWindow: BrowserWindowHost | null
  private me: BrowserWindowHost = this

  constructor(readonly options: Options = {}) {
    super(options)
    if (!isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.setMaxListeners(0)
    this.visible = options.show !== false
    this.full = options.fullscreen === true
    this.parentWindow = options.parent ?? null
    const preferences = options.webPreferences ?? {}
    if (
      preferences.nodeIntegration ||
      preferences.contextIsolation === false ||
      preferences.sandbox === false
    ) {
      say(
        'a window asks for nodeIntegration, no contextIsolation or no sandbox; pages of the stand-in never have these',
      )
    }
    const session = preferences.session ?? sessionOf(preferences.partition ?? '')
    this.webContents = WebContentsHost.create(this.frame(), session)
    this.webContents.on('page-title-updated', (event: ReturnType<typeof makeEvent>, title: string) => {
      this.emit('page-title-updated', event, title, true)
      if (!event.defaultPrevented) this.setTitle(title)
    })
    this.webContents.on('render-process-gone', () => happened('page-crash', { window: this.id }))
  }

  /** Registers the object main holds (which refuses unknown members) and tells the app. */
  static adopt(raw: BrowserWindowHost): BrowserWindowHost {
    const self = refusing('BrowserWindow', raw)
    raw.me = self
    windows.set(raw.id, self)
    bus.emit('web-contents-created', self.webContents)
    bus.emit('browser-window-created', self)
    happened('window-created', { window: raw.id, show: raw.visible, title: raw.title })
    if (raw.visible) focusOn(self)
    return self
  }

  private frame(): Frame {
    return {
      appOrigin: () => windowManager.gateway.appOrigin,
      goto: path => this.open(path),
      closeWindow: () => this.close(),
      focusWindow: focused => {
        if (focused) focusOn(this.me)
        else if (focusedWindow() === this.me) focusOn(null)
      },
      pagePainted: () => {
        if (this.painted) return
        this.painted = true
        this.emit('ready-to-show')
      },
      pageSized: (width, height) => {
        if (width === this.box.width && height === this.box.height) return
        this.box = { ...this.box, width, height }
        this.emit('resize')
        if (process.platform !== 'linux') this.emit('resized')
      },
      accelerator: accelerator => pressAccelerator(accelerator, this.me),
      dialogAnswered: (id, answer) => bus.emit('dialog-answer', id, answer),
      print: params => windowManager.print(this.me, params),
    }
  }

  private open(path: string): void {
    this.must()
    this.webContents.heading(path)
    if (this.webContents.reachable) this.webContents.post({ t: 'goto', path })
    else void windowManager.openPage(this.me, path)
  }

  protected refresh(): void {
    windowManager.refresh(this.me)
  }

  protected must(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }

  // ── loading ─────────────────────────────────────────────────────────────────────────────────────────────────

  loadURL(url: string): Promise<void> {
    this.must()
    const target = new URL(url)
    windowManager.gateway.serve(target, !windowManager.opened)
    windowManager.opened = true
    const done = this.webContents.finished()
    // A page that is closed before it loads is no crash of main, whoever awaits still hears of it.
    done.catch(() => undefined)
    this.open(target.pathname + target.search + target.hash)
    return done
  }

  loadFile(): Promise<void> {
    return Promise.reject(new Error('The stand-in serves app:// addresses, not files'))
  }

  reload(): void {
    this.webContents.reload()
  }

  /** The source of this window's preload, null without one. A missing file is reported as Electron does. */
  preloadSource(): { path: string; source: string } | null {
    const path = this.options.webPreferences?.preload
    if (!path) return null
    try {
      return { path, source: readFileSync(path, 'utf8') }
    } catch (error) {
      this.webContents.emit('preload-error', makeEvent(), path, error)
      say(`preload ${path} cannot be read: ${error}`)
      return null
    }
  }

  // ── life ────────────────────────────────────────────────────────────────────────────────────────────────────

  isDestroyed(): boolean {
    return this.destroyed
  }

  close(): void {
    if (this.destroyed) return
    const event = makeEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  /** The person closed the page: a request that main may refuse (close to tray), then the page returns at show(). */
  closedByPerson(): void {
    if (this.destroyed) return
    this.close()
    if (!this.destroyed && this.visible) void windowManager.openPage(this.me, this.path())
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    windows.delete(this.id)
    if (focusedWindow() === this.me) focusOn(null)
    this.webContents.destroyNow()
    windowManager.closePage(this.me)
    this.emit('closed')
    happened('window-closed', { window: this.id })
    bus.emit('window-gone')
  }

  /** The path inside app:// that the page shows. */
  path(): string {
    return this.webContents.getURL().slice(windowManager.gateway.appOrigin.length) || '/'
  }

  // ── seeing ──────────────────────────────────────────────────────────────────────────────────────────────────

  show(): void {
    this.must()
    this.appear()
    focusOn(this.me)
  }

  private appear(): void {
    if (this.state === 'minimized') this.restore()
    if (!this.visible) {
      this.visible = true
      this.emit('show')
      this.refresh()
    }
    if (windowManager.lostPage(this.me)) void windowManager.openPage(this.me, this.path())
    windowManager.raise(this.me)
  }

  hide(): void {
    this.must()
    if (!this.visible) return
    this.visible = false
    // The task bar button goes with the window, and its overlay with the button (Windows).
    this.overlay = null
    if (focusedWindow() === this.me) focusOn(null)
    this.emit('hide')
    this.refresh()
  }

  focus(): void {
    this.must()
    if (!this.isVisible()) return
    focusOn(this.me)
    windowManager.raise(this.me)
  }

  blur(): void {
    if (focusedWindow() === this.me) focusOn(null)
  }

  minimize(): void {
    this.must()
    if (this.state === 'minimized') return
    this.state = 'minimized'
    if (focusedWindow() === this.me) focusOn(null)
    this.emit('minimize')
    this.refresh()
  }

  maximize(): void {
    this.must()
    this.visible = true
    if (this.state === 'maximized') return
    this.state = 'maximized'
    this.emit('maximize')
    this.refresh()
  }

  unmaximize(): void {
    if (this.state !== 'maximized') return
    this.state = 'normal'
    this.emit('unmaximize')
    this.refresh()
  }

  restore(): void {
    this.must()
    if (this.state === 'normal') return
    const was = this.state
    this.state = 'normal'
    this.emit(was === 'minimized' ? 'restore' : 'unmaximize')
    this.refresh()
  }

  setFullScreen(full: boolean): void {
    if (full === this.full) return
    this.full = full
    this.emit(full ? 'enter-full-screen' : 'leave-full-screen')
    this.refresh()
  }

  /** A window on the task bar counts as not visible on Windows and macOS; on Linux it counts as visible. */
  isVisible = (): boolean =>
    this.visible && !this.destroyed && (process.platform === 'linux' || this.state !== 'minimized')
  isFocused = (): boolean => focusedWindow() === this.me
  isMinimized = (): boolean => this.state === 'minimized'
  isMaximized = (): boolean => this.state === 'maximized'
  isFullScreen = (): boolean => this.full

  /** What the control channel tells of this window. */
  snapshot() {
    return {
      id: this.id,
      url: this.webContents.getURL(),
      title: this.title,
      bounds: this.getBounds(),
      visible: this.isVisible(),
      focused: this.isFocused(),
      state: this.state,
      fullScreen: this.full,
      attached: this.webContents.attached,
      progress: this.progress,
      flashing: this.flashing,
      overlay: this.overlay,
      preload: this.options.webPreferences?.preload ?? null,
      options: {
        ...this.options,
        parent: this.parentWindow?.id ?? null,
        webPreferences: undefined,
        icon: undefined,
      },
    }
  }
}

const statics = {
  getAllWindows: () => [...windows.values()],
  getFocusedWindow: () => focusedWindow(),
  fromId: (id: number) => windows.get(id) ?? null,
  fromWebContents: (contents: WebContentsHost) =>
    [...windows.values()].find(one => one.webContents.id === contents.id) ?? null,
}

/** The class main constructs: Electron's statics, and instances that refuse unknown members. */
export const BrowserWindow = new Proxy(BrowserWindowHost, {
  construct: (Target, [options]: [Options?]) => BrowserWindowHost.adopt(new Target(options)),
  get(target, key) {
    if (key in statics) return Reflect.get(statics, key)
    return Reflect.get(refusing('BrowserWindow', target), key)
  },
})
