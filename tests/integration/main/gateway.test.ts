import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGateway, type Gateway } from '../../../electron/main/gateway/gateway'
import { uiFolder } from '../../../electron/main/gateway/ui-files'
import { deferred } from '../../support/deferred'
import { mainSide, makeToken, readBody, startServer, type TestServer, until } from './helpers'

let server: TestServer
let side: ReturnType<typeof mainSide>
let gateway: Gateway
const handed: Request[] = []
const askedFor: string[] = []

const ask = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  gateway(new Request(path.startsWith('app:') ? path : `app://turno${path}`, init))
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error

beforeEach(async () => {
  server = await startServer()
  side = mainSide(server.origin)
  const root = join(mkdtempSync(join(tmpdir(), 'turno-ui-')), 'ui')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="%CSP_NONCE%" /><title>Turno</title>',
  )
  writeFileSync(join(root, 'assets', 'app-1a2b.js'), 'export {}')
  writeFileSync(join(root, '..', 'outside.txt'), 'secret')
  handed.length = 0
  askedFor.length = 0
  gateway = createGateway({
    ui: uiFolder(root),
    client: side.client,
    attachments: async request => {
      handed.push(request)
      return new Response('kept')
    },
    asked: (method, path) => askedFor.push(`${method} ${path} ${server.count('GET /api/messages/7')}`),
    log: side.log,
  })
  await side.session.start()
  await side.session.signIn('ana@demo.turno', 'right')
})
afterEach(async () => {
  side.session.stop()
  await server.stop()
})

describe('the UI', () => {
  it('serves files with type, policy and no guessing', async () => {
    const page = await ask('/')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self';`)
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    // The one host of help videos may stand in a frame; nothing else from elsewhere is allowed at all.
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com;')
    const others = policy.replace('frame-src https://www.youtube-nocookie.com;', '')
    expect(others).not.toMatch(/unsafe-eval|https?:|\*/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const script = await ask('/assets/app-1a2b.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
  })

  it('answers routes with the page and missing files with 404', async () => {
    expect(await (await ask('/tickets/7c9e')).text()).toContain('<title>Turno')
    expect((await ask('/assets/gone.js')).status).toBe(404)
    expect((await ask('/', { method: 'HEAD' })).status).toBe(200)
  })

  it.each([
    '/..%2foutside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/assets/%2e%2e%2f%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
    '/assets/..%255c..%255coutside.txt',
    '/%252e%252e%252foutside.txt',
    '/x%00.html',
    '//etc/passwd',
    '/%E0%A4%A',
  ])('gives nothing away for %s', async path => {
    const answer = await ask(path)
    expect(await answer.text()).not.toContain('secret')
    expect([400, 404]).toContain(answer.status)
  })

  it('answers only its own host, methods and pages', async () => {
    expect((await ask('app://evil/')).status).toBe(404)
    expect((await ask('app://turno.evil/api/x')).status).toBe(404)
    expect((await ask('/', { method: 'POST' })).status).toBe(405)
    expect((await ask('/api/x', { method: 'PATCH' })).status).toBe(405)
    expect((await ask('/media/1/a.png', { method: 'DELETE' })).status).toBe(405)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/x' },
    ] as Record<string, string>[]) {
      expect((await ask('/api/tickets', { headers })).status, JSON.stringify(headers)).toBe(403)
    }
    const foreign = Object.assign(new Request('app://turno/api/tickets'), {
      initiatorOrigin: 'https://evil.example',
    })
    expect((await gateway(foreign)).status).toBe(403)
    expect(server.count('GET /api/tickets')).toBe(0)
  })
})

it.each(['/media/1/x', '/public/x', '/api/x'])(
  'gives %s as words, never as a program, a style or a page, without a header that says what it is for',
  async path => {
    // A page from the API is a failure of its own (below).
    const pages = path.startsWith('/api') ? [] : ['text/html', 'application/xhtml+xml']
    for (const type of [
      'text/javascript',
      'text/css',
      'application/wasm',
      'application/xslt+xml',
      ...pages,
    ]) {
      server.routes.set(`GET ${path}`, (_request, response) => {
        response.writeHead(200, { 'content-type': type }).end('alert(1)')
      })
      const answer = await ask(path)
      expect(answer.headers.get('content-type'), type).toBe('text/plain; charset=utf-8')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    }
  },
)

