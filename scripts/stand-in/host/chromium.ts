import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { BrowserWindowHost } from './browser-window'
import { happened, say } from './bus'
import { pathOf } from './paths'
import type { Opener } from './window-manager'

const HIDDEN_FOR_GOOD_MS = 5_000

interface CdpMessage {
  id?: number
  method?: string
  params?: { targetInfo?: { targetId: string; type: string; url: string } }
  result?: Record<string, unknown>
  error?: { message: string }
}

/** The browser's own remote control over its pipe (no port that other programs could reach). */
class BrowserPipe {
  private lastId = 0
  private rest = ''
  private readonly waiting = new Map<number, (message: CdpMessage) => void>()

  constructor(
    private readonly out: Duplex,
    input: Duplex,
    private readonly onEvent: (message: CdpMessage) => void,
  ) {
    out.on('error', () => undefined)
    input.on('data', (chunk: Buffer) => {
      const parts = (this.rest + chunk.toString('utf8')).split('\0')
      this.rest = parts.pop() ?? ''
      for (const part of parts) this.receive(JSON.parse(part) as CdpMessage)
    })
  }

  private receive(message: CdpMessage): void {
    if (message.id === undefined) {
      this.onEvent(message)
      return
    }
    this.waiting.get(message.id)?.(message)
    this.waiting.delete(message.id)
  }

  /** @param sessionId of an attached page; left out for the browser itself. */
  send(
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: unknown,
  ): Promise<Record<string, unknown>> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, message =>
        message.error
          ? reject(new Error(`${method}: ${message.error.message}`))
          : resolve(message.result ?? {}),
      )
      this.out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }
}

/**
 * Shows windows as app windows (`--app`) of an installed Chromium, Chrome or Edge with a profile of its own in the user
 * data folder, where Electron keeps its own. Hidden windows are minimised: a browser cannot hide one. The recorder, which
 * is never to be shown, is minimised at once.
 */
export function openChromium(executable: string): Opener {
  const profile = join(pathOf('sessionData'), 'stand-in-browser')
  const targets = new Map<number, string>()
  let browser: ChildProcess | null = null
  let pipe: BrowserPipe | null = null
  let ended = false
  // A page's target is recognised by the address it was opened with.
  const expected = new Map<string, BrowserWindowHost>()

  const flags = [
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--hide-crash-restore-bubble',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-quic',
    '--autoplay-policy=no-user-gesture-required',
    '--remote-debugging-pipe',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(process.env.TURNO_STAND_IN_BROWSER_FLAGS?.split(' ').filter(Boolean) ?? []),
  ]

  const seen = ({ method, params }: CdpMessage): void => {
    const info = params?.targetInfo
    if (method !== 'Target.targetCreated' || info?.type !== 'page') return
    const window = expected.get(info.url)
    if (!window) return
    expected.delete(info.url)
    targets.set(window.id, info.targetId)
    settle(window)
  }

  const start = (address: string, window: BrowserWindowHost): void => {
    const { x, y, width, height } = window.getBounds()
    const place = [`--window-position=${x},${y}`, `--window-size=${width},${height}`]
    const child = spawn(executable, [...flags, ...place, `--app=${address}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    browser = child
    child.once('error', error =>
      say(`${executable} does not start (${error.message}); open yourself: ${address}`),
    )
    child.once('exit', () => {
      if (browser !== child) return
      browser = null
      pipe = null
      targets.clear()
    })
    pipe = new BrowserPipe(child.stdio[3] as Duplex, child.stdio[4] as Duplex, seen)
    const remote = pipe
    void remote.send('Target.setDiscoverTargets', { discover: true }).catch(() => undefined)
    // Main's own handlers decide in the page before the browser is asked, so the browser need not ask again.
    const { origin } = new URL(address)
    remote
      .send('Browser.grantPermissions', { origin, permissions: ['notifications', 'audioCapture'] })
      .catch(error => happened('browser-refused', { window: window.id, error: String(error) }))
  }

  // Most windows are made hidden and shown once painted; only one that stays hidden is put away.
  const settle = (window: BrowserWindowHost): void => {
    setTimeout(() => place(window), window.isVisible() ? 0 : HIDDEN_FOR_GOOD_MS).unref()
  }

  // Never on a task bar and not shown from the start: a window that nobody is meant to see.
  const isBackground = ({ options }: BrowserWindowHost): boolean =>
    options.show === false && options.skipTaskbar === true

  const createTarget = async (window: BrowserWindowHost, url: string): Promise<void> => {
    const { x: left, y: top, width, height } = window.getBounds()
    const background = isBackground(window)
    // Not the browser's own hidden targets: those may not capture sound.
    const made = await pipe?.send('Target.createTarget', {
      url,
      newWindow: true,
      background,
      left,
      top,
      width,
      height,
    })
    if (!made) throw new Error('the browser is gone')
    targets.set(window.id, String(made.targetId))
    if (background) place(window)
    else settle(window)
  }

  // Best effort: a window manager may refuse, and then the window simply stays where it is.
  const place = (window: BrowserWindowHost): void => {
    const targetId = targets.get(window.id)
    const remote = pipe
    if (!targetId || !remote) return
    const seenNow = window.isVisible() && !window.isMinimized()
    const windowState = !seenNow
      ? 'minimized'
      : window.isFullScreen()
        ? 'fullscreen'
        : window.isMaximized()
          ? 'maximized'
          : 'normal'
    remote
      .send('Browser.getWindowForTarget', { targetId })
      .then(({ windowId }) => remote.send('Browser.setWindowBounds', { windowId, bounds: { windowState } }))
      .catch(error => happened('browser-refused', { window: window.id, error: String(error) }))
  }

  return {
    open(window, address) {
      expected.set(address, window)
      if (!browser) return start(address, window)
      createTarget(window, address).catch(error =>
        say(`the browser opens no window (${error}); open yourself: ${address}`),
      )
    },
    close(window) {
      const targetId = targets.get(window.id)
      targets.delete(window.id)
      if (targetId) pipe?.send('Target.closeTarget', { targetId }).catch(() => undefined)
    },
    raise(window) {
      const targetId = targets.get(window.id)
      if (!targetId) return
      place(window)
      pipe?.send('Target.activateTarget', { targetId }).catch(() => undefined)
    },
    refresh: place,
    async print(window, params) {
      const [remote, targetId] = [pipe, targets.get(window.id)]
      if (!remote || !targetId) throw new Error('Failed to generate PDF')
      const { sessionId } = await remote.send('Target.attachToTarget', { targetId, flatten: true })
      try {
        const { data } = await remote.send('Page.printToPDF', params, sessionId)
        return Buffer.from(String(data), 'base64')
      } finally {
        remote.send('Target.detachFromTarget', { sessionId }).catch(() => undefined)
      }
    },
    end() {
      if (ended) return
      ended = true
      browser?.kill()
      process.once('exit', () => browser?.kill('SIGKILL'))
    },
  }
}
