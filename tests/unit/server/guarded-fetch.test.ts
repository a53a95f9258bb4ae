/** Where the workspace goes on an administrator's word, and where it does not. */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayReach, placeOf } from '../../../electron/outward/addresses'
import { callOutward, namesForbidden, OutwardError } from '../../../electron/outward/call'
import { guardedFetch } from '../../../electron/outward/guarded-fetch'
import {
  AddressRefused,
  AnswerTooLong,
  guardedRequest,
  keptConnections,
} from '../../../electron/outward/guarded-request'
import { refuseAddress } from '../../../electron/server/platform/providers/address'

const MOST = 2_000_000

let server: Server
let port = 0
let asked = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    if (request.url === '/away') return void response.writeHead(302, { location: '/here' }).end()
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' })
      return void response.write('half', () => response.destroy())
    }
    if (request.url === '/silent') return
    request.pipe(response.writeHead(200, { 'x-method': request.method ?? '' }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1', 'public'],
    ['127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.0.7', 'private'],
    ['100.64.0.1', 'private'],
    ['::1', 'loopback'],
    ['fd00::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:a00:1', 'never'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['fe80::1', 'never'],
    ['64:ff9b::a00:1', 'never'],
    ['192.0.2.1', 'never'],
    ['localhost', 'never'],
  ])('%s is %s', (address, place) => expect(placeOf(address)).toBe(place))

  it.each([
    ['8.8.8.8', [true, true, true]],
    ['127.0.0.1', [false, true, true]],
    ['10.1.2.3', [false, false, true]],
    ['169.254.169.254', [false, false, false]],
  ])('%s is reached by webhooks as the platform allows', (address, expected) =>
    expect((['none', 'loopback', 'all'] as const).map(targets => mayReach(address, targets))).toEqual(
      expected,
    ),
  )

  it.each([
    ['https://0x7f000001/', true],
    ['https://2130706433/', true],
    ['https://localhost/', true],
    ['https://[::1]/', true],
    ['https://127.1/', true],
    ['https://[::ffff:10.0.0.1]/', true],
    ['https://example.com/', false],
  ])('%s names what no webhook reaches: %s', (url, forbidden) =>
    expect(namesForbidden(url, 'none')).toBe(forbidden),
  )

  it.each([
    ['https://api.example/v1', true, true],
    ['http://api.example/v1', false, true],
    ['https://localhost/v1', false, true],
    ['http://localhost:11434/v1', false, true],
    ['https://10.0.0.1', false, true],
    ['http://127.0.0.1:8080', false, true],
    ['http://8.8.8.8', false, false],
    ['https://169.254.169.254/latest', false, false],
    ['https://[::1]/', false, true],
    ['https://user:pw@api.example', false, false],
    ['ftp://api.example', false, false],
    ['https://2130706433/', false, true],
  ])('%s is kept: %s, and with the platform’s leave: %s', (text, without, withLeave) => {
    const kept = (local: boolean): boolean => {
      try {
        refuseAddress(text, local, 'baseUrl')
        return true
      } catch {
        return false
      }
    }
    expect([kept(false), kept(true)]).toEqual([without, withLeave])
  })
})

describe('a request', () => {
  it('goes to this network only where that is allowed, also by a name that leads here', async () => {
    const before = asked
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `https://localhost:${port}/`,
    ])
      await expect(guardedFetch(false, MOST)(url)).rejects.toBeInstanceOf(AddressRefused)
    expect(asked).toBe(before)
    const answer = await guardedFetch(true, MOST)(`http://localhost:${port}/`, {
      method: 'POST',
      body: 'olá',
    })
    expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([200, 'POST', 'olá'])
  })

  it('may be given up in the middle of its answer, and is no faster than it is read', async () => {
    const answer = await guardedFetch(true, MOST)(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'x'.repeat(1_000_000),
    })
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    const whole = await guardedFetch(true, MOST)(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'x'.repeat(1_000_000),
    })
    expect((await whole.text()).length).toBe(1_000_000)
  })

  it('of a webhook reaches no name that leads inside', async () => {
    const before = asked
    const call = { method: 'POST' as const, timeoutMs: 5_000, mostBytes: 100, targets: 'none' as const }
    await expect(callOutward({ ...call, url: `http://localhost.:${port}/` })).rejects.toThrow(OutwardError)
    expect(asked).toBe(before)
  })

  it('reads no more than it was told', async () => {
    const long = await guardedFetch(true, 999_999)(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'x'.repeat(1_000_000),
    })
    await expect(long.text()).rejects.toBeInstanceOf(AnswerTooLong)
  })

  it('follows no redirect, and says that an answer broke off or was given up', async () => {
    const fetchHere = guardedFetch(true, MOST)
    expect((await fetchHere(`http://127.0.0.1:${port}/away`)).status).toBe(302)
    const cut = await fetchHere(`http://127.0.0.1:${port}/cut`)
    await expect(cut.text()).rejects.toThrow()
    const giving = new AbortController()
    const silent = fetchHere(`http://127.0.0.1:${port}/silent`, { signal: giving.signal })
    giving.abort()
    await expect(silent).rejects.toThrow(/abort/i)
  })
  it('is given up where its kept connection opens for longer than anything may be silent', async () => {
    const url = new URL(`http://127.0.0.1:${port}/`)
    // A name whose address nobody ever says: the connection stays on its way.
    const createConnection = () => connect({ host: 'slow.example', port, lookup: () => {} })
    const agent = Object.assign(keptConnections(url.origin, 60_000), { createConnection })
    const asking = { method: 'GET', headers: {}, body: null, local: true, silentMs: 20, agent }
    await expect(guardedRequest(url, asking)).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
