import { EventEmitter } from 'node:events'
import type { Rectangle } from 'electron'
import { happened } from './bus'
import { makeEvent } from './event'

let lastId = 0

/** What of its options decides a window's place and dress. */
export interface ShapeOptions {
  x?: number
  y?: number
  width?: number
  height?: number
  minWidth?: number
  minHeight?: number
  title?: string
}

/** The half of a window that only keeps what it is given: place, size, title, flags. */
export abstract class WindowShape extends EventEmitter {
  readonly id = ++lastId
  protected box: Rectangle
  protected minimum: [number, number]
  protected title: string
  protected flags = { alwaysOnTop: false, resizable: true, menuBar: true, skipTaskbar: false, enabled: true }
  protected progress = -1
  protected flashing = false
  protected overlay: string | null = null

  constructor(options: ShapeOptions) {
    super()
    const { width = 800, height = 600, x = 80 + this.id * 20, y = 60 + this.id * 20 } = options
    this.box = { x, y, width, height }
    this.minimum = [options.minWidth ?? 0, options.minHeight ?? 0]
    this.title = options.title ?? 'Turno'
  }

  /** Throws when the window is destroyed. */
  protected abstract must(): void
  /** Tells page and browser what changed. */
  protected abstract refresh(): void

  // ── place and size, in device-independent pixels ────────────────────────────────────────────────────────────

  getBounds = (): Rectangle => ({ ...this.box })
  getContentBounds = (): Rectangle => ({ ...this.box })
  getNormalBounds = (): Rectangle => ({ ...this.box })
  getSize = (): number[] => [this.box.width, this.box.height]
  getContentSize = (): number[] => this.getSize()
  getPosition = (): number[] => [this.box.x, this.box.y]
  getMinimumSize = (): number[] => [...this.minimum]

  setBounds(bounds: Partial<Rectangle>): void {
    this.must()
    const before = this.box
    const next = { ...before, ...bounds }
    next.width = Math.max(next.width, this.minimum[0])
    next.height = Math.max(next.height, this.minimum[1])
    this.box = next
    if (before.x !== next.x || before.y !== next.y) {
      this.emit('move')
      this.settled('moved')
    }
    if (before.width !== next.width || before.height !== next.height) {
      this.emit('resize')
      this.settled('resized')
    }
    this.refresh()
  }

  /** The end of a movement, which Linux does not tell of. */
  private settled(event: 'moved' | 'resized'): void {
    if (process.platform !== 'linux') this.emit(event)
  }

  setContentBounds(bounds: Rectangle): void {
    this.setBounds(bounds)
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  setMinimumSize(width: number, height: number): void {
    this.minimum = [width, height]
  }

  setMaximumSize(): void {}

  center(): void {
    this.setBounds({
      x: Math.round((1920 - this.box.width) / 2),
      y: Math.round((1080 - this.box.height) / 2),
    })
  }

  // ── dress ───────────────────────────────────────────────────────────────────────────────────────────────────

  getTitle = (): string => this.title

  setTitle(title: string): void {
    this.title = title
    happened('title', { window: this.id, title })
  }

  flashFrame(flash: boolean): void {
    this.flashing = flash
    happened('flash', { window: this.id, flash })
  }

  setOverlayIcon(image: { toDataURL(): string } | null, description: string): void {
    this.overlay = image ? description : null
    happened('overlay', { window: this.id, shown: image !== null, description })
  }

  setProgressBar(progress: number): void {
    this.progress = progress
    happened('progress', { window: this.id, progress })
  }

  setMenuBarVisibility(visible: boolean): void {
    this.flags.menuBar = visible
  }

  isMenuBarVisible = (): boolean => this.flags.menuBar
  setAutoHideMenuBar(): void {}
  setMenu(): void {}

  removeMenu(): void {
    this.flags.menuBar = false
  }

  setIcon(): void {}
  setBackgroundColor(): void {}
  setTitleBarOverlay(): void {}
  setThumbarButtons = (): boolean => true
  setThumbnailToolTip(): void {}
  setAppDetails(): void {}
  setContentProtection(): void {}
  setVisibleOnAllWorkspaces(): void {}
  setRepresentedFilename(): void {}
  setDocumentEdited(): void {}
  setWindowButtonVisibility(): void {}

  setAlwaysOnTop(flag: boolean): void {
    this.flags.alwaysOnTop = flag
    this.emit('always-on-top-changed', makeEvent(), flag)
  }

  isAlwaysOnTop = (): boolean => this.flags.alwaysOnTop

  setSkipTaskbar(skip: boolean): void {
    this.flags.skipTaskbar = skip
  }

  setResizable(resizable: boolean): void {
    this.flags.resizable = resizable
  }

  isResizable = (): boolean => this.flags.resizable

  setEnabled(enabled: boolean): void {
    this.flags.enabled = enabled
  }

  isEnabled = (): boolean => this.flags.enabled

  getMediaSourceId = (): string => `window:${this.id}:0`
}
