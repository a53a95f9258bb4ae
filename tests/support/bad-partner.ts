/**
 * A partner that does everything wrong, on loopback: whatever address of it is called, it behaves as it was told to. One
 * double for every call the server makes outside; what it speaks is TCP, so that it stands for a web server, a bank behind
 * TLS, a mail server or a store alike.
 */

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** Ways of being bad. */
export const MANNERS = [
  /** Takes the connection and says nothing. */
  'silent',
  /** A head of an answer, one byte, then nothing. */
  'silentAfterHead',
  /** A head, then a byte now and then, for ever. */
  'drips',
  /** Breaks the line when it is spoken to. */
  'resets',
  /** A head, then as much as is taken, for ever. */
  'endless',
  /** The same, and says before how much it will be. */
  'tenGigabytes',
  /** Bytes that are no answer of any protocol. */
  'garbage',
  /** An answer with a body that is none of what was asked for. */
  'nonsense',
  /** Leads to itself, for ever. */
  'redirects',
  /** Leads to another computer of the inside, which must never be called. */
  'redirectsInside',
] as const
export type Manner = (typeof MANNERS)[number]

const headOf = (bytes: number): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`
const TEN_GIGABYTES = 10 * 2 ** 30
const STREAM = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n'
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const PART = Buffer.concat([Buffer.from(`${CHUNK.length.toString(16)}\r\n`), CHUNK, Buffer.from('\r\n')])
const DRIP_MS = 5
const GREETING_MS = 40

export interface BadPartner {
  url: string
  port: number
  /** How it behaves to whom it is spoken to from now on; `turns`: to each in the next manner. */
  manner: Manner | 'turns'
  /** Times it was spoken to. */
  calls: number
  /** Times the computer of the inside was called, which it leads to. */
  inside: number
  /** Bytes somebody took of it. */
  given: number
  /** Connections that are open. */
  open(): number
  stop(): Promise<void>
}

const listening = (server: Server): Promise<number> =>
  new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

/** Writes as much as is taken, for as long as somebody listens. */
function pour(socket: Socket, part: Buffer, taken: (bytes: number) => void): void {
  const more = (): void => {
    while (!socket.destroyed) {
      taken(part.length)
      if (!socket.write(part)) return void socket.once('drain', more)
    }
  }
  more()
}

/** What a manner needs besides a connection. */
interface Places {
  /** Where it leads to, for ever. */
  self: string
  /** The computer of the inside it leads to. */
  inside: string
  /** Hears of bytes somebody took. */
  given(bytes: number): void
}

/** Behaves badly to whoever has spoken on a connection. */
export function misbehave(socket: Socket, manner: Manner, { self, inside, given }: Places): void {
  const moved = (to: string): void =>
    void socket.end(`HTTP/1.1 302 Found\r\nlocation: ${to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  socket.on('error', () => {})
  if (manner === 'silentAfterHead') socket.write(`${headOf(1_000)}{`)
  else if (manner === 'resets') socket.resetAndDestroy()
  else if (manner === 'garbage')
    socket.end(Buffer.from('\u0000\u0001not a protocol at all\r\n\r\n\u0000', 'latin1'))
  else if (manner === 'nonsense')
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<h1>?</h1>')
  else if (manner === 'redirects') moved(`${self}/again`)
  else if (manner === 'redirectsInside') moved(`${inside}/secret`)
  else if (manner === 'endless') {
    socket.write(STREAM)
    pour(socket, PART, given)
  } else if (manner === 'tenGigabytes') {
    socket.write(headOf(TEN_GIGABYTES))
    pour(socket, CHUNK, given)
  } else if (manner === 'drips') {
    socket.write(headOf(1_000_000))
    const timer = setInterval(() => socket.write(' '), DRIP_MS)
    socket.once('close', () => clearInterval(timer))
  }
}

/** Starts it. */
export async function startBadPartner(manner: BadPartner['manner'] = 'silent'): Promise<BadPartner> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const insideServer = createServer(socket => {
    track(socket)
    partner.inside += 1
    socket.destroy()
  })
  const inside = `http://127.0.0.1:${await listening(insideServer)}`
  const server = createServer(socket => {
    track(socket)
    const begin = (): void => {
      clearTimeout(first)
      socket.off('data', begin)
      socket.resume()
      partner.calls += 1
      const given = (bytes: number): void => {
        partner.given += bytes
      }
      const manner = partner.manner === 'turns' ? MANNERS[partner.calls % MANNERS.length] : partner.manner
      misbehave(socket, manner as Manner, { self: partner.url, inside, given })
    }
    // Who waits to be greeted (a mail server's client) is met all the same.
    const first = setTimeout(begin, GREETING_MS)
    socket.once('close', () => clearTimeout(first))
    socket.on('data', begin)
  })
  const port = await listening(server)
  const partner: BadPartner = {
    url: `http://127.0.0.1:${port}`,
    port,
    manner,
    calls: 0,
    inside: 0,
    given: 0,
    open: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([server, insideServer].map(one => new Promise<void>(done => one.close(() => done()))))
    },
  }
  return partner
}
