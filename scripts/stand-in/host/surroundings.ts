import { EventEmitter } from 'node:events'
import type { Display, Rectangle } from 'electron'
import { bus, happened } from './bus'
import { requireReady } from './ready'
import { refusing } from './refusing'

/** The network as main and pages see it. */
export const network = { online: true }

class PowerMonitorHost extends EventEmitter {
  idleSeconds = 0
  locked = false

  getSystemIdleTime = (): number => this.idleSeconds
  getSystemIdleState = (threshold: number): string =>
    this.locked ? 'locked' : this.idleSeconds >= threshold ? 'idle' : 'active'
}

export const powerMonitor = refusing('powerMonitor', new PowerMonitorHost())

/** The computer sleeps, wakes, locks or unlocks; only tests say so. */
export function powerEvent(name: string): void {
  if (name === 'lock-screen') powerMonitor.locked = true
  if (name === 'unlock-screen') powerMonitor.locked = false
  powerMonitor.emit(name)
}

let blockers = 0
const blocking = new Set<number>()
export const powerSaveBlocker = refusing('powerSaveBlocker', {
  start(type: string): number {
    blockers += 1
    blocking.add(blockers)
    happened('power-save-blocker', { type, id: blockers })
    return blockers
  },
  stop: (id: number): boolean => blocking.delete(id),
})

/** A display of the given place and size in device-independent pixels; its lower 40 belong to a task bar. */
export function makeDisplay(id: number, bounds: Rectangle, scaleFactor = 1): Display {
  const workArea = { ...bounds, height: bounds.height - 40 }
  return {
    id,
    label: `Display ${id}`,
    bounds,
    workArea,
    size: { width: bounds.width, height: bounds.height },
    workAreaSize: { width: workArea.width, height: workArea.height },
    scaleFactor,
    rotation: 0,
    internal: id === 1,
    touchSupport: 'unavailable',
    accelerometerSupport: 'unavailable',
    colorDepth: 24,
    colorSpace: 'srgb',
    depthPerComponent: 8,
    displayFrequency: 60,
    monochrome: false,
    detected: true,
    maximumCursorSize: { width: 64, height: 64 },
    nativeOrigin: { x: bounds.x, y: bounds.y },
  }
}

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

class ScreenHost extends EventEmitter {
  displays: Display[] = [makeDisplay(1, { x: 0, y: 0, width: 1920, height: 1080 })]

  getAllDisplays = (): Display[] => [...this.displays]

  getPrimaryDisplay(): Display {
    const [first] = this.displays
    if (!first) throw new Error('no display')
    return first
  }

  getDisplayMatching(box: Rectangle): Display {
    return (
      [...this.displays].sort((a, b) => overlap(b.bounds, box) - overlap(a.bounds, box))[0] ??
      this.getPrimaryDisplay()
    )
  }
}

const screens = new ScreenHost()
export const screen = refusing('screen', screens, [], () => requireReady('screen'))

/** Plugs and unplugs displays, with Electron's events. The first one is the primary. */
export function setDisplays(next: Display[]): void {
  const before = screens.displays
  screens.displays = next
  for (const one of before) if (!next.some(n => n.id === one.id)) screens.emit('display-removed', {}, one)
  for (const one of next) {
    const old = before.find(b => b.id === one.id)
    if (!old) screens.emit('display-added', {}, one)
    else if (JSON.stringify(old) !== JSON.stringify(one)) {
      screens.emit('display-metrics-changed', {}, one, ['bounds', 'workArea', 'scaleFactor'])
    }
  }
}

class NativeThemeHost extends EventEmitter {
  private source: 'system' | 'light' | 'dark' = 'system'
  systemDark = false
  readonly shouldUseDarkColorsForSystemIntegratedUI = false

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.source
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    if (source === this.source) return
    this.source = source
    this.changed()
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? this.systemDark : this.source === 'dark'
  }

  changed(): void {
    this.emit('updated')
    bus.emit('surroundings')
  }
}

export const nativeTheme = refusing('nativeTheme', new NativeThemeHost())

export const theme = {
  /** What pages must report for prefers-color-scheme: forced by main, or null to leave it to the browser. */
  forced: (): boolean | null =>
    nativeTheme.themeSource === 'system'
      ? nativeTheme.systemDark
        ? true
        : null
      : nativeTheme.themeSource === 'dark',
  /** The desktop switches between light and dark. */
  setSystemDark(dark: boolean): void {
    nativeTheme.systemDark = dark
    nativeTheme.changed()
  },
}

/** Network comes or goes: main sees it in net.isOnline, pages in navigator.onLine and its events. */
export function setOnline(online: boolean): void {
  network.online = online
  bus.emit('surroundings')
}

/** What the system answers about the microphone; tests change it. */
export const media = { microphone: 'granted', camera: 'denied', screen: 'denied' } as Record<string, string>

class SystemPreferencesHost extends EventEmitter {
  getMediaAccessStatus = (kind: string): string => media[kind] ?? 'unknown'
  askForMediaAccess = async (kind: string): Promise<boolean> => media[kind] === 'granted'
}

export const systemPreferences = refusing('systemPreferences', new SystemPreferencesHost())

const shortcuts = new Map<string, () => void>()
const globalShortcuts = {
  register(accelerator: string, callback: () => void): boolean {
    if (shortcuts.has(accelerator)) return false
    shortcuts.set(accelerator, callback)
    return true
  },
  unregister: (accelerator: string): void => void shortcuts.delete(accelerator),
}
export const globalShortcut = refusing('globalShortcut', globalShortcuts, [], () =>
  requireReady('globalShortcut'),
)

/** Somebody presses a global shortcut. Throws when nobody registered it. */
export function pressShortcut(accelerator: string): void {
  const callback = shortcuts.get(accelerator)
  if (!callback) throw new Error(`no global shortcut ${accelerator}`)
  callback()
}

/** Registered global shortcuts, in order of registration. */
export const shortcutList = (): string[] => [...shortcuts.keys()]
