import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { Server, type Socket } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFeed, type Feed } from '../../../electron/main/socket/feed'
import { createServerSocket, type ServerSocket } from '../../../electron/main/socket/socket'
import { NetWebSocketHost } from '../../../scripts/stand-in/host/net-socket'
import {
  type FeedEvent,
  logOf,
  MISSED_DICTIONARY,
  type NumberedFeedEvent,
  type SocketState,
} from '../../../src/contract'
import { addressOf, goneAndBack, mainSide, startServer, type TestServer, until } from './helpers'

/** A socket.io server that behaves as legacy servers do: joins count only after `ready`, nothing is replayed. */
class Live {
  io: Server | null = null
  http: HttpServer | null = null
  port = 0
  heard: [string, unknown][] = []
  sockets: Socket[] = []
  tokens: string[] = []
  accept: (token: string) => boolean = () => true
  sayReady = true
  /** Where the log is, of a server that has one. */
  position: object | undefined
  /** What it says before it is ready. */
  missed: Buffer | string | undefined
  resumes: unknown[] = []

  async start(): Promise<void> {
    this.http = createServer()
    this.io = new Server(this.http, { transports: ['websocket'] })
    this.io.on('connection', socket => {
      const token = String(socket.handshake.query.token)
      this.tokens.push(token)
      this.resumes.push(socket.handshake.auth.resume)
      if (!this.accept(token)) {
        socket.disconnect(true)
        return
      }
      // What is emitted before the handlers are there is lost.
      setTimeout(() => {
        socket.onAny((name: string, payload: unknown) => this.heard.push([name, payload]))
        if (this.missed !== undefined) socket.emit('missed', this.missed)
        if (this.sayReady) socket.emit('ready', this.position)
      }, 20)
      this.sockets.push(socket)
    })
    await new Promise<void>(resolve => this.http?.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.http.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.sockets = []
    this.io?.disconnectSockets(true)
    await this.io?.close()
    this.http?.closeAllConnections()
  }

  /** Cuts the wire without a word, as a lost network does. */
  cut(): void {
    for (const socket of this.sockets) socket.conn.transport.close()
    this.sockets = []
  }

  emit(name: string, ...payload: unknown[]): void {
    this.io?.emit(name, ...payload)
  }
}

let rest: TestServer
let live: Live
let side: ReturnType<typeof mainSide>
let feed: Feed
let connection: ServerSocket
let batches: NumberedFeedEvent[][]
let states: SocketState['status'][]
let online = true

const events = (): FeedEvent[] => batches.flat().map(e => e.event)
const named = (channel: string) => events().filter(e => e.channel === channel)
const ticket = (id: number) => ({ action: 'update', ticket: { id, uuid: `u${id}`, status: 'open' } })

beforeEach(async () => {
  rest = await startServer()
  live = new Live()
  await live.start()
  side = mainSide(rest.origin)
  // A feed writes to its own test's list: the last batch of the one before may still be on its way.
  const heard: typeof batches = []
  batches = heard
  states = []
  online = true
  feed = createFeed(batch => heard.push(batch), 5)
  connection = createServerSocket({
    openSocket: url => new NetWebSocketHost(url),
    address: addressOf(`http://127.0.0.1:${live.port}`),
    session: side.session,
    feed,
    log: side.log,
    idleSeconds: () => 301,
    isOnline: () => online,
    random: () => 0,
    limits: { firstMs: 20, maxMs: 80 },
  })
  connection.onChange(state => states.push(state.status))
  side.session.onEnding('socket', () => connection.leave())
  await side.session.start()
  connection.start()
})
afterEach(async () => {
  connection.stop()
  side.session.stop()
  await live.stop()
  await rest.stop()
})

const signIn = async () => {
  await side.session.signIn('ana@demo.turno', 'right')
  await until('connected', () => connection.state().status === 'connected')
}
const connected = () => until('connected', () => connection.state().status === 'connected')

describe('connection', () => {
  it('joins only after ready, with ids as text, once per room whatever the windows', async () => {
    connection.setInterest(1, { tickets: ['pending', 'open'], chatBoxes: [12], notifications: true })
    connection.setInterest(2, { tickets: ['open'], chatBoxes: [12, 13], notifications: false })
    await signIn()
    await until('joins', () => live.heard.length >= 6)
    expect(live.heard).toEqual([
      ['joinTickets', 'pending'],
      ['joinTickets', 'open'],
      ['joinChatBox', '12'],
      ['joinNotification', undefined],
      ['joinChatBox', '13'],
      ['userStatus', { online: true, idle: true }],
    ])
    live.heard = []
    connection.setInterest(1, { tickets: ['pending'], chatBoxes: [], notifications: true })
    connection.dropWindow(2)
    await until('leaves', () => live.heard.length >= 3)
    expect(live.heard.toSorted()).toEqual([
      ['leaveChatBox', '12'],
      ['leaveChatBox', '13'],
      ['leaveTickets', 'open'],
    ])
  })

  it('numbers events and hands them out in batches', async () => {
    await signIn()
    for (let id = 1; id <= 50; id++) live.emit('company-1-ticket', ticket(id))
    await until('events', () => named('ticket').length === 50)
    const numbers = batches.flat().map(e => e.seq)
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => i + 1))
    expect(batches.length).toBeLessThan(50)
    expect(feed.position()).toBe(50)
  })