describe('calls to the server', () => {
  it('are told of before they leave: who has to give way to an opening knows in time', async () => {
    await ask('/api/messages/7?pageNumber=1')
    await ask('/tickets/7c9e')
    expect(askedFor).toEqual(['GET /messages/7 0'])
    expect(server.count('GET /api/messages/7')).toBe(1)
  })

  it('carries method, query and body, adds the token, keeps cookies and origin back', async () => {
    let seen: { headers: Record<string, unknown>; body: string; url: string } | null = null
    server.routes.set('POST /api/tickets', async (request, response) => {
      seen = { headers: request.headers, body: (await readBody(request)).toString(), url: request.url ?? '' }
      server.json(response, 201, { uuid: 'u' }, { 'set-cookie': 'spy=1', 'access-control-allow-origin': '*' })
    })
    const answer = await ask('/api/tickets?x=1&y=a%20b', {
      method: 'POST',
      headers: {
        origin: 'app://turno',
        cookie: 'mine=1',
        authorization: 'Bearer forged',
        'content-type': 'application/json',
      },
      body: '{"contactId":1}',
    })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ uuid: 'u' })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(seen).toMatchObject({ body: '{"contactId":1}', url: '/api/tickets?x=1&y=a%20b' })
    const headers = (seen as unknown as { headers: Record<string, unknown> }).headers
    expect(headers.authorization).toBe(`Bearer ${side.session.token()}`)
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('origin')
  })

  it('sends a message of the messages API with the token of a connection, which ends no session and goes nowhere else', async () => {
    const heard: [string, unknown, unknown][] = []
    for (const path of ['/messages/send', '/tickets'])
      server.routes.set(`POST /api${path}`, async (request, response) => {
        heard.push([path, request.headers.authorization, request.headers['idempotency-key']])
        await readBody(request)
        server.json(response, 401, { error: 'ERR_API_TOKEN' })
      })
    const headers = {
      'content-type': 'application/json',
      'x-connection-token': 'da-conexao',
      'idempotency-key': 'chave',
    }
    // The test server lets it in, as the real one does at this call alone.
    server.valid.add('da-conexao')
    const before = side.session.token()
    expect((await ask('/api/messages/send', { method: 'POST', headers, body: '{}' })).status).toBe(401)
    expect(side.session.token()).toBe(before)
    // Without a token of a connection nobody's is shown: the server asks for one.
    expect((await ask('/api/messages/send', { method: 'POST', body: '{}' })).status).toBe(401)
    expect(heard).toEqual([['/messages/send', 'Bearer da-conexao', 'chave']])
    // And no other call takes one.
    await ask('/api/tickets', { method: 'POST', headers, body: '{}' })
    expect(heard[1]?.[1]).toBe(`Bearer ${before}`)
  })

  it('refreshes once for 20 calls that meet an expired token, and repeats each of them', async () => {
    server.routes.set('POST /api/tickets', async (request, response) => {
      server.json(response, 200, JSON.parse((await readBody(request)).toString()))
    })
    server.valid.clear()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask('/api/tickets', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ n }),
        }),
      ),
    )
    expect(await Promise.all(answers.map(a => a.json()))).toEqual(
      Array.from({ length: 20 }, (_, n) => ({ n })),
    )
    expect(server.count('POST /api/auth/refresh_token')).toBe(1)
    expect(side.session.state().status).toBe('signedIn')
  })

  it('does not refresh for a refusal with a code', async () => {
    server.routes.set('GET /api/users', (_, response) =>
      server.json(response, 403, { error: 'ERR_NO_PERMISSION' }),
    )
    const answer = await ask('/api/users')
    expect([answer.status, await errorOf(answer)]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(server.count('POST /api/auth/refresh_token')).toBe(0)
  })

  it('ends the session on a genuine 401 only', async () => {
    server.routes.set('GET /api/companies', (_, response) =>
      server.json(response, 401, { error: 'Acesso não permitido' }),
    )
    server.routes.set('GET /api/users', (_, response) =>
      server.json(response, 401, { error: 'ERR_SESSION_EXPIRED' }),
    )
    server.routes.set('GET /api/tags', (_, response) => {
      response.writeHead(401, { 'content-type': 'text/html' })
      response.end('<html>proxy sign-in</html>')
    })
    expect((await ask('/api/companies')).status).toBe(401)
    expect(side.session.state().status).toBe('signedIn')
    const page = await ask('/api/tags')
    expect([page.status, await errorOf(page)]).toEqual([401, 'SERVER_UNREADABLE'])
    expect(side.session.state().status).toBe('signedIn')
    expect((await ask('/api/users')).status).toBe(401)
    expect(side.session.state()).toMatchObject({ status: 'signedOut', reason: 'expired' })
  })

  it('turns pages, dead servers and empty bodies into plain answers', async () => {
    const missing = await ask('/api/nothing')
    expect([missing.status, await errorOf(missing)]).toEqual([404, 'SERVER_UNREADABLE'])
    server.routes.set('GET /api/page', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html>captive portal</html>')
    })
    const portal = await ask('/api/page')
    expect([portal.status, await errorOf(portal)]).toEqual([502, 'SERVER_UNREADABLE'])
    server.routes.set('DELETE /api/messages/1', (_, response) => response.end())
    const empty = await ask('/api/messages/1', { method: 'DELETE' })
    expect([empty.status, await empty.text()]).toEqual([200, ''])
    await server.stop()
    const dead = await ask('/api/tickets')
    expect([dead.status, await errorOf(dead)]).toEqual([503, 'SERVER_UNREACHABLE'])
    expect(dead.headers.get('content-type')).toContain('application/json')
    await server.start()
  })

  it('stops the call on the server when the window gives up', async () => {
    let closed = false
    server.routes.set('GET /api/slow', (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('[')
      request.socket.once('close', () => {
        closed = true
      })
    })
    const answer = await ask('/api/slow')
    expect(answer.status).toBe(200)
    // All that Electron does when a page leaves: the body of the answer is wanted no more.
    await answer.body?.cancel()
    await until('server sees the abort', () => closed)
  })

  it('refuses to climb out of the API base', async () => {
    const answer = await ask('/api/..%2f..%2fadmin')
    expect(answer.status).toBe(400)
    expect(server.calls.filter(c => c.includes('admin'))).toEqual([])
  })
})

