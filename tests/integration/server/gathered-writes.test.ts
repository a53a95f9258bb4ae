import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server } from 'socket.io'
import { type Socket as Client, io as connect } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type Connection,
  type GatheredWrites,
  gatheredWrites,
  streamOf,
} from '../../../electron/server/platform/realtime/gathered-writes'

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
  io = new Server({ allowUpgrades: false })
  io.attach(http)
  io.engine.on('connection', (connection: Connection) => writes.add(connection))
  await new Promise<void>(listening => http.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  clients = []
  for (let i = 0; i < CLIENTS; i++) await join('websocket')
})
afterEach(async () => {
  for (const { client } of clients) client.disconnect()
  writes.end()
  await io.close()
})

async function join(transport: 'polling' | 'websocket'): Promise<(typeof clients)[number]> {
  const client = connect(url, { transports: [transport], reconnection: false, forceNew: true })
  const one = { client, heard: [] as unknown[] }
  client.on('event', value => one.heard.push(value))
  await new Promise<void>(connected => client.once('connect', connected))
  clients.push(one)
  return one
}

const serverSide = ({ client }: { client: Client }) => {
  const socket = io.sockets.sockets.get(client.id ?? '')
  if (!socket) throw new Error('not connected')
  return socket
}
const streamsOf = () =>
  clients.map(one => {
    const stream = streamOf(serverSide(one).conn)
    if (!stream) throw new Error('no WebSocket')
    return stream
  })
/** Bytes that have left, without those that are held back. */
const gone = () => streamsOf().map(stream => stream.bytesWritten - stream.writableLength)
const held = () => streamsOf().map(stream => stream.writableLength > 0)
const all = <T>(value: T): T[] => clients.map(() => value)

/** Events until the server counts as busy, all of them heard. */
async function busy(): Promise<void> {
  for (let i = 0; i < 200; i++) {
    io.emit('event', 'before')
    await nextTurn()
  }
  await expect.poll(() => clients.map(({ heard }) => heard.length)).toEqual(all(200))
  for (const { heard } of clients) heard.length = 0
}

it('a quiet server writes each event when it is sent, to as many sockets as hear it', async () => {
  for (let i = 0; i < 5; i++) {
    const before = gone()
    io.emit('event', i)
    expect(gone().every((now, one) => now > (before[one] ?? 0))).toBe(true)
    await nextTurn()
  }
  await expect.poll(() => clients.map(one => one.heard)).toEqual(all([0, 1, 2, 3, 4]))
})

it('a busy one holds events back for a moment and writes them together, in their order', async () => {
  await busy()
  const events = Array.from({ length: 40 }, (_, i) => i)
  let writes = 0
  let before = gone()
  for (const i of events) {
    io.emit('event', i)
    expect(held()).toEqual(all(true))
    await nextTurn()
    const after = gone()
    if (after[0] !== before[0]) writes += 1
    before = after
  }
  await expect.poll(() => clients.map(one => one.heard)).toEqual(all(events))
  expect(writes).toBeLessThan(20)
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
  await expect
    .poll(() => clients.map(one => one.heard))
    .toEqual(clients.map((_, i) => expected(i % 2 ? 'odd' : 'even')))
})

it('it is quiet again when time has passed', async () => {
  await busy()
  at += 1_000
  io.emit('event', 1)
  expect(held()).toEqual(all(false))
})

it('a socket that is sent away has what was said before, and the others what is said after', async () => {
  await busy()
  io.emit('event', 1)
  io.emit('event', 2)
  const [one, ...others] = clients
  if (!one) throw new Error('no client')
  const ended = new Promise(done => one.client.once('disconnect', done))
  serverSide(one).disconnect(true)
  io.emit('event', 3)
  expect(await ended).toBe('io server disconnect')
  expect(one.heard).toEqual([1, 2])
  await expect.poll(() => others.map(({ heard }) => heard)).toEqual(others.map(() => [1, 2, 3]))
})

it('at the end whatever waits is written, and nothing waits any more', async () => {
  await busy()
  io.emit('event', 1)
  io.emit('event', 2)
  expect(held()).toEqual(all(true))
  writes.end()
  expect(held()).toEqual(all(false))
  await nextTurn()
  expect(held()).toEqual(all(false))
  await io.close()
  await expect.poll(() => clients.map(one => one.heard)).toEqual(all([1, 2]))
})