  it('says where in the company’s log the server was by an event, where it has one', async () => {
    live.position = { epoch: 'e', seq: 4, platform: 9, resumed: false }
    await signIn()
    live.emit('company-1-ticket', ticket(1), { seq: 7 })
    live.emit('company-1-plan', { action: 'delete', planId: 1 }, { platform: 10 })
    await until('events', () => named('plan').length === 1)
    const log = logOf('e', 1)
    expect(batches.flat().map(({ at }) => at)).toEqual([
      { log, seq: 7 },
      { log, seq: 7 },
    ])
  })

  it('takes what it missed in one piece, and asks for everything where it cannot read it', async () => {
    live.position = { epoch: 'e', seq: 4, platform: 9, resumed: false }
    await signIn()
    const missed = [
      ['company-1-ticket', ticket(1), { seq: 5 }],
      ['company-1-plan', { action: 'delete', planId: 1 }, { platform: 10 }],
      ['company-1-ticket', ticket(2), { seq: 8 }],
    ]
    live.missed = deflateSync(JSON.stringify(missed), { dictionary: Buffer.from(MISSED_DICTIONARY) })
    live.position = { epoch: 'e', seq: 9, platform: 10, resumed: true }
    live.cut()
    await until('what was missed', () => named('ticket').length === 2)
    await connected()
    expect(batches.flat().map(({ event, at }) => [event.channel, at?.seq])).toEqual([
      ['ticket', 5],
      ['plan', 5],
      ['ticket', 8],
    ])
    live.missed = 'no such thing'
    live.cut()
    await until('another connection', () => live.resumes.length === 4)
    live.missed = undefined
    live.position = { epoch: 'e', seq: 9, platform: 10, resumed: false }
    await until('everything', () => named('resync').length === 1)
    expect(live.resumes.map(resume => (resume as { seq?: number } | undefined)?.seq)).toEqual([
      undefined,
      4,
      9,
      undefined,
    ])
  })

  it('drops what is no event of ours, reports each kind once, and goes on', async () => {
    await signIn()
    for (let i = 0; i < 5; i++) {
      live.emit('company-1-ticket', { action: 'explode' })
      live.emit('company-1-ticket', null)
      live.emit('company-2-ticket', ticket(1))
      live.emit('somethingElse', 'text')
      live.emit('company-1-appMessage', { action: 'create', message: 7 })
    }
    live.emit('company-1-ticket', { action: 'update', junk: 'x'.repeat(20 * 1024 * 1024) })
    live.emit('company-1-ticket', ticket(9))
    await until('the good one', () => named('ticket').length === 1)
    const dropped = side.lines.filter(l => l.includes('dropped'))
    expect(dropped).toHaveLength(4)
    expect(dropped.join()).not.toContain('xxx')
    expect(connection.state().status).toBe('connected')
  })

  it('reconnects after a cut, joins again, and says that events may be missing', async () => {
    await signIn()
    // After the connection: a window that had waited for it would be told of a gap as well.
    connection.setInterest(1, { tickets: ['open'], chatBoxes: [], notifications: false })
    await until('join', () => live.heard.some(([n]) => n === 'joinTickets'))
    expect(named('resync')).toEqual([])
    live.heard = []
    const before = states.length
    live.cut()
    await goneAndBack(states, before)
    expect(states[before]).toBe('reconnecting')
    await until('join again', () => live.heard.some(([n]) => n === 'joinTickets'))
    await until('resync', () => named('resync').length === 1)
    const [resync] = named('resync') as { data: { since: string } }[]
    expect(Date.parse(resync?.data.since ?? '')).toBeLessThanOrEqual(Date.now())
  })

  it('says offline when the computer has no network', async () => {
    await signIn()
    online = false
    await live.stop()
    await until('offline', () => connection.state().status === 'offline')
    online = true
    await live.start()
    expect((await connection.check()).status).not.toBe('idle')
    await connected()
  })

  it('renews the token when the server shows the door, and only then knocks again', async () => {
    await signIn()
    const old = side.session.token() as string
    live.accept = token => token !== old
    live.io?.disconnectSockets(true)
    await until('renewed', () => side.session.token() !== old)
    await connected()
    expect(live.tokens.at(-1)).toBe(side.session.token())
    expect(rest.count('POST /api/auth/refresh_token')).toBe(1)
  })

  it('finds a dead connection on return from sleep and makes a new one', async () => {
    await signIn()
    expect((await connection.check()).status).toBe('connected')
    expect(live.tokens).toHaveLength(1)
    // The other end goes silent without closing, as after a night of sleep.
    const raw = (live.sockets[0] as Socket).conn.transport as unknown as {
      socket: { _socket: { pause(): void; destroy(): void } }
    }
    raw.socket._socket.pause()
    await connection.check()
    await until('a second connection', () => live.tokens.length === 2)
    await connected()
    await until('resync', () => named('resync').length === 1)
    raw.socket._socket.destroy()
  })

  it('ends the session when the account is opened elsewhere, but not for somebody else', async () => {
    await signIn()
    live.emit('company-1-auth', { action: 'update', user: { id: 2, email: 'x@y.z', companyId: 1 } })
    live.emit('company-1-ticket', ticket(1))
    await until('other event', () => named('ticket').length === 1)
    expect(side.session.state().status).toBe('signedIn')
    live.emit('company-1-auth', { action: 'update', user: { id: 1, email: 'ana@demo.turno', companyId: 1 } })
    await until('over', () => side.session.state().status === 'signedOut')
    expect(side.session.state().reason).toBe('elsewhere')
    expect(connection.state().status).toBe('idle')
    expect(named('auth')).toEqual([])
  })
})
