import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoffMs } from '../../../electron/main/backoff'
import { contentSecurityPolicy } from '../../../electron/main/gateway/csp'
import { safePath } from '../../../electron/main/gateway/guard'
import { uploadLimitOf } from '../../../electron/main/local-store'
import { createLog } from '../../../electron/main/log/log'
import { endsSession, errorTextOf } from '../../../electron/main/session/http'
import { expiryOf, refreshCookieOf } from '../../../electron/main/session/token'
import { createFeed } from '../../../electron/main/socket/feed'
import { keepsCrashing } from '../../../electron/main/windows/crashes'
import { type Child, createWorkspace } from '../../../electron/main/workspace/workspace'
import type { FeedEvent, NumberedFeedEvent } from '../../../src/contract'

describe('pauses between attempts', () => {
  it('double up to the limit, between half and all of it', () => {
    const limits = { firstMs: 100, maxMs: 1_000 }
    expect([1, 2, 3, 4, 5, 60].map(n => backoffMs(n, 1, limits))).toEqual([100, 200, 400, 800, 1_000, 1_000])
    expect([1, 2, 5].map(n => backoffMs(n, 0, limits))).toEqual([50, 100, 500])
  })
})

describe('feed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const event: FeedEvent = { channel: 'resync', data: { since: null } }

  it('hands out what comes alone at once, and what follows it once a frame', () => {
    const batches: NumberedFeedEvent[][] = []
    const feed = createFeed(batch => batches.push(batch), 16)
    vi.advanceTimersByTime(1_000)
    feed.push(event)
    vi.advanceTimersByTime(2)
    feed.push(event)
    vi.advanceTimersByTime(2)
    expect(batches.map(b => b.length)).toEqual([2])
    for (let ms = 0; ms < 32; ms++) {
      feed.push(event)
      vi.advanceTimersByTime(1)
    }
    expect(batches.map(b => b.length)).toEqual([2, 16, 16])
    vi.advanceTimersByTime(1_000)
    expect(batches.flat().map(e => e.seq)).toEqual(Array.from({ length: 34 }, (_, i) => i + 1))
  })

  it('forgets what waits when the session ends, without using a number twice', () => {
    const batches: NumberedFeedEvent[][] = []
    const feed = createFeed(batch => batches.push(batch), 16)
    feed.push(event)
    feed.clear()
    vi.advanceTimersByTime(100)
    feed.push(event)
    vi.advanceTimersByTime(16)
    expect(batches.map(b => b.map(e => e.seq))).toEqual([[2]])
  })
})

describe('content security policy', () => {
  const rules = (policy: string) =>
    new Map(policy.split('; ').map(rule => [rule.split(' ')[0], rule] as const))

  it('allows nothing from elsewhere, no eval and no inline script', () => {
    const policy = contentSecurityPolicy(null)
    expect(policy).not.toMatch(/unsafe-eval|https?:|wss?:|\*/)
    expect(rules(policy).get('script-src')).toBe(`script-src 'self'`)
    expect(rules(policy).get('connect-src')).toBe(`connect-src 'self'`)
    for (const none of [
      'default-src',
      'frame-src',
      'object-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
    ]) {
      expect(rules(policy).get(none)).toBe(`${none} 'none'`)
    }
  })

  it('frames the one host of help videos where they are shown, and opens to it in nothing else', () => {
    const plain = rules(contentSecurityPolicy(null, 'n'))
    const plays = rules(contentSecurityPolicy(null, 'n', true))
    expect(plays.get('frame-src')).toBe('frame-src https://www.youtube-nocookie.com')
    expect([...plays].filter(([name, rule]) => plain.get(name) !== rule).map(([name]) => name)).toEqual([
      'frame-src',
    ])
  })

  it('opens only to the development server it is given', () => {
    expect(contentSecurityPolicy('http://localhost:5173/')).toContain(
      `connect-src 'self' ws://localhost:5173`,
    )
  })
})

