/** Which requests a server answers: names and key (electron/server/platform/http/door.ts), over real HTTP and sockets. */
import { type IncomingMessage, request } from 'node:http'
import { WORKSPACE_KEY_HEADER } from '@contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { readOptions } from '../../../electron/server/options'
import { createDoor } from '../../../electron/server/platform/http/door'
import { type RunningWorkspace, startWorkspace } from '../../../electron/server/start'
import { FakeChannel } from './fake-channel'
import { type Harness, PASSWORD, startHarness } from './harness'

let h: Harness
let keyed: RunningWorkspace
const KEY = 'k'.repeat(43)

beforeAll(async () => {
  h = await startHarness({ door: { names: ['atendimento.example'] } })
  keyed = await startWorkspace({
    folder: `${h.folder}/keyed`,
    log: silentLog,
    handlers,
    createChannel: ({ sink }) => new FakeChannel(sink),
    door: { key: KEY },
  })
})
afterAll(async () => {
  await keyed.close()
  await h.close()
})

const asking = (host: string) => ({ headers: { host } }) as IncomingMessage

/** Node's fetch sets Host itself: a request that says what it likes. */
function knock(port: number, path: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((done, failed) => {
    const type = { 'content-type': 'application/json' }
    const call = request(
      { port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers: { ...type, ...headers } },
      answer => {
        answer.resume()
        done(answer.statusCode ?? 0)
      },
    )
    call.once('error', failed)
    call.end(body)
  })
}

const upgraded = (url: string, extraHeaders: Record<string, string>, auth: object): Promise<string> =>
  new Promise(done => {
    const socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth,
      extraHeaders,
    })
    const end = (how: string) => {
      done(how)
      socket.disconnect()
    }
    socket.once('ready', () => end('ready'))
    socket.once('connect_error', () => end('refused'))
    socket.once('disconnect', () => end('dismissed'))
  })

describe('names', () => {
  const FOREIGN = [
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil',
    'a b',
    '[::2]',
  ]

  it('of others are refused on every path, whatever is sent with them', async () => {
    const { port } = h.running
    const login = JSON.stringify({ email: h.one.ana.email, password: PASSWORD })
    for (const host of FOREIGN) {
      for (const path of ['/api/version', '/media/1/x', '/nowhere', '/socket.io/?EIO=4&transport=polling'])
        expect(await knock(port, path, { host }), `${host} ${path}`).toBe(403)
      expect(await knock(port, '/api/auth/login', { host }, login), host).toBe(403)
    }
    for (const origin of [
      'http://evil.example',
      'https://evil.example',
      'null',
      'file://',
      'http://[::2]:1',
    ]) {
      expect(await knock(port, '/api/auth/login', { host: `127.0.0.1:${port}`, origin }, login), origin).toBe(
        403,
      )
      expect(await upgraded(h.running.url, { origin }, { token: h.one.ana.token }), origin).toBe('refused')
    }
  })

  it('of its own are heard: loopback, what it was told, and pages of these', async () => {
    const { port } = h.running
    for (const host of [
      '127.0.0.1',
      `localhost:${port}`,
      '[::1]:1',
      'Atendimento.Example',
      'atendimento.example.:80',
    ])
      expect(await knock(port, '/api/version', { host }), host).toBe(200)
    for (const origin of ['app://turno', `http://localhost:${port}`, 'https://atendimento.example']) {
      expect(await knock(port, '/api/version', { host: 'localhost', origin }), origin).toBe(200)
      expect(await upgraded(h.running.url, { origin }, { token: h.one.ana.token }), origin).toBe('ready')
    }
  })

  it('are bare addresses too where it listens to a network', () => {
    const wide = createDoor({ host: '0.0.0.0', names: [], key: null })
    expect(wide.admits(asking('192.168.1.7:8080'))).toBe(true)
    expect(wide.admits(asking('[fd00::1]:8080'))).toBe(true)
    expect(wide.admits(asking('evil.example'))).toBe(false)
    const narrow = createDoor({ host: '192.168.1.7', names: [], key: null })
    expect(narrow.admits(asking('192.168.1.7:8080'))).toBe(true)
    expect(narrow.admits(asking('192.168.1.8'))).toBe(false)
  })

  it('come from TURNO_ALLOWED_HOSTS', () => {
    expect(readOptions([], { TURNO_ALLOWED_HOSTS: ' Turno.example, b ,' }, true).names).toEqual([
      'turno.example',
      'b',
    ])
    expect(readOptions([], {}, true)).toMatchObject({ names: [], key: null, host: '127.0.0.1' })
    expect(() => readOptions([], { TURNO_KEY: 'short' }, false)).toThrow()
  })
})

describe('the key of a workspace that a console started', () => {
  it('is wanted on every request, also with the right password', async () => {
    const { port } = keyed
    const host = `127.0.0.1:${port}`
    const login = JSON.stringify({ email: 'ana@demo.turno', password: 'turno-demo' })
    for (const shown of [undefined, '', 'k', KEY.replace(/.$/, 'x'), `${KEY}k`]) {
      const headers: Record<string, string> =
        shown === undefined ? { host } : { host, [WORKSPACE_KEY_HEADER]: shown }
      for (const path of ['/api/version', '/api/tickets', '/media/1/x', '/nowhere'])
        expect(await knock(port, path, headers), path).toBe(403)
      expect(await knock(port, '/api/auth/login', headers, login)).toBe(403)
    }
    expect(await knock(port, '/api/version', { host, [WORKSPACE_KEY_HEADER]: KEY })).toBe(200)
    expect(await knock(port, '/api/auth/login', { host, [WORKSPACE_KEY_HEADER]: KEY }, login)).toBe(401)
  })

  it('is wanted in the handshake of the socket', async () => {
    expect(await upgraded(keyed.url, {}, { token: 'x' })).toBe('refused')
    expect(await upgraded(keyed.url, {}, { token: 'x', [WORKSPACE_KEY_HEADER]: `${KEY}x` })).toBe('refused')
    // Past the door the token decides.
    expect(await upgraded(keyed.url, {}, { token: 'x', [WORKSPACE_KEY_HEADER]: KEY })).toBe('dismissed')
  })
})

describe('other programs', () => {
  it('are heard without the key where they show the token of a connection, from no page and under no other name', async () => {
    const { port } = keyed
    const body = JSON.stringify({ number: '5511911112222', body: 'oi' })
    const bearer = { authorization: 'Bearer nobody-has-this-one' }
    // Heard: its token is what is wrong.
    expect(await knock(port, '/api/messages/send', bearer, body)).toBe(401)
    expect(await knock(port, '/api/openapi.json', {})).toBe(200)
    expect(await knock(port, '/api/messages/send', { ...bearer, origin: 'https://evil.example' }, body)).toBe(
      403,
    )
    expect(await knock(port, '/api/messages/send', { ...bearer, host: 'evil.example' }, body)).toBe(403)
    for (const path of ['/api/version', '/api/webhooks', '/api/messages/1', '/api/messages/sendx'])
      expect([path, await knock(port, path, bearer)]).toEqual([path, 403])
  })
})
