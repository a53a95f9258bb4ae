import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket as NetSocket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server } from 'socket.io'
import { type Socket as Client, io as connect } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type Connection,
  type GatheredWrites,
  gatheredWrites,
} from '../../../electron/server/realtime/gathered-writes'

const CLIENTS = 12

let http: HttpServer
let io: Server
let writes: GatheredWrites
/** What the clock of the writes says, milliseconds. */
let at: number
let clients: { client: Client; heard: unknown[] }[]
let url: string

beforeEach(async () => {
  at = 0
  writes = gatheredWrites(() => at)
  http = createServer()
  io = new Server()
  io.attach(http)
  io.engine.on('connection', (connection: Connection) => writes.add(connection))
  await new Promise<void>(listening => http.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  clients = []
  for (let i = 0; i < CLIENTS; i++) await join(['websocket'])
})
afterEach(async () => {
  for (const { client } of clients) client.disconnect()
  writes.end()
  await io.close()
})

async function join(transports: ('polling' | 'websocket')[]): Promise<(typeof clients)[number]> {
  const client = connect(url, { transports, reconnection: false, forceNew: true })
  const one = { client, heard: [] as unknown[] }
  client.on('event', value => one.heard.push(value))
  client.on('own', value => one.heard.push(value))
  await new Promise<void>(connected => client.once('connect', connected))
  clients.push(one)
  return one
}

const serverSide = ({ client }: { client: Client }) => {
  const socket = io.sockets.sockets.get(client.id ?? '')
  if (!socket) throw new Error('not connected')
  return socket
}
const netSocketOf = (one: { client: Client }): NetSocket =>
  (serverSide(one).conn.transport as unknown as { socket: { _socket: NetSocket } }).socket._socket
const bytes = () => clients.map(one => netSocketOf(one).bytesWritten)

/** Events until the server counts as busy, all of them heard. */
async function busy(): Promise<void> {
  for (let i = 0; i < 200; i++) {
    io.emit('event', 'before')
    await nextTurn()
  }
  const before = () => clients.map(({ heard }) => heard.filter(value => value === 'before').length)
  await vi.waitFor(() => expect(before()).toEqual(clients.map(() => 200)))
  for (const { heard } of clients) heard.length = 0
  // Whatever waited is gone: the next event finds no socket that waits.
  await vi.waitFor(() => expect(writable()).toEqual(clients.map(() => true)))
}
const writable = () => clients.map(one => serverSide(one).conn.transport.writable)

/** One event that leaves, and one that waits behind it. */
async function waitingEvents(): Promise<void> {
  io.emit('event', 1)
  // Its write is done in this turn of the loop, before any clock.
  await new Promise<void>(done => process.nextTick(done))
  io.emit('event', 2)
}

it('a quiet server writes each event when it is sent, to as many sockets as hear it', async () => {
  for (let i = 0; i < 5; i++) {
    const before = bytes()
    io.emit('event', i)
    expect(bytes().every((now, one) => now > (before[one] ?? 0))).toBe(true)
    await nextTurn()
  }
  await vi.waitFor(() => expect(clients.map(one => one.heard)).toEqual(clients.map(() => [0, 1, 2, 3, 4])))
})

it('a busy one writes an event at once where none left just before, and those behind it together, in their order', async () => {
  await busy()
  const spies = clients.map(one => vi.spyOn(netSocketOf(one), 'write'))
  const all = Array.from({ length: 40 }, (_, i) => i)
  const before = bytes()
  for (const i of all) {
    io.emit('event', i)
    if (i === 0) expect(bytes().every((now, one) => now > (before[one] ?? 0))).toBe(true)
    await nextTurn()
  }
  await vi.waitFor(() => expect(clients.map(one => one.heard)).toEqual(clients.map(() => all)))
  for (const spy of spies) expect(spy.mock.calls.length).toBeLessThan(30)
  // The same events are one buffer for all who hear them.
  const buffers = new Set(spies.map(spy => spy.mock.calls.at(-1)?.[0]))
  expect(buffers.size).toBe(1)
})

it('sockets of different rooms get their own events alone', async () => {
  for (const [i, one] of clients.entries()) serverSide(one).join(i % 2 ? 'odd' : 'even')
  await busy()
  for (let i = 0; i < 20; i++) {
    io.to('odd').emit('event', `odd ${i}`)
    io.to('even').emit('event', `even ${i}`)
    if (i % 3 === 0) io.emit('event', `all ${i}`)
    await nextTurn()
  }
  const expected = (name: string) =>
    Array.from({ length: 20 }, (_, i) => (i % 3 ? [`${name} ${i}`] : [`${name} ${i}`, `all ${i}`])).flat()
  await vi.waitFor(() =>
    expect(clients.map(one => one.heard)).toEqual(clients.map((_, i) => expected(i % 2 ? 'odd' : 'even'))),
  )
})

it('it is quiet again when time has passed', async () => {
  await busy()
  at += 1_000
  await waitingEvents()
  await new Promise<void>(done => process.nextTick(done))
  expect(writable()).toEqual(clients.map(() => true))
})

it('what is for one socket alone leaves at once, behind what waits for it', async () => {
  await busy()
  await waitingEvents()
  const one = clients[3]
  if (!one) throw new Error('no client')
  const before = bytes()
  serverSide(one).emit('own', 'yours')
  expect(bytes().map((now, i) => now > (before[i] ?? 0))).toEqual(clients.map((_, i) => i === 3))
  await vi.waitFor(() =>
    expect(clients.map(({ heard }) => heard.length)).toEqual(clients.map((_, i) => (i === 3 ? 3 : 2))),
  )
  expect(one.heard).toEqual([1, 2, 'yours'])
})

it('it leaves at once too when an event is being written', async () => {
  await busy()
  io.emit('event', 1)
  io.emit('event', 2)
  const one = clients[3]
  if (!one) throw new Error('no client')
  serverSide(one).emit('own', 'yours')
  await new Promise<void>(done => process.nextTick(done))
  await new Promise<void>(done => process.nextTick(done))
  expect(writable()).toEqual(clients.map((_, i) => i === 3))
  await vi.waitFor(() =>
    expect(clients.map(({ heard }) => heard.length)).toEqual(clients.map((_, i) => (i === 3 ? 3 : 2))),
  )
  expect(one.heard).toEqual([1, 2, 'yours'])
})

it('a socket that is sent away ends at once, and has what was said before', async () => {
  await busy()
  await waitingEvents()
  const one = clients[3]
  if (!one) throw new Error('no client')
  const { conn } = serverSide(one)
  const ended = new Promise(done => one.client.once('disconnect', done))
  serverSide(one).disconnect(true)
  expect((conn.transport as unknown as { readyState: string }).readyState).not.toBe('open')
  io.emit('event', 3)
  expect(await ended).toBe('io server disconnect')
  expect(one.heard).toEqual([1, 2])
  await vi.waitFor(() => expect(clients[4]?.heard).toEqual([1, 2, 3]))
})

it('a connection that began with requests gathers when it is a WebSocket', async () => {
  const late = await join(['polling', 'websocket'])
  await vi.waitFor(() => expect(serverSide(late).conn.transport.name).toBe('websocket'))
  await busy()
  const spy = vi.spyOn(netSocketOf(late), 'write')
  const all = Array.from({ length: 40 }, (_, i) => i)
  for (const i of all) {
    io.emit('event', i)
    await nextTurn()
  }
  await vi.waitFor(() => expect(late.heard).toEqual(all))
  expect(spy.mock.calls.length).toBeLessThan(30)
})

it('at the end whatever waits is written, and nothing waits any more', async () => {
  await busy()
  await waitingEvents()
  const before = bytes()
  writes.end()
  expect(bytes().every((now, i) => now > (before[i] ?? 0))).toBe(true)
  await nextTurn()
  expect(writable()).toEqual(clients.map(() => true))
  await io.close()
  await vi.waitFor(() => expect(clients.map(one => one.heard)).toEqual(clients.map(() => [1, 2])))
})