describe('paths', () => {
  it('of accepted requests never hold a way up', () => {
    fc.assert(
      fc.property(fc.webPath(), path => {
        const safe = safePath(path)
        if (safe !== null) expect(safe.split('/')).not.toContain('..')
      }),
    )
    for (const bad of ['/..%2fx', '/a/%2e%2e/b', '/%252e%252e/x', '/a%5cb', '/a%00', '//x', '/%', '/a/./b']) {
      expect(safePath(bad), bad).toBeNull()
    }
    expect(safePath('/media/1/relat%C3%B3rio%20(1).pdf')).toBe('/media/1/relatório (1).pdf')
    expect(safePath('/media/1/nota..final.pdf')).toBe('/media/1/nota..final.pdf')
  })
})

describe('tokens and cookies', () => {
  it('reads the expiry of a token and nothing of a thing that is none', () => {
    const body = Buffer.from(JSON.stringify({ exp: 1_795_235_958 })).toString('base64url')
    expect(expiryOf(`h.${body}.s`, 5)).toBe(1_795_235_958_000)
    for (const odd of [
      '',
      'abc',
      'a.b.c',
      `a.${Buffer.from('null').toString('base64url')}.c`,
      `a.${Buffer.from('{"exp":"soon"}').toString('base64url')}.c`,
    ]) {
      expect(expiryOf(odd, 5)).toBeNull()
    }
  })

  it('counts the lifetime of a token from its arrival, whatever the server’s clock shows', () => {
    const tokenOf = (iat: number) =>
      `h.${Buffer.from(JSON.stringify({ iat, exp: iat + 900 })).toString('base64url')}.s`
    const now = 1_795_235_958_000
    for (const hours of [-1, 0, 1])
      expect(expiryOf(tokenOf(now / 1_000 + hours * 3_600), now)).toBe(now + 900_000)
  })

  it('finds the refresh cookie among others, also when they were joined into one line', () => {
    const headers = new Headers()
    headers.append('set-cookie', 'other=1; Path=/')
    headers.append('set-cookie', 'jrt=abc.def; Path=/; HttpOnly')
    expect(refreshCookieOf(headers)).toBe('abc.def')
    expect(
      refreshCookieOf(
        new Headers({ 'set-cookie': 'a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT, jrt=xyz; Path=/' }),
      ),
    ).toBe('xyz')
    expect(
      refreshCookieOf(new Headers({ 'set-cookie': 'jrt=; Expires=Thu, 01 Jan 1970 00:00:00 GMT' })),
    ).toBe('')
    expect(refreshCookieOf(new Headers({ 'set-cookie': 'notjrt=1' }))).toBeUndefined()
  })
})

describe('refusals', () => {
  it.each([
    ['{"error":"ERR_SESSION_EXPIRED"}', true],
    ['{"error":"ERR_SESSION_EXPIRED please"}', true],
    ['', true],
    ['{"error":"Acesso não permitido"}', false],
    ['{"error":"ERR_INVALID_CREDENTIALS"}', false],
    ['{"message":"x"}', false],
    ['<html></html>', false],
    ['{"error":{}}', false],
  ])('a 401 with %j ends the session: %s', (body, over) => {
    expect(endsSession(401, errorTextOf(body))).toBe(over)
    expect(endsSession(403, errorTextOf(body))).toBe(false)
  })
})

describe('a page that crashes', () => {
  it('is asked about at the third time in a minute', () => {
    expect(keepsCrashing([0])).toBe(false)
    expect(keepsCrashing([0, 20_000])).toBe(false)
    expect(keepsCrashing([0, 20_000, 40_000])).toBe(true)
    expect(keepsCrashing([0, 20_000, 90_000])).toBe(false)
  })
})

describe('upload limit', () => {
  const state = (value?: string) =>
    ({
      user: { company: { settings: value === undefined ? [] : [{ key: 'downloadLimit', value }] } },
    }) as never
  it("is the company's, or 100 MB", () => {
    expect(uploadLimitOf(state('15'))).toBe(15 * 1024 * 1024)
    for (const odd of [undefined, '', 'many', '-1', '0'])
      expect(uploadLimitOf(state(odd))).toBe(100 * 1024 * 1024)
  })
})

