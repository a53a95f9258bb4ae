/** A small real server of the contract's session rules, and the pieces of main around it. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog, type Log } from '../../../electron/main/log/log'
import type { ServerAddress } from '../../../electron/main/session/address'
import { createAuthCalls } from '../../../electron/main/session/auth-calls'
import type { FetchLike } from '../../../electron/main/session/http'
import { createServerClient } from '../../../electron/main/session/server-client'
import { createSession } from '../../../electron/main/session/session'
import type { Loaded, Secret, Vault } from '../../../electron/main/session/vault'

export const nodeFetch: FetchLike = (url, init) => fetch(url, init)

/** An unsigned token with a lifetime, as main reads it. */
export function makeToken(ttlSeconds: number, claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1_000) + ttlSeconds
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id: 1, companyId: 1, exp, ...claims })}.${randomUUID().replaceAll('-', '')}`
}

export const ana = {
  id: 1,
  name: 'Ana',
  email: 'ana@demo.turno',
  profile: 'admin',
  companyId: 1,
  company: { id: 1, name: 'Demo', status: true, dueDate: '2099-01-01T00:00:00.000Z', settings: [] },
}

type Route = (request: IncomingMessage, response: ServerResponse) => unknown

export interface TestServer {
  origin: string
  server: Server
  routes: Map<string, Route>
  /** `METHOD path` of each request in order. */
  calls: string[]
  valid: Set<string>
  refreshTokens: Set<string>
  tokenTtl: number
  user: object
  json(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>): void
  count(call: string): number
  stop(): Promise<void>
  start(): Promise<void>
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Starts a server with /api/auth/* and a bearer check before the given routes. */
export async function startServer(): Promise<TestServer> {
  let port = 0
  const json: TestServer['json'] = (response, status, body, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
  const grant = (response: ServerResponse) => {
    const token = makeToken(self.tokenTtl)
    const refresh = randomUUID()
    self.valid.add(token)
    self.refreshTokens.add(refresh)
    json(response, 200, { token, user: self.user }, { 'set-cookie': `jrt=${refresh}; Path=/; HttpOnly` })
  }
  const auth: Record<string, Route> = {
    'POST /api/auth/login': async (request, response) => {
      const { password } = JSON.parse((await readBody(request)).toString())
      if (password === 'right') grant(response)
      else json(response, 401, { error: 'ERR_INVALID_CREDENTIALS' })
    },
    'POST /api/auth/refresh_token': (request, response) => {
      const cookie = /jrt=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
      if (cookie && self.refreshTokens.delete(cookie)) grant(response)
      else json(response, 401, { error: 'ERR_SESSION_EXPIRED' })
    },
    'DELETE /api/auth/logout': (request, response) => {
      self.valid.delete((request.headers.authorization ?? '').slice(7))
      response.end()
    },
  }
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0]
    const key = `${request.method} ${path}`
    self.calls.push(key)
    const own = self.routes.get(key)
    const route = own ?? auth[key]
    if (!route) {
      response.writeHead(404, { 'content-type': 'text/html' })
      response.end(`<html>Cannot ${key}</html>`)
      return
    }
    if (!auth[key] && !path?.startsWith('/open')) {
      const bearer = request.headers.authorization
      if (!bearer) return json(response, 401, { error: 'ERR_SESSION_EXPIRED' })
      if (!self.valid.has(bearer.slice(7))) return json(response, 403, { error: 'Invalid token. Try again' })
    }
    await route(request, response)
  })
  const listen = () => new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  const self: TestServer = {
    origin: '',
    server,
    routes: new Map(),
    calls: [],
    valid: new Set(),
    refreshTokens: new Set(),
    tokenTtl: 900,
    user: ana,
    json,
    count: call => self.calls.filter(c => c === call).length,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    start: listen,
  }
  await listen()
  port = (server.address() as AddressInfo).port
  self.origin = `http://127.0.0.1:${port}`
  return self
}

/** Lines a test can look into. */
export function memoryLog(): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { lines, log: createLog((level, line) => lines.push(`${level} ${line}`)) }
}

/** A vault in memory that remembers what was asked of it. */
export function memoryVault(initial: Loaded = { kind: 'none' }): Vault & { kept: Secret | null } {
  const self = {
    kept: initial.kind === 'found' ? initial.secret : (null as Secret | null),
    load: async () => initial,
    save: async (value: Secret) => {
      self.kept = value
      return 'encrypted' as const
    },
    erase: async () => {
      self.kept = null
    },
    allowPlain: () => undefined,
  }
  return self
}

export function addressOf(origin: string): ServerAddress {
  return {
    resolve: async () => ({ api: new URL('/api/', origin), origin: new URL(origin) }),
    label: () => new URL(origin).host,
    proof: () => ({}),
    embedded: false,
    key: origin,
  }
}

/** Session and client of main against a server. */
export function mainSide(origin: string, vault: Vault = memoryVault(), fetchLike: FetchLike = nodeFetch) {
  const { log, lines } = memoryLog()
  const address = addressOf(origin)
  const session = createSession({ calls: createAuthCalls(fetchLike, address), vault, serverKey: origin, log })
  const client = createServerClient({ fetch: fetchLike, address, session, log })
  return { session, client, address, log, lines, vault }
}

/** Resolves once `test` holds; only for what stays so, as what passes by may pass between two looks. */
export const until = async (what: string, test: () => boolean): Promise<void> => {
  const end = Date.now() + 45_000
  while (!test()) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/**
 * Resolves once a connection was lost and is there again. `states` lists everything it has shown, so that a loss that
 * lasts only a moment counts too; those before `from` do not.
 */
export const goneAndBack = (states: readonly string[], from: number): Promise<void> =>
  until(
    'gone and back',
    () => states.slice(from).some(status => status !== 'connected') && states.at(-1) === 'connected',
  )
