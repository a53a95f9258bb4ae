/** A server whose certificate is refused: said as what it is, and never spoken to in clear text instead. */
import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRefused, refusedTls } from '../../../electron/main/adapters/capabilities'
import { findServer } from '../../../electron/main/servers/typed-address'
import { requestFetch } from '../../../electron/main/session/request-fetch'
import { createFeed } from '../../../electron/main/socket/feed'
import { createServerSocket } from '../../../electron/main/socket/socket'
import { net } from '../../../scripts/stand-in/host/net'
import { NetWebSocketHost } from '../../../scripts/stand-in/host/net-socket'
import { becomeReady } from '../../../scripts/stand-in/host/ready'
import { addressOf, mainSide, startServer, until } from './helpers'

const heard: string[] = []
const version = JSON.stringify({ version: '6.0.0' })
const listening = (server: NetServer | Server) =>
  new Promise<number>(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
const servers: NetServer[] = []
let both = 0
let plain = 0

beforeAll(async () => {
  becomeReady()
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'servidor.lan' }], {
    keySize: 2048,
  })
  const answer = (kind: string) =>
    ((_request, response) => {
      heard.push(kind)
      response.setHeader('content-type', 'application/json').end(version)
    }) as Parameters<typeof createHttp>[1]
  const http = createHttp(answer('http'))
  const https = createHttps({ key, cert }, answer('https'))
  // One port for both, as some reverse proxies have it: the first byte of TLS is 22.
  const sniffing = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', first => {
      socket.pause()
      socket.unshift(first)
      ;(first[0] === 22 ? https : http).emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  const clear = createHttp(answer('http'))
  both = await listening(sniffing)
  plain = await listening(clear)
  servers.push(sniffing, clear)
})
afterAll(() => {
  for (const server of servers) server.close()
})

/** Chromium's words through the stand-in, and Node's. */
const ways = { chromium: requestFetch(options => net.request(options) as never), node: fetch }

describe.each(['chromium', 'node'] as const)('in the words of %s', way => {
  it('is said to be a matter of the certificate, and no password can leave in clear', async () => {
    heard.length = 0
    for (const text of [`127.0.0.1:${both}`, `localhost:${both}/api`, `https://127.0.0.1:${both}`])
      expect(await findServer(ways[way], text)).toEqual({ ok: false, reason: 'certificate' })
    expect(heard).toEqual([])
  })

  it('is asked in clear in a private network where nothing encrypted answers', async () => {
    expect(await findServer(ways[way], `127.0.0.1:${plain}`)).toMatchObject({
      ok: true,
      api: expect.objectContaining({ protocol: 'http:' }),
    })
    expect(await findServer(ways[way], '127.0.0.1:1')).toEqual({ ok: false, reason: 'unreachable' })
  })
})

describe('a server that is in use', () => {
  it('whose certificate turns bad is said to have one, at the sign-in and in each call, and hears no password', async () => {
    heard.length = 0
    const side = mainSide(`https://127.0.0.1:${both}`, undefined, ways.chromium)
    await side.session.start()
    await expect(side.session.signIn('ana@demo.turno', 'segredo')).rejects.toMatchObject({
      code: 'SERVER_CERTIFICATE',
    })
    await expect(side.client.fetch('/tickets')).rejects.toMatchObject({ code: 'SERVER_CERTIFICATE' })
    const away = mainSide('https://127.0.0.1:1', undefined, ways.chromium)
    await away.session.start()
    await expect(away.session.signIn('ana@demo.turno', 'segredo')).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
    expect(heard).toEqual([])
  })

  it('is shown as refused while its socket cannot be made, and no longer once nobody answers', async () => {
    heard.length = 0
    let port = both
    const rest = await startServer()
    const side = mainSide(rest.origin)
    await side.session.start()
    await side.session.signIn('ana@demo.turno', 'right')
    const shown: boolean[] = []
    const connection = createServerSocket({
      openSocket: url => new NetWebSocketHost(url.replace(/:\d+/, `:${port}`)),
      address: addressOf('https://127.0.0.1:1'),
      session: side.session,
      feed: createFeed(() => undefined, 5),
      log: side.log,
      idleSeconds: () => 0,
      isOnline: () => true,
      limits: { firstMs: 10, maxMs: 20 },
      refusesTls: () => isRefused(ways.chromium, async () => new URL(`https://127.0.0.1:${port}/api/`)),
    })
    connection.onChange(({ untrusted }) => shown.push(untrusted))
    connection.start()
    await until('refused', () => connection.state().untrusted)
    port = 1
    await until('away', () => !connection.state().untrusted)
    connection.stop()
    side.session.stop()
    await rest.stop()
    expect(shown).toContain(true)
    expect(heard).toEqual([])
  })
})

it.each([
  ['net::ERR_CERT_DATE_INVALID', true],
  ['net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED', true],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', true],
  ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT', true],
  ['net::ERR_SSL_PROTOCOL_ERROR', false],
  ['net::ERR_CONNECTION_REFUSED', false],
  ['net::ERR_NAME_NOT_RESOLVED', false],
  ['net::ERR_TIMED_OUT', false],
])('%s means that TLS answers and is refused: %s', (message, expected) => {
  expect(refusedTls(new Error(message))).toBe(expected)
})
