/** `net.request` played by the stand-in, which tells of nothing that Electron does not tell of. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Call, type OpenCall, requestFetch } from '../../../electron/main/session/request-fetch'
import { ClientRequestHost } from '../../../scripts/stand-in/host/net-request'
import { mainSide, memoryVault, readBody, startServer, type TestServer, until } from './helpers'

const chunked: boolean[] = []
const open: OpenCall = options => {
  const call = new ClientRequestHost(options)
  const end = call.end.bind(call)
  call.end = ((...args: []) => {
    chunked.push(call.chunkedEncoding)
    return end(...args)
  }) as typeof call.end
  return call as unknown as Call
}

let server: TestServer
let side: ReturnType<typeof mainSide>
beforeEach(async () => {
  chunked.length = 0
  server = await startServer()
  side = mainSide(server.origin, memoryVault(), requestFetch(open))
  await side.session.start()
  await side.session.signIn('ana@demo.turno', 'right')
})
afterEach(async () => {
  side.session.stop()
  await server.stop()
})

describe('fetch over net.request', () => {
  it('signs in, keeps the cookie and renews with it', async () => {
    expect(side.session.state().status).toBe('signedIn')
    server.valid.clear()
    server.routes.set('POST /api/x', async (request, response) =>
      server.json(response, 200, JSON.parse((await readBody(request)).toString())),
    )
    const answer = await side.client.fetch('/x', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"n":1}',
    })
    expect(await answer.json()).toEqual({ n: 1 })
    expect(server.count('POST /api/auth/refresh_token')).toBe(1)
    expect(new Set(chunked)).toEqual(new Set([false]))
  })

  it('sends a stream in chunks and answers without a body where there is none', async () => {
    server.routes.set('POST /api/up', async (request, response) => {
      server.json(response, 200, { size: (await readBody(request)).byteLength })
    })
    server.routes.set('DELETE /api/up', (_, response) => response.writeHead(204).end())
    const body = () => new Blob([new Uint8Array(300_000)]).stream()
    expect(await (await side.client.fetch('/up', { method: 'POST', body })).json()).toEqual({ size: 300_000 })
    expect(chunked.at(-1)).toBe(true)
    const gone = await side.client.fetch('/up', { method: 'DELETE' })
    expect([gone.status, await gone.text()]).toEqual([204, ''])
  })

  it('hands redirects back, so that the token stays here', async () => {
    const other = await startServer()
    let seen: string | undefined = 'nothing'
    other.routes.set('GET /open/f', (request, response) => {
      seen = request.headers.authorization
      server.json(response, 200, {})
    })
    server.routes.set('GET /api/away', (_, response) =>
      response.writeHead(302, { location: `${other.origin}/open/f` }).end(),
    )
    server.routes.set('POST /api/auth/login', (_, response) =>
      response.writeHead(307, { location: `${other.origin}/api/auth/login` }).end(),
    )
    expect((await side.client.fetch('/away')).status).toBe(200)
    expect(seen).toBeUndefined()
    await side.session.signOut()
    await expect(side.session.signIn('ana@demo.turno', 'right')).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
    })
    expect(other.count('POST /api/auth/login')).toBe(0)
    await other.stop()
  })

  it('stops when asked, before and after the answer began', async () => {
    let closed = 0
    server.routes.set('GET /api/slow', (request, response) => {
      request.socket.once('close', () => closed++)
      if (server.count('GET /api/slow') > 1) response.writeHead(200).write('x')
    })
    const early = new AbortController()
    const waiting = side.client.fetch('/slow', { signal: early.signal })
    await until('asked', () => server.count('GET /api/slow') === 1)
    early.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    const late = new AbortController()
    const answer = await side.client.fetch('/slow', { signal: late.signal })
    late.abort()
    await expect(answer.text()).rejects.toThrow()
    await until('both closed', () => closed === 2)
  })

  it('ends when nothing moves any more, before and in the midst of an answer, but not while it is read slowly', async () => {
    const fetch = requestFetch(open, undefined, 100)
    let closed = 0
    server.routes.set('GET /open/silent', (request, response) => {
      request.socket.once('close', () => closed++)
      if (server.count('GET /open/silent') > 1) response.writeHead(200).write('x')
    })
    const url = `${server.origin}/open/silent`
    await expect(fetch(url, {})).rejects.toMatchObject({ name: 'TimeoutError' })
    const answer = await fetch(url, {})
    await expect(answer.text()).rejects.toThrow('nothing received')
    await until('both closed', () => closed === 2)
    server.routes.set('GET /open/drips', (_, response) => {
      response.writeHead(200)
      let left = 8
      const drip = setInterval(() => {
        response.write('x')
        if (--left > 0) return
        clearInterval(drip)
        response.end()
      }, 40)
    })
    expect(await (await fetch(`${server.origin}/open/drips`, {})).text()).toHaveLength(8)
    server.routes.set('GET /open/much', (_, response) => response.end(Buffer.alloc(4_000_000)))
    const much = (await fetch(`${server.origin}/open/much`, {})).body?.getReader()
    await much?.read()
    // As long as it takes another one to be given up.
    server.routes.set('GET /open/mute', () => {})
    await expect(fetch(`${server.origin}/open/mute`, {})).rejects.toMatchObject({ name: 'TimeoutError' })
    let bytes = 0
    for (let part = await much?.read(); part && !part.done; part = await much?.read())
      bytes += part.value.length
    expect(bytes).toBeGreaterThan(3_000_000)
  })

  it('stops the server when what it sends is thrown away, and not when it was read to its end', async () => {
    const closed: string[] = []
    for (const path of ['/endless', '/whole'])
      server.routes.set(`GET /api${path}`, (request, response) => {
        request.socket.once('close', () => closed.push(path))
        if (path === '/whole') return server.json(response, 200, { all: true })
        response.writeHead(200, { 'content-type': 'video/mp4' }).write('x'.repeat(64))
      })
    expect(await (await side.client.fetch('/whole')).json()).toEqual({ all: true })
    const answer = await side.client.fetch('/endless')
    await answer.body?.cancel()
    await until('the server was told', () => closed.length > 0)
    expect(closed).toContain('/endless')
    // The line that was used to its end serves the next call.
    expect(await (await side.client.fetch('/whole')).json()).toEqual({ all: true })
  })

  it('says unreachable when nobody answers', async () => {
    await server.stop()
    await expect(side.client.fetch('/x')).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    await server.start()
  })
})