describe('embedded workspace', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setUp() {
    const forks: {
      port: number
      say: (m: unknown) => void
      die: (code: number) => void
      told: unknown[]
      killed: boolean
    }[] = []
    const needed: boolean[] = []
    const workspace = createWorkspace({
      log: createLog(() => undefined),
      onNeeded: now => needed.push(now),
      random: () => 1,
      readyWaitMs: 5_000,
      fork: port => {
        const entry = {
          port,
          say: (_: unknown) => {},
          die: (_: number) => {},
          told: [] as unknown[],
          killed: false,
        }
        forks.push(entry)
        const child: Child = {
          onMessage(listener) {
            entry.say = listener
          },
          onExit(listener) {
            entry.die = listener
          },
          postMessage: message => void entry.told.push(message),
          kill() {
            entry.killed = true
            return true
          },
        }
        return child
      },
    })
    return { workspace, forks, needed }
  }

  it('gives its port once it says ready, to those who waited and those who come later', async () => {
    const { workspace, forks } = setUp()
    workspace.start()
    const waiting = workspace.port()
    forks[0]?.say({ type: 'log', level: 'info', line: 'x' })
    forks[0]?.say({ type: 'ready', port: 'no' })
    forks[0]?.say({ type: 'ready', port: 4711 })
    expect(await waiting).toBe(4711)
    expect(await workspace.port()).toBe(4711)
  })

  it('starts again on the same port when it dies, and elsewhere when that fails', async () => {
    const { workspace, forks } = setUp()
    workspace.start()
    forks[0]?.say({ type: 'ready', port: 4711 })
    forks[0]?.die(1)
    const waiting = workspace.port()
    await vi.advanceTimersByTimeAsync(300)
    expect(forks.map(f => f.port)).toEqual([0, 4711])
    forks[1]?.die(1)
    await vi.advanceTimersByTimeAsync(600)
    expect(forks.map(f => f.port)).toEqual([0, 4711, 0])
    forks[2]?.say({ type: 'ready', port: 5000 })
    expect(await waiting).toBe(5000)
  })

  it('passes on whether others need this computer; nobody needs a server that has ended', () => {
    const { workspace, forks, needed } = setUp()
    workspace.start()
    forks[0]?.say({ type: 'needed', needed: 'yes' })
    forks[0]?.say({ type: 'needed', needed: true })
    expect(needed).toEqual([true])
    forks[0]?.die(1)
    forks[0]?.say({ type: 'needed', needed: true })
    expect(needed).toEqual([true, false])
  })

  it('tells those who wait too long', async () => {
    const { workspace } = setUp()
    workspace.start()
    const waiting = expect(workspace.port()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    await vi.advanceTimersByTimeAsync(5_000)
    await waiting
  })

  it('does not keep anybody waiting for a server that dies again and again, and goes on trying', async () => {
    const { workspace, forks } = setUp()
    workspace.start()
    const waiting = expect(workspace.port()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    for (let life = 0; life < 3; life++) {
      forks[life]?.die(1)
      await vi.advanceTimersByTimeAsync(1_300)
    }
    await waiting
    await expect(workspace.port()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    expect(forks).toHaveLength(4)
    forks[3]?.say({ type: 'ready', port: 4711 })
    expect(await workspace.port()).toBe(4711)
  })

  it('is asked to end, killed when it does not, and not started again', async () => {
    const { workspace, forks } = setUp()
    workspace.start()
    const stopping = workspace.stop()
    expect(forks[0]?.told).toEqual([{ type: 'shutdown' }])
    await vi.advanceTimersByTimeAsync(4_000)
    await stopping
    expect(forks[0]?.killed).toBe(true)
    forks[0]?.die(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(forks).toHaveLength(1)
  })
})
