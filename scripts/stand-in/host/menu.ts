import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions } from 'electron'
import type { BrowserWindowHost } from './browser-window'
import { bus, happened } from './bus'
import { makeEvent } from './event'
import { refusing } from './refusing'

type Template = (MenuItemConstructorOptions | MenuItemHost)[]
/** What a role does when its item is pressed; filled in by the app, which owns quitting. */
export const roleActions: Record<string, (window: BrowserWindowHost | null) => void> = {
  close: window => window?.close(),
  minimize: window => window?.minimize(),
  reload: window => window?.webContents.reload(),
  forceReload: window => window?.webContents.reload(),
  togglefullscreen: window => window?.setFullScreen(!window.isFullScreen()),
  toggleDevTools: window => window?.webContents.toggleDevTools(),
  resetZoom: window => window?.webContents.setZoomLevel(0),
  zoomIn: window => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + 0.5),
  zoomOut: window => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - 0.5),
  undo: window => window?.webContents.undo(),
  redo: window => window?.webContents.redo(),
  cut: window => window?.webContents.cut(),
  copy: window => window?.webContents.copy(),
  paste: window => window?.webContents.paste(),
  delete: window => window?.webContents.delete(),
  selectAll: window => window?.webContents.selectAll(),
}

/** Electron's MenuItem. */
export class MenuItemHost {
  readonly id: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: MenuHost | undefined
  label: string
  sublabel: string
  toolTip: string
  enabled: boolean
  visible: boolean
  checked: boolean
  icon: unknown
  menu: MenuHost | null = null
  registerAccelerator = true
  click: (event?: unknown, window?: BrowserWindowHost | null, contents?: unknown) => void

  constructor(options: MenuItemConstructorOptions) {
    this.id = options.id ?? ''
    this.role = options.role?.toLowerCase()
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal')
    this.label = options.label ?? options.role ?? ''
    this.sublabel = options.sublabel ?? ''
    this.toolTip = options.toolTip ?? ''
    this.enabled = options.enabled !== false
    this.visible = options.visible !== false
    this.checked = options.checked === true
    this.icon = options.icon
    this.accelerator = typeof options.accelerator === 'string' ? options.accelerator : undefined
    this.submenu = Array.isArray(options.submenu)
      ? MenuHost.buildFromTemplate(options.submenu)
      : (options.submenu as unknown as MenuHost | undefined)
    this.click = (_event, window = null) => {
      if (this.type === 'checkbox') this.checked = !this.checked
      if (this.type === 'radio') {
        for (const item of this.menu?.items ?? []) if (item.type === 'radio') item.checked = item === this
      }
      if (options.click) options.click(this as never, (window ?? undefined) as never, makeEvent() as never)
      else if (this.role) byRole(this.role)?.(window)
    }
  }
}

function byRole(role: string) {
  const name = Object.keys(roleActions).find(one => one.toLowerCase() === role)
  return name ? roleActions[name] : undefined
}

let applicationMenu: MenuHost | null = null

/** Electron's Menu. A popup is recorded, its items can be pressed through the control channel. */
export class MenuHost extends EventEmitter {
  readonly items: MenuItemHost[] = []

  append(item: MenuItemHost): void {
    this.insert(this.items.length, item)
  }

  insert(at: number, item: MenuItemHost): void {
    item.menu = this
    this.items.splice(at, 0, item)
  }

  getMenuItemById(id: string): MenuItemHost | null {
    for (const item of this.items) {
      if (item.id === id) return item
      const below = item.submenu?.getMenuItemById(id)
      if (below) return below
    }
    return null
  }

  popup(options?: { window?: BrowserWindowHost; callback?: () => void }): void {
    lastPopup = this
    this.emit('menu-will-show', makeEvent())
    happened('popup', { window: options?.window?.id ?? null, items: describeMenu(this) })
    closePopup = () => {
      this.emit('menu-will-close', makeEvent())
      options?.callback?.()
    }
  }

  closePopup(): void {
    closePopup?.()
    closePopup = null
  }

  static buildFromTemplate(template: Template): MenuHost {
    const menu = new MenuHost()
    for (const entry of template) menu.append(entry instanceof MenuItemHost ? entry : new MenuItemHost(entry))
    return menu
  }

  static setApplicationMenu(menu: MenuHost | null): void {
    applicationMenu = menu
    happened('application-menu', { items: menu ? describeMenu(menu) : null })
    bus.emit('menu-changed')
  }

  static getApplicationMenu(): MenuHost | null {
    return applicationMenu
  }
}

let lastPopup: MenuHost | null = null
let closePopup: (() => void) | null = null
/** The context menu that main showed last, or null. */
export const shownPopup = (): MenuHost | null => lastPopup

/** A menu as plain data, for assertions. */
export function describeMenu(menu: MenuHost): Record<string, unknown>[] {
  return menu.items.map(item => ({
    id: item.id,
    type: item.type,
    label: item.label,
    sublabel: item.sublabel,
    role: item.role ?? null,
    enabled: item.enabled,
    visible: item.visible,
    checked: item.checked,
    accelerator: item.accelerator ?? null,
    submenu: item.submenu ? describeMenu(item.submenu) : null,
  }))
}

/** Presses an item named by its id or by the labels on the way to it. Throws when it is absent or disabled. */
export function pressItem(
  menu: MenuHost | null,
  where: string | string[],
  window: BrowserWindowHost | null,
): void {
  let item = typeof where === 'string' ? menu?.getMenuItemById(where) : undefined
  const path = typeof where === 'string' ? [where] : where
  if (!item) {
    let level: MenuHost | null | undefined = menu
    for (const label of path) {
      item = level?.items.find(one => one.label === label || one.id === label)
      level = item?.submenu
    }
  }
  if (!item) throw new Error(`no menu item ${path.join(' > ')}`)
  if (!item.enabled || !item.visible) throw new Error(`menu item ${path.join(' > ')} cannot be pressed`)
  item.click(undefined, window, window?.webContents)
}

function withAccelerators(menu: MenuHost | null): MenuItemHost[] {
  return (menu?.items ?? []).flatMap(item => [
    ...(item.accelerator && item.registerAccelerator ? [item] : []),
    ...withAccelerators(item.submenu ?? null),
  ])
}

/** The accelerators of the application menu, which pages must hand back when pressed. */
export const acceleratorList = (): string[] =>
  withAccelerators(applicationMenu).flatMap(item =>
    item.accelerator && !editing(item) ? [item.accelerator] : [],
  )

// Copy, paste and their kin work in the page by themselves; taking their keys away would break text fields.
const editing = (item: MenuItemHost) =>
  ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectall', 'pasteandmatchstyle'].includes(
    item.role ?? '',
  )

/** A page saw the keys of an application menu item. */
export function pressAccelerator(accelerator: string, window: BrowserWindowHost | null): void {
  const item = withAccelerators(applicationMenu).find(one => one.accelerator === accelerator)
  if (item?.enabled) item.click(undefined, window, window?.webContents)
}

export const Menu = refusing('Menu', MenuHost)
export const MenuItem = MenuItemHost
