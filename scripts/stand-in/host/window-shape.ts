import { EventEmitter } from 'node:events'
import type { Rectangle } from 'electron'
import { happened } from './bus'

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

/** The half of a window that only keeps what it is given: place, size, title. */
export abstract class WindowShape extends EventEmitter {
  readonly id = ++lastId
  protected box: Rectangle
  protected minimum: [number, number]
  protected title: string
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
  getNormalBounds = (): Rectangle => ({ ...this.box })
  getSize = (): number[] => [this.box.width, this.box.height]

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

  setMenu(): void {}
  setIcon(): void {}
}
