import { EventEmitter } from 'node:events'
import { happened } from './bus'
import { makeEvent } from './event'
import { describeMenu, type MenuHost, pressItem } from './menu'
import { imageName } from './native-image'
import { requireReady } from './ready'
import { refusing } from './refusing'
import { focusOn } from './window-manager'

const trays = new Set<TrayHost>()

/** Electron's Tray, recorded instead of drawn. */
export class TrayHost extends EventEmitter {
  private image: string
  private toolTip = ''
  private title = ''
  private menu: MenuHost | null = null
  private destroyed = false
  /** Past the members that main may not read on this system, and what the list holds. */
  private readonly all = this

  constructor(
    image: unknown,
    readonly guid?: string,
  ) {
    super()
    this.image = imageName(image)
    trays.add(this)
    this.changed()
  }

  private changed(): void {
    if (this.destroyed) throw new TypeError('Tray is destroyed')
    happened('tray', this.snapshot())
  }

  setImage(image: unknown): void {
    this.image = imageName(image)
    this.changed()
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
    this.changed()
  }

  setTitle(title: string): void {
    this.title = title
    this.changed()
  }

  getTitle = (): string => this.title

  setContextMenu(menu: MenuHost | null): void {
    this.menu = menu
    this.changed()
  }

  getBounds = () => ({ x: 1800, y: 1050, width: 24, height: 24 })
  focus(): void {}
  isDestroyed = (): boolean => this.destroyed

  destroy(): void {
    this.destroyed = true
    trays.delete(this.all)
    happened('tray-destroyed')
  }

  /** The person presses the icon (click, double-click, right-click). */
  press(kind: string): void {
    // On Windows the press itself takes the keyboard from whatever window had it, before the icon hears of it.
    if (process.platform === 'win32') focusOn(null)
    this.emit(
      kind,
      makeEvent({ shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }),
      this.getBounds(),
    )
  }

  /** The person chooses an item of its menu, by id or by labels. */
  choose(where: string | string[]): void {
    pressItem(this.menu, where, null)
  }

  /** What is seen of the tray, as plain data. */
  snapshot() {
    return {
      image: this.image,
      toolTip: this.toolTip,
      title: this.title,
      menu: this.menu ? describeMenu(this.menu) : null,
    }
  }
}

/** Every live tray icon. */
export const trayList = (): TrayHost[] => [...trays]

export const Tray = new Proxy(TrayHost, {
  construct(Target, [image, guid]: [unknown, string?]) {
    requireReady('Tray')
    return refusing('Tray', new Target(image, guid))
  },
})