describe('redirects', () => {
  it('follows inside the server with the token and never takes the token elsewhere', async () => {
    const other = await startServer()
    const seen: unknown[] = []
    other.routes.set('GET /open/file', (request, response) => {
      seen.push(request.headers.authorization, request.headers.cookie)
      server.json(response, 200, { from: 'other' })
    })
    server.routes.set('GET /api/away', (_, response) => {
      response.writeHead(302, { location: `${other.origin}/open/file` })
      response.end()
    })
    server.routes.set('GET /api/near', (_, response) => {
      response.writeHead(307, { location: '/api/here' })
      response.end()
    })
    server.routes.set('GET /api/here', (_, response) => server.json(response, 200, { from: 'here' }))
    server.routes.set('POST /api/away', (_, response) => {
      response.writeHead(307, { location: `${other.origin}/open/file` })
      response.end()
    })
    expect(await (await ask('/api/near')).json()).toEqual({ from: 'here' })
    expect(await (await ask('/api/away')).json()).toEqual({ from: 'other' })
    expect(seen).toEqual([undefined, undefined])
    const posted = await ask('/api/away', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([posted.status, await errorOf(posted)]).toEqual([502, 'SERVER_UNREADABLE'])
    expect(other.count('POST /open/file')).toBe(0)
    await other.stop()
  })

  it('gives up on a loop', async () => {
    server.routes.set('GET /api/loop', (_, response) => {
      response.writeHead(302, { location: '/api/loop' })
      response.end()
    })
    expect((await ask('/api/loop')).status).toBe(502)
  })
})

describe('files', () => {
  it('passes ranges both ways', async () => {
    server.routes.set('GET /media/1/a.mp3', (request, response) => {
      response.writeHead(206, {
        'content-type': 'audio/mpeg',
        'content-range': 'bytes 2-4/10',
        'content-length': '3',
        'accept-ranges': 'bytes',
      })
      response.end(
        request.headers.range === 'bytes=2-4' && request.headers['accept-encoding'] === 'identity'
          ? 'abc'
          : 'bad',
      )
    })
    const answer = await ask('/media/1/a.mp3', { headers: { range: 'bytes=2-4' } })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      206,
      'bytes 2-4/10',
      'abc',
    ])
  })

  it('streams an upload: the server has the first part before the last is made', async () => {
    const arrived: number[] = []
    const { promise: first, resolve: firstArrived } = deferred()
    server.routes.set('POST /api/messages/1', async (request, response) => {
      for await (const part of request) {
        arrived.push((part as Buffer).byteLength)
        firstArrived()
      }
      server.json(response, 200, { size: arrived.reduce((a, b) => a + b, 0) })
    })
    let step = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        step += 1
        if (step === 1) controller.enqueue(new Uint8Array(64 * 1024))
        else if (step === 2) {
          await first
          controller.enqueue(new Uint8Array(64 * 1024))
        } else controller.close()
      },
    })
    const answer = await ask('/api/messages/1', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    })
    expect(await answer.json()).toEqual({ size: 128 * 1024 })
  })

  it('renews a token that is about to expire before it sends a stream', async () => {
    side.session.stop()
    server.tokenTtl = 60
    await side.session.signIn('ana@demo.turno', 'right')
    server.tokenTtl = 900
    server.routes.set('POST /api/messages/1', async (request, response) => {
      server.json(response, 200, { size: (await readBody(request)).byteLength })
    })
    const before = server.count('POST /api/auth/refresh_token')
    const answer = await ask('/api/messages/1', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: new Uint8Array(10),
      duplex: 'half',
    })
    expect(await answer.json()).toEqual({ size: 10 })
    expect(server.count('POST /api/auth/refresh_token')).toBe(before + 1)
  })

  it('hands local attachments to their keeper and knows no other local path', async () => {
    expect(await (await ask('/local/attachments?name=a.png', { method: 'POST', body: 'x' })).text()).toBe(
      'kept',
    )
    expect(await (await ask('/local/attachments/abc')).text()).toBe('kept')
    expect((await ask('/local/secrets')).status).toBe(404)
    expect((await ask('/local/attachments-of-others')).status).toBe(404)
    expect(handed).toHaveLength(2)
  })
})

describe('signed out', () => {
  it('forwards public calls without a token and leaves the state alone', async () => {
    await side.session.signOut()
    server.routes.set('GET /api/open', (_, response) => server.json(response, 200, {}))
    expect((await ask('/api/open')).status).toBe(401)
    expect(side.session.state().reason).toBe('signedOut')
    expect(makeToken(1)).not.toBe(side.session.token())
  })
})

it('gives each load of a page a nonce of its own for its style elements, and files none', async () => {
  const load = async (): Promise<[string | undefined, string | undefined]> => {
    const answer = await ask('/tickets')
    const page = await answer.text()
    expect(Number(answer.headers.get('content-length'))).toBe(page.length)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/style-src [^;]*unsafe-inline/)
    return [/style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1], /nonce="([^"]+)"/.exec(page)?.[1]]
  }
  const [first, second] = [await load(), await load()]
  expect(first[0]).toMatch(/^[A-Za-z0-9+/=]{24}$/)
  expect(first[1]).toBe(first[0])
  expect(second[1]).toBe(second[0])
  expect(second[0]).not.toBe(first[0])
  const file = await ask('/assets/app-1a2b.js')
  expect(file.headers.get('content-security-policy')).toContain("style-src 'self';")
})
