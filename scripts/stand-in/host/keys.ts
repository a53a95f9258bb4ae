import { randomBytes, timingSafeEqual } from 'node:crypto'

const COOKIE = 'turno_stand_in'
const secret = () => randomBytes(24).toString('base64url')

function same(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

interface OneTimeKey {
  windowId: number
  path: string
}

/**
 * Who may talk to the loopback server. A window is opened by a key that works once; the browser that used it gets a
 * session cookie, the tab gets a token for which window it is (in sessionStorage, which is per tab and survives
 * a reload). Nothing here is written to disk.
 */
export class Keys {
  private readonly keys = new Map<string, OneTimeKey>()
  private readonly sessions: string[] = []
  private readonly tokens = new Map<string, number>()

  /** A key that opens `path` as the given window, once. An older unused key of that window stops working. */
  issue(windowId: number, path: string): string {
    for (const [key, held] of this.keys) if (held.windowId === windowId) this.keys.delete(key)
    const key = secret()
    this.keys.set(key, { windowId, path })
    return key
  }

  /** What the key opens, or null when it was never issued or has been used. Uses it up. */
  consume(key: string): OneTimeKey | null {
    const held = this.keys.get(key) ?? null
    this.keys.delete(key)
    return held
  }

  /** A new token by which a tab proves which window it is; the window's older token stops working. */
  tokenFor(windowId: number): string {
    this.forget(windowId)
    const token = secret()
    this.tokens.set(token, windowId)
    return token
  }

  /** The window of a tab's token, or null. */
  windowOf(token: string): number | null {
    return this.tokens.get(token) ?? null
  }

  /** Nothing opens this window any more. */
  forget(windowId: number): void {
    for (const [token, id] of this.tokens) if (id === windowId) this.tokens.delete(token)
  }

  /** The Set-Cookie value that admits a browser from now on. */
  admit(): string {
    const value = secret()
    this.sessions.push(value)
    return `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Whether a request's Cookie header comes from a browser that used a key. */
  admitted(cookieHeader: string | undefined): boolean {
    for (const part of (cookieHeader ?? '').split(';')) {
      const [name, value] = part.trim().split('=')
      if (name === COOKIE && value && this.sessions.some(one => same(one, value))) return true
    }
    return false
  }

  /** The Cookie header without ours: main must see what it would see in Electron. */
  static strip(cookieHeader: string): string {
    return cookieHeader
      .split(';')
      .map(part => part.trim())
      .filter(part => part && !part.startsWith(`${COOKIE}=`))
      .join('; ')
  }
}
