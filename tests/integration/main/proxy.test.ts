/** A proxy that asks for a password, between the stand-in's network and a server: one question for all. */
import { EventEmitter } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Certificate } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { createLog } from '../../../electron/main/log/log'
import { createQuestions, type Questions } from '../../../electron/main/network/questions'
import { createNetworkSignIn, type NetworkSignIn } from '../../../electron/main/network/sign-in'
import type { FetchLike } from '../../../electron/main/session/http'
import { type Call, requestFetch } from '../../../electron/main/session/request-fetch'
import { followProxy } from '../../../electron/main/updates/proxy'

const RIGHT = `Basic ${Buffer.from('ana:segredo').toString('base64')}`
const log = createLog(() => undefined)
const listening = (server: Server): Promise<number> =>
  new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

let origin: Server
let proxy: Server
let tunnels = 0
let fetch: FetchLike
let questions: Questions
let signIn: NetworkSignIn
let openSocket: (url: string) => EventTarget

beforeEach(async () => {
  tunnels = 0
  origin = createServer((_request, response) => response.end('served'))
  new WebSocketServer({ server: origin }).on('connection', socket => socket.send('hello'))
  const port = await listening(origin)
  proxy = createServer((incoming, response) => {
    if (incoming.headers['proxy-authorization'] !== RIGHT) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Empresa"' }).end('who are you?')
      return
    }
    const { pathname } = new URL(incoming.url ?? '')
    const onward = request({ port, host: '127.0.0.1', path: pathname, method: incoming.method ?? 'GET' })
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 500)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  proxy.on('connect', (incoming, socket) => {
    if (incoming.headers['proxy-authorization'] !== RIGHT)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    tunnels++
    const line = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    line.pipe(socket).pipe(line)
    line.on('error', () => socket.destroy())
    socket.on('error', () => line.destroy())
  })
  vi.stubEnv('TURNO_STAND_IN_PROXY', `http://127.0.0.1:${await listening(proxy)}`)
  vi.resetModules()
  const { ClientRequestHost } = await import('../../../scripts/stand-in/host/net-request')
  const { NetWebSocketHost } = await import('../../../scripts/stand-in/host/net-socket')
  questions = createQuestions()
  signIn = createNetworkSignIn(questions, log)
  fetch = requestFetch(
    options => new ClientRequestHost(options) as unknown as Call,
    (call, info, give) => signIn.login(call, info, give),
  )
  openSocket = url => new NetWebSocketHost(url)
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of [origin, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

const get = async (path: string): Promise<string> => {
  const answer = await fetch(`http://atendimento.example${path}`, { method: 'GET' })
  return `${answer.status} ${await answer.text()}`
}
const asked = async () => {
  await expect.poll(() => questions.state().question).not.toBeNull()
  const { question } = questions.state()
  if (question?.kind !== 'proxy') throw new Error('no question of a proxy')
  return question
}

it('asks once for all who wait, again after a wrong password, and then never', async () => {
  const all = Promise.all([get('/a'), get('/b'), get('/c')])
  const first = await asked()
  expect(first).toMatchObject({ realm: 'Empresa', refused: false })
  questions.answer({ id: first.id, answer: { username: 'ana', password: 'errado' } })
  await expect.poll(() => questions.state().question?.id).toBe(first.id + 1)
  expect(await asked()).toMatchObject({ refused: true })
  questions.answer({ id: first.id + 1, answer: { username: 'ana', password: 'segredo' } })
  expect(await all).toEqual(['200 served', '200 served', '200 served'])
  expect([await get('/d'), questions.state().question]).toEqual(['200 served', null])

  // The realtime socket goes the same way and asks nobody.
  const socket = openSocket('ws://atendimento.example/live')
  const said = await new Promise(resolve =>
    socket.addEventListener('message', event => resolve((event as MessageEvent).data)),
  )
  expect([said, tunnels]).toEqual(['hello', 1])
  ;(socket as unknown as { close(): void }).close()
})

it('takes no for an answer until the person wants the connection again', async () => {
  const waiting = get('/a')
  questions.answer({ id: (await asked()).id, answer: null })
  expect(await waiting).toBe('407 who are you?')
  expect([await get('/b'), questions.state().question]).toEqual(['407 who are you?', null])
  signIn.again()
  const later = get('/c')
  questions.answer({ id: (await asked()).id, answer: { username: 'ana', password: 'segredo' } })
  expect(await later).toBe('200 served')
})

it('gives a server no password of a proxy, and asks for a certificate once', async () => {
  const given: unknown[] = []
  signIn.login({}, { isProxy: false, host: 'x', port: 443, realm: '' }, (...answer) => given.push(answer))
  expect(given).toEqual([[]])
  const offered = ['AA', 'BB'].map(fingerprint => ({
    fingerprint,
    subjectName: `Ana ${fingerprint}`,
    issuerName: 'Empresa',
    validExpiry: 1_900_000_000,
  })) as unknown as Certificate[]
  const chosen: (string | undefined)[] = []
  const choose = () =>
    signIn.certificate('atendimento.example:443', offered, one => chosen.push(one?.fingerprint))
  choose()
  choose()
  const { question } = questions.state()
  expect(question).toMatchObject({
    kind: 'certificate',
    certificates: [{ fingerprint: 'AA' }, { subject: 'Ana BB' }],
  })
  questions.answer({ id: question?.id ?? 0, answer: { fingerprint: 'BB' } })
  await expect.poll(() => chosen).toEqual(['BB', 'BB'])
  choose()
  await expect.poll(() => chosen).toEqual(['BB', 'BB', 'BB'])
  expect(questions.state().question).toBeNull()
})

it('asks for the updater too, whose requests know no password given elsewhere', async () => {
  const updater = new EventEmitter()
  followProxy(updater, signIn)
  const asked = vi.spyOn(questions, 'ask')
  const proxied = { isProxy: true, host: 'proxy.empresa', port: 3128, realm: 'Empresa' }
  const login = (): Promise<(string | undefined)[]> =>
    new Promise(resolve => updater.emit('login', proxied, (...given: string[]) => resolve(given)))
  const answer = (username: string, password: string): void =>
    questions.answer({ id: questions.state().question?.id ?? 0, answer: { username, password } })

  const first = login()
  answer('ana', 'errada')
  expect(await first).toEqual(['ana', 'errada'])
  const again = login()
  expect(questions.state().question).toMatchObject({ host: 'proxy.empresa:3128', refused: true })
  answer('ana', 'segredo')
  expect(await again).toEqual(['ana', 'segredo'])
  updater.emit('update-available', { version: '2.0.0' })
  expect(await login()).toEqual(['ana', 'segredo'])
  updater.emit('download-progress', { percent: 50 })
  expect(await login()).toEqual(['ana', 'segredo'])
  expect(asked).toHaveBeenCalledTimes(2)
})
