import { describe, expect, it } from 'vitest'
import { MainError } from '../../../electron/main/errors'
import { type Contents, createIpc, type InvokeEvent, type IpcPort } from '../../../electron/main/ipc/ipc'
import { createLog } from '../../../electron/main/log/log'
import {
  bridgeCalls,
  bridgeEvents,
  CALL_NAMES,
  callChannel,
  EVENT_NAMES,
  type Result,
} from '../../../src/contract'

class FakeContents implements Contents {
  sent: unknown[][] = []
  private gone: (() => void)[] = []
  destroyed = false
  constructor(readonly id: number) {}
  isDestroyed() {
    return this.destroyed
  }
  send(...args: unknown[]) {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    this.sent.push(args)
  }
  once(_: 'destroyed', listener: () => void) {
    this.gone.push(listener)
  }
  destroy() {
    this.destroyed = true
    for (const listener of this.gone) listener()
  }
}

function setUp() {
  const lines: string[] = []
  const handlers = new Map<string, (event: InvokeEvent, input: unknown) => Promise<unknown>>()
  const port: IpcPort = {
    handle: (channel, listener) => void handlers.set(channel, listener),
    removeHandler: channel => void handlers.delete(channel),
  }
  const ipc = createIpc(
    port,
    createLog((level, line) => lines.push(`${level} ${line}`)),
  )
  const contents = new FakeContents(7)
  ipc.register(contents, 'console')
  const call = (name: Parameters<typeof callChannel>[0], input: unknown, event: Partial<InvokeEvent> = {}) =>
    handlers.get(callChannel(name))?.(
      { sender: contents, senderFrame: { url: 'app://turno/tickets', parent: null }, ...event },
      input,
    ) as Promise<Result<unknown>>
  return { ipc, contents, call, lines, handlers }
}

describe('who may call', () => {
  it.each([
    ['an unregistered page', { sender: new FakeContents(8) }],
    ['another object with a known id', { sender: new FakeContents(7) }],
    ['a frame that is gone', { senderFrame: null }],
    ['a foreign page', { senderFrame: { url: 'https://evil.example/', parent: null } }],
    ['a look-alike', { senderFrame: { url: 'app://turno.evil/', parent: null } }],
    ['a page that is no URL', { senderFrame: { url: '', parent: null } }],
    ['a frame inside our page', { senderFrame: { url: 'app://turno/', parent: {} } }],
  ])('refuses %s', async (_, event) => {
    const { ipc, call, lines } = setUp()
    let ran = false
    ipc.handle('feed.position', () => {
      ran = true
      return { seq: 1 }
    })
    expect(await call('feed.position', undefined, event)).toMatchObject({
      ok: false,
      code: 'BRIDGE_REFUSED_SENDER',
    })
    expect(ran).toBe(false)
    expect(lines.join()).toContain('unknown sender')
  })

  it('refuses a window after it was destroyed and says that it is gone', async () => {
    const { ipc, contents, call } = setUp()
    const gone: number[] = []
    ipc.onGone(id => gone.push(id))
    ipc.handle('feed.position', () => ({ seq: 1 }))
    contents.destroy()
    expect(await call('feed.position', undefined)).toMatchObject({ ok: false, code: 'BRIDGE_REFUSED_SENDER' })
    expect(gone).toEqual([7])
  })
})

describe('what is said', () => {
  it('gives the handler parsed input and the caller, and the window the value', async () => {
    const { ipc, call } = setUp()
    ipc.handle('search.local', input => {
      expect(input.limit).toBe(20)
      return { tickets: [], contacts: [], messages: [], tookMs: 1 }
    })
    ipc.handle('feed.position', (_, caller) => ({ seq: caller.id }))
    expect(await call('search.local', { text: 'x' })).toMatchObject({ ok: true, value: { tookMs: 1 } })
    expect(await call('feed.position', undefined)).toEqual({ ok: true, value: { seq: 7 } })
  })

  it('refuses input and output that do not fit, naming the member and not the value', async () => {
    const { ipc, call, lines } = setUp()
    ipc.handle('session.signIn', () => ({ nonsense: true }) as never)
    const refused = await call('session.signIn', { email: 'ana@demo.turno', password: 5 })
    expect(refused).toMatchObject({
      ok: false,
      code: 'BRIDGE_INVALID_INPUT',
      message: 'password: invalid_type',
    })
    expect(await call('session.signIn', 'x'.repeat(10))).toMatchObject({
      ok: false,
      code: 'BRIDGE_INVALID_INPUT',
    })
    expect(await call('session.signIn', { email: 'a', password: 'b' })).toMatchObject({
      ok: false,
      code: 'BRIDGE_INVALID_OUTPUT',
    })
    expect(lines).toHaveLength(3)
    expect(lines.join()).not.toContain('ana@demo')
  })

  it('turns thrown errors into codes, known ones by name', async () => {
    const { ipc, call, lines } = setUp()
    ipc.handle('session.signOut', () => {
      throw new MainError('SERVER_UNREACHABLE', 'no route')
    })
    ipc.handle('app.reload', () => Promise.reject(new TypeError('boom')))
    expect(await call('session.signOut', undefined)).toEqual({
      ok: false,
      code: 'SERVER_UNREACHABLE',
      message: 'no route',
    })
    expect(await call('app.reload', undefined)).toEqual({ ok: false, code: 'BRIDGE_FAILED', message: 'boom' })
    expect(lines).toHaveLength(2)
  })
})

describe('events', () => {
  it('reach every living window; a destroyed one is a no-op', () => {
    const { ipc, contents } = setUp()
    const second = new FakeContents(9)
    ipc.register(second, 'console')
    ipc.broadcast('navigate', { path: '/tickets' })
    second.destroyed = true
    ipc.broadcast('navigate', { path: '/x' })
    ipc.sendTo(9, 'navigate', { path: '/y' })
    ipc.sendTo(404, 'navigate', { path: '/z' })
    expect(contents.sent).toEqual([
      ['turno:event:navigate', { path: '/tickets' }],
      ['turno:event:navigate', { path: '/x' }],
    ])
    expect(second.sent).toEqual([['turno:event:navigate', { path: '/tickets' }]])
  })

  it('that do not fit their schema reach nobody and are logged without their values', () => {
    const { ipc, contents, lines } = setUp()
    ipc.broadcast('navigate', { path: 'https://evil.example/ana@demo.turno' })
    ipc.sendTo(7, 'feed', { events: [{ seq: 1 }] } as never)
    ipc.broadcast('outboxChanged', { upserts: [{ id: 5, body: 'segredo' }], removed: [] } as never)
    expect(contents.sent).toEqual([])
    expect(lines.map(line => line.replace(/^error .*"event":"(\w+)".*$/, '$1'))).toEqual([
      'navigate',
      'feed',
      'outboxChanged',
    ])
    expect(lines.join()).not.toMatch(/evil|demo\.turno|segredo/)
  })
})

describe('names', () => {
  it('of the light list are those of the schemas', () => {
    expect(CALL_NAMES.toSorted()).toEqual(Object.keys(bridgeCalls).toSorted())
    expect(EVENT_NAMES.toSorted()).toEqual(Object.keys(bridgeEvents).toSorted())
  })

  it('are given up on dispose', () => {
    const { ipc, handlers } = setUp()
    ipc.handle('feed.position', () => ({ seq: 1 }))
    ipc.dispose()
    expect(handlers.size).toBe(0)
  })
})
