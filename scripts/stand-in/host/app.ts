import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { LoginItemSettings } from 'electron'
import type { BrowserWindowHost } from './browser-window'
import { bus, happened } from './bus'
import { commandLine, DockHost } from './dock'
import { driven, withoutSecrets } from './environment'
import { makeEvent } from './event'
import { type MenuHost, roleActions } from './menu'
import { appFacts, pathOf, setPath } from './paths'
import { isReady, onceReady } from './ready'
import { refusing } from './refusing'
import { hasSingleInstanceLock, releaseSingleInstanceLock, takeSingleInstanceLock } from './single-instance'
import { contentsById } from './web-contents'
import { focusOn, windowManager, windows } from './window-manager'

/** Teardown the stand-in itself needs before the process ends (children, browsers). */
export const atExit: (() => void)[] = []

/** Electron's App. */
class AppHost extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = commandLine
  readonly dock = process.platform === 'darwin' ? refusing('app.dock', new DockHost()) : undefined
  applicationMenu: MenuHost | null = null
  toastActivatorCLSID = ''
  private badge = 0
  private quitting = false
  private ending = false
  private login: Partial<LoginItemSettings> & { args?: string[]; path?: string } = { openAtLogin: false }
  private readonly protocols = new Set<string>()
  private modelId = ''
  private relaunching: { args?: string[]; execPath?: string } | null = null
  private jumpList: unknown = null

  get name(): string {
    return appFacts.name
  }

  set name(name: string) {
    appFacts.name = name
  }

  getName = (): string => appFacts.name
  getVersion = (): string => appFacts.version
  getAppPath = (): string => appFacts.folder
  getPath = pathOf
  setPath = setPath
  isReady = isReady
  whenReady = (): Promise<void> => new Promise(onceReady)
  getLocale = (): string => process.env.TURNO_STAND_IN_LOCALE ?? 'pt-BR'
  enableSandbox(): void {
    if (isReady()) throw new Error('app.enableSandbox() can only be called before app is ready')
  }
  disableHardwareAcceleration(): void {
    if (isReady()) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }

  // ── one program at a time ───────────────────────────────────────────────────────────────────────────────────

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return takeSingleInstanceLock(additionalData ?? null, start =>
      onceReady(() => this.emit('second-instance', makeEvent(), start.argv, start.cwd, start.additionalData)),
    )
  }

  hasSingleInstanceLock = hasSingleInstanceLock
  releaseSingleInstanceLock = releaseSingleInstanceLock

  // ── ending ──────────────────────────────────────────────────────────────────────────────────────────────────

  quit(): void {
    if (this.ending) return
    const event = makeEvent()
    if (!this.quitting) this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.quitting = true
    for (const window of [...windows.values()]) window.close()
    if (windows.size > 0) {
      // A window refused to close, so nobody quits.
      this.quitting = false
      return
    }
    this.finish(0)
  }

  private finish(code: number): void {
    const event = makeEvent()
    this.emit('will-quit', event)
    if (event.defaultPrevented) {
      this.quitting = false
      return
    }
    this.exit(code)
  }

  exit(code = 0): void {
    if (this.ending) return
    this.ending = true
    for (const window of [...windows.values()]) window.destroy()
    this.emit('quit', makeEvent(), code)
    happened('quit', { code })
    releaseSingleInstanceLock()
    windowManager.stop()
    for (const run of atExit) run()
    if (this.relaunching && !driven) this.startAgain(this.relaunching)
    // A moment for the last frames to the control channel and to pages; then the end, as in Electron.
    setTimeout(() => process.exit(code), isReady() ? 60 : 0)
  }

  /** Whether `exit` was called: an app that ends before it is ready never becomes ready. */
  isEnding = (): boolean => this.ending

  relaunch(options: { args?: string[]; execPath?: string } = {}): void {
    this.relaunching = options
    happened('relaunch', { args: options.args ?? null })
  }

  private startAgain({ args, execPath }: { args?: string[]; execPath?: string }): void {
    const [, script = '', ...rest] = process.argv
    spawn(execPath ?? process.execPath, [...process.execArgv, script, ...(args ?? rest)], {
      detached: true,
      stdio: 'inherit',
      env: withoutSecrets(process.env),
    }).unref()
  }

  /** Called when a window is gone: without any left, `window-all-closed`, whose default is to quit. */
  windowGone(): void {
    if (windows.size > 0 || this.ending || this.quitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  // ── what the desktop shows of the program ───────────────────────────────────────────────────────────────────

  setBadgeCount(count = 0): boolean {
    this.badge = count
    happened('badge', { count })
    return true
  }

  get badgeCount(): number {
    return this.badge
  }

  set badgeCount(count: number) {
    this.setBadgeCount(count)
  }

  focus(): void {
    const window = [...windows.values()].find((one: BrowserWindowHost) => one.isVisible())
    if (window) focusOn(window)
  }

  hide(): void {
    focusOn(null)
  }

  show(): void {
    this.focus()
  }

  isActive = (): boolean => [...windows.values()].some(one => one.isFocused())

  showAboutPanel(): void {
    happened('about-panel')
  }

  setAppUserModelId(id: string): void {
    this.modelId = id
    happened('app-user-model-id', { id })
  }

  setToastActivatorCLSID(id: string): void {
    this.toastActivatorCLSID = id
  }

  setJumpList(categories: unknown): string {
    this.jumpList = categories
    happened('jump-list', { categories })
    return 'ok'
  }

  // ── belonging to the system ─────────────────────────────────────────────────────────────────────────────────

  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.add(protocol)
    happened('default-protocol', { protocol })
    return true
  }

  setLoginItemSettings(settings: { openAtLogin?: boolean; openAsHidden?: boolean; args?: string[] }): void {
    this.login = { ...this.login, ...settings }
    happened('login-item', { settings })
  }

  getLoginItemSettings = () => ({
    openAtLogin: false,
    openAsHidden: false,
    wasOpenedAtLogin: false,
    wasOpenedAsHidden: false,
    restoreState: false,
    status: 'not-registered',
    executableWillLaunchAtLogin: this.login.openAtLogin === true,
    launchItems: [],
    ...this.login,
  })

  /** What the desktop knows of this program, for assertions. */
  snapshot() {
    return {
      name: appFacts.name,
      version: appFacts.version,
      ready: isReady(),
      badge: this.badge,
      dock: this.dock ? { badge: this.dock.getBadge() } : null,
      login: this.login,
      protocols: [...this.protocols],
      appUserModelId: this.modelId,
      jumpList: this.jumpList,
      userData: pathOf('userData'),
    }
  }
}

const DARWIN_ONLY = process.platform === 'darwin' ? [] : ['dock']
export const app = refusing('app', new AppHost(), DARWIN_ONLY)

roleActions.quit = () => app.quit()
roleActions.about = () => app.showAboutPanel()

bus.on('window-gone', () => app.windowGone())
bus.on('browser-window-created', window => app.emit('browser-window-created', makeEvent(), window))
bus.on('browser-window-focus', window => app.emit('browser-window-focus', makeEvent(), window))
bus.on('browser-window-blur', window => app.emit('browser-window-blur', makeEvent(), window))
bus.on('session-created', made => app.emit('session-created', made))
bus.on('web-contents-created', contents => {
  app.emit('web-contents-created', makeEvent(), contents)
  contents.on('render-process-gone', (event: unknown, details: unknown) =>
    app.emit('render-process-gone', event, contentsById(contents.id), details),
  )
})

/** The console sends Ctrl+C, the system SIGTERM: a polite quit, the second time at once. */
export function listenForSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    let first = 0
    process.on(signal, () => {
      // Libraries that listen too (electron-store's) raise the same signal again at once; a person takes longer.
      if (first && Date.now() - first > 500) process.exit(code)
      if (first) return
      first = Date.now()
      app.quit()
    })
  }
}
