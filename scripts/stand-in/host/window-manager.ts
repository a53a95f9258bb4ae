import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WindowFacts } from '../wire'
import type { BrowserWindowHost } from './browser-window'
import { bus, happened, say } from './bus'
import { driven } from './environment'
import { Gateway } from './gateway'
import { acceleratorList } from './menu'
import { sessionOf } from './session'
import { network, theme } from './surroundings'
import { focusedWindow, setFocused, windows } from './window-list'

/** How pages reach a screen; one of the browser drivers. */
export interface Opener {
  open(window: BrowserWindowHost, address: string): void
  close(window: BrowserWindowHost): void
  raise(window: BrowserWindowHost): void
  refresh(window: BrowserWindowHost): void
  /** The window's page on paper, by the parameters of the browser's own `Page.printToPDF`. */
  print(window: BrowserWindowHost, params: Record<string, unknown>): Promise<Buffer>
  end(): void
}

export { focusedWindow, windows }

/** Gives the keyboard to a window (null: to another program), with Electron's events. */
export function focusOn(window: BrowserWindowHost | null): void {
  const before = focusedWindow()
  if (window === before) return
  setFocused(window)
  bus.emit('focused-contents', window?.webContents.id ?? -1)
  if (before && !before.isDestroyed()) {
    before.emit('blur')
    before.webContents.emit('blur')
    bus.emit('browser-window-blur', before)
    windowManager.tellState(before)
  }
  if (window) {
    window.emit('focus')
    window.webContents.emit('focus')
    bus.emit('browser-window-focus', window)
    windowManager.tellState(window)
  }
}

// How long a window's page may be gone before it counts as closed by the person. A reload is shorter; on a busy test
// machine it may be long, and there the fixture tells closings itself.
const FAREWELL_MS = driven ? 15_000 : 2_500

/** The one place where windows, their pages and the loopback server meet. */
class WindowManagerHost {
  opened = false
  opener: Opener | null = null
  readonly gateway = new Gateway({
    factsOf: id => this.factsOf(id),
    preloads: () => this.preloads(),
    arriving: id => this.arriving(id),
    download: (_id, url, response) => sessionOf('').keep(null, url, nameOf(response, url), response),
  })
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 })
  private readonly farewells = new Map<number, NodeJS.Timeout>()
  private readonly pageless = new Set<number>()

  /** Opens (or opens again) a window's page: a one-time address for the browser driver. */
  async openPage(window: BrowserWindowHost, path: string): Promise<void> {
    await this.gateway.start((request, socket, head) => this.upgrade(request, socket, head))
    if (window.isDestroyed()) return
    this.pageless.delete(window.id)
    this.opener?.open(window, this.gateway.invite(window.id, path))
  }

  closePage(window: BrowserWindowHost): void {
    this.cancelFarewell(window.id)
    this.pageless.delete(window.id)
    this.gateway.keys.forget(window.id)
    this.opener?.close(window)
  }

  /** Whether the person closed this window's page while main kept the window. */
  lostPage(window: BrowserWindowHost): boolean {
    return this.pageless.has(window.id)
  }

  raise(window: BrowserWindowHost): void {
    this.opener?.raise(window)
  }

  refresh(window: BrowserWindowHost): void {
    this.tellState(window)
    this.opener?.refresh(window)
  }

  print(window: BrowserWindowHost, params: Record<string, unknown>): Promise<Buffer> {
    return this.opener?.print(window, params) ?? Promise.reject(new Error('Failed to generate PDF'))
  }

  /** Tells a page whether it is seen, focused and online. */
  tellState(window: BrowserWindowHost): void {
    if (!window.isDestroyed()) window.webContents.post(this.stateOf(window))
  }

  /** The page of this window was closed by the person (known by a socket's silence or by the test fixture). */
  pageClosed(id: number): void {
    const window = windows.get(id)
    this.cancelFarewell(id)
    if (!window) return
    window.webContents.lost()
    this.pageless.add(id)
    window.closedByPerson()
  }

  stop(): void {
    for (const timer of this.farewells.values()) clearTimeout(timer)
    this.opener?.end()
    for (const client of this.sockets.clients) client.terminate()
    this.gateway.stop()
  }

  private stateOf(window: BrowserWindowHost): WindowFacts['state'] {
    const seen = window.isVisible() && !window.isMinimized()
    return {
      t: 'state',
      focused: focusedWindow() === window,
      visible: seen,
      online: network.online,
      dark: theme.forced(),
    }
  }

  private factsOf(id: number): WindowFacts | null {
    const window = windows.get(id)
    if (!window) return null
    const preferences = window.options.webPreferences ?? {}
    return {
      id,
      preload: preferences.preload ?? null,
      appOrigin: this.gateway.appOrigin,
      arguments: [process.execPath, ...((preferences.additionalArguments as string[] | undefined) ?? [])],
      platform: process.platform,
      arch: process.arch,
      versions: { node: process.versions.node, electron: '45.4.1' },
      clearStorage: window.webContents.session.takeClearing(),
      driven,
      state: this.stateOf(window),
      accelerators: acceleratorList(),
      zoom: window.webContents.getZoomFactor(),
    }
  }

  private preloads(): Map<string, string> {
    const found = new Map<string, string>()
    for (const window of windows.values()) {
      const preload = window.preloadSource()
      if (preload) found.set(preload.path, preload.source)
    }
    return found
  }

  private arriving(id: number): void {
    windows.get(id)?.webContents.arriving()
    // Until its socket is here, it may still be closed.
    this.awaitReturn(id)
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', this.gateway.origin)
    const id = this.gateway.keys.windowOf(url.searchParams.get('token') ?? '')
    const window = id === null ? undefined : windows.get(id)
    if (url.pathname !== '/__stand-in/socket' || !this.gateway.admits(request) || !window || id === null) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    this.sockets.handleUpgrade(request, socket, head, page => {
      this.cancelFarewell(id)
      page.on('error', error => say(`page of window ${id}: ${error.message}`))
      window.webContents.attach(page)
      happened('page-attached', { window: id })
      page.on('close', () => {
        if (!windows.has(id) || window.webContents.attached) return
        this.awaitReturn(id)
      })
    })
  }

  private awaitReturn(id: number): void {
    this.cancelFarewell(id)
    this.farewells.set(
      id,
      setTimeout(() => this.pageClosed(id), FAREWELL_MS),
    )
  }

  private cancelFarewell(id: number): void {
    clearTimeout(this.farewells.get(id))
    this.farewells.delete(id)
  }
}

interface Notice {
  number: number
  title: string
  body: string
  silent: boolean
}

function nameOf(response: Response, url: string): string {
  const name = /filename="?([^";]+)"?/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name ?? (url.split('/').pop() || 'download')
}

export const windowManager = new WindowManagerHost()

// A person at a browser sees notices as the browser's own; a test reads them from the control channel.
const anyPage = () => [...windows.values()].find(one => one.webContents.attached)?.webContents
bus.on('notice', ({ number, title, body, silent }: Notice) => {
  if (!driven) anyPage()?.post({ t: 'notice', number, title, body, silent })
})
bus.on('notice-close', (number: number) => {
  for (const window of windows.values()) if (!driven) window.webContents.post({ t: 'notice-close', number })
})
bus.on('surroundings', () => {
  for (const window of windows.values()) windowManager.tellState(window)
})
bus.on('menu-changed', () => {
  for (const window of windows.values())
    window.webContents.post({ t: 'accelerators', list: acceleratorList() })
})
