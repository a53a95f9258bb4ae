import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Log } from '../../../electron/main/log/log'
import { guardApp, openNetworkSettings } from '../../../electron/main/windows/security'

const { app, opened } = vi.hoisted(() => {
  const listeners = new Map<string, (...args: never[]) => void>()
  return {
    opened: [] as string[],
    app: {
      on: (name: string, listener: (...args: never[]) => void) => void listeners.set(name, listener),
      tell: (name: string, ...args: unknown[]) => listeners.get(name)?.(...(args as never[])),
    },
  }
})
vi.mock('electron', () => ({ app, shell: { openExternal: async (url: string) => void opened.push(url) } }))

const silent = { info() {}, warn() {}, error() {}, child: () => silent } as unknown as Log

class Contents extends EventEmitter {
  decide: (details: { url: string }) => unknown = () => null
  setWindowOpenHandler(handler: (details: { url: string }) => unknown) {
    this.decide = handler
  }
}

const event = (url = '') => ({ url, preventDefault: vi.fn() })

it('opens the settings of the local network on a Mac alone', async () => {
  opened.length = 0
  expect(await openNetworkSettings('win32')).toBe(false)
  expect(await openNetworkSettings('darwin')).toBe(true)
  expect(opened).toEqual([expect.stringMatching(/^x-apple\.systempreferences:.*Privacy_LocalNetwork$/)])
})

describe('the doors of every page there will ever be', () => {
  let page: Contents
  beforeEach(() => {
    opened.length = 0
    guardApp(silent)
    page = new Contents()
    app.tell('web-contents-created', {}, page)
  })

  it('lets a page stay in its own origin and opens web addresses outside', () => {
    const own = event('app://turno/tickets')
    page.emit('will-navigate', own)
    expect(own.preventDefault).not.toHaveBeenCalled()
    const web = event('https://example.com/')
    page.emit('will-navigate', web)
    expect(web.preventDefault).toHaveBeenCalled()
    expect(opened).toEqual(['https://example.com/'])
  })

  it.each(['https://example.com/', 'file:///etc/passwd', 'app://other/'])(
    'stops a redirect to %s and opens nothing for it',
    url => {
      const away = event(url)
      page.emit('will-redirect', away)
      expect(away.preventDefault).toHaveBeenCalled()
      expect(opened).toEqual([])
    },
  )

  it('lets a redirect inside the own origin pass', () => {
    const own = event('app://turno/')
    page.emit('will-redirect', own)
    expect(own.preventDefault).not.toHaveBeenCalled()
  })

  it('attaches no webview and opens no second page', () => {
    const view = event()
    page.emit('will-attach-webview', view)
    expect(view.preventDefault).toHaveBeenCalled()
    expect(page.decide({ url: 'app://turno/' })).toEqual({ action: 'deny' })
    expect(page.decide({ url: 'javascript:alert(1)' })).toEqual({ action: 'deny' })
    expect(opened).toEqual([])
  })

  it('refuses every certificate the system refuses', () => {
    const refused = event()
    const answer = vi.fn()
    app.tell('certificate-error', refused, page, 'https://x/', 'net::ERR_CERT_AUTHORITY_INVALID', {}, answer)
    expect(refused.preventDefault).toHaveBeenCalled()
    expect(answer).toHaveBeenCalledWith(false)
  })

  it('goes nowhere inside a page, and never to what is stored beside the pages', () => {
    const frame = { ...event('app://turno/'), isMainFrame: false }
    page.emit('will-frame-navigate', frame)
    expect(frame.preventDefault).toHaveBeenCalled()
    const main = { ...event('app://turno/'), isMainFrame: true }
    page.emit('will-frame-navigate', main)
    expect(main.preventDefault).not.toHaveBeenCalled()
    for (const path of ['/media/1/page.html', '/public/x', '/api/x', '/local/attachments/1']) {
      const away = event(`app://turno${path}`)
      page.emit('will-navigate', away)
      expect(away.preventDefault, path).toHaveBeenCalled()
    }
    expect(opened).toEqual([])
  })

  it('lets a frame go to a help video’s player and nowhere else', () => {
    const going = (url: string, isMainFrame = false): boolean => {
      const frame = { ...event(url), isMainFrame }
      page.emit('will-frame-navigate', frame)
      page.emit('will-redirect', frame)
      return frame.preventDefault.mock.calls.length === 0
    }
    const player = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1'
    expect(going(player)).toBe(true)
    // Never the window itself, another page of the host, or somebody who only looks like it.
    expect(going(player, true)).toBe(false)
    for (const away of [
      'https://www.youtube-nocookie.com/watch?v=aqz-KE-bpKQ',
      'https://www.youtube-nocookie.com/embed/../redirect',
      'https://www.youtube.com/embed/aqz-KE-bpKQ',
      'https://www.youtube-nocookie.com.evil.example/embed/aqz-KE-bpKQ',
      'http://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
      'https://x:y@www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    ])
      expect(going(away), away).toBe(false)
  })

  it('guards every session, not only the first: no permission, no device, no screen', () => {
    class Session extends EventEmitter {
      asked: ((...args: unknown[]) => void) | null = null
      checked: ((...args: unknown[]) => boolean) | null = null
      device: (() => boolean) | null = null
      screen: ((request: unknown, answer: (streams: unknown) => void) => void) | null = null
      setPermissionRequestHandler = (handler: Session['asked']) => {
        this.asked = handler
      }
      setPermissionCheckHandler = (handler: Session['checked']) => {
        this.checked = handler
      }
      setDevicePermissionHandler = (handler: Session['device']) => {
        this.device = handler
      }
      setDisplayMediaRequestHandler = (handler: Session['screen']) => {
        this.screen = handler
      }
    }
    const session = new Session()
    app.tell('session-created', session)
    const granted = vi.fn()
    session.asked?.(null, 'media', granted, { requestingUrl: 'app://turno/', mediaTypes: ['audio'] })
    expect(granted).toHaveBeenCalledWith(false)
    expect(session.checked?.(null, 'geolocation', 'app://turno/', {})).toBe(false)
    expect(session.device?.()).toBe(false)
    const streams = vi.fn()
    session.screen?.({}, streams)
    expect(streams).toHaveBeenCalledWith(null)
    for (const device of ['select-hid-device', 'select-usb-device', 'select-serial-port']) {
      const asked = event()
      const chosen = vi.fn()
      session.emit(device, asked, {}, ...(device === 'select-serial-port' ? [{}] : []), chosen)
      expect(asked.preventDefault, device).toHaveBeenCalled()
      expect(chosen, device).toHaveBeenCalled()
    }
  })
})
