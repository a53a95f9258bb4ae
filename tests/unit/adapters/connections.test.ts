/** Connections, queues and chatbots on legacy servers: its ways (docs/legacy-server.md 6.2, 6.3) and ours. */
import { endpoints } from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import type { ServerClient } from '../../../electron/main/session/server-client'
import { soon } from '../../support/soon'
import { json, type Row } from './calls-to'

const SAMPLE: Row = {
  id: 1,
  name: 'Principal',
  status: 'CONNECTED',
  token: 'tok-1',
  qrcode: 'code',
  greetingMessage: 'Olá',
}

let connection: Row
let queues: Row[]
let asked: string[]
let profile: string

/** A server with the legacy server's habits: queues that are not named are taken away, sessions answer when they are scanned. */
function legacy(): ServerClient {
  const change = (body: Row): Response => {
    const ids = (body.queueIds ?? []) as number[]
    if (ids.length > 1 && !body.greetingMessage) return json({ error: 'ERR_WAPP_GREETING_REQUIRED' }, 400)
    const { queueIds: _ids, ...rest } = body
    Object.assign(connection, rest, { queues: ids.map(id => ({ id })) })
    return json(connection)
  }
  const fetch: ServerClient['fetch'] = async (path, init = {}) => {
    const method = init.method ?? 'GET'
    const bare = path.split('?')[0] ?? ''
    asked.push(`${method} ${bare}`)
    const raw = typeof init.body === 'function' ? init.body() : init.body
    const body = typeof raw === 'string' ? (JSON.parse(raw) as Row) : {}
    if (/^\/whatsapp\/9/.test(bare))
      return json({ error: 'Não é possível acessar registros de outra empresa' }, 400)
    if (bare === '/whatsapp' && method === 'GET') return json([connection])
    if (bare === '/whatsapp/1') return method === 'PUT' ? change(body) : json(connection)
    if (bare === '/whatsappsession/1' && method === 'DELETE')
      return json({ error: 'ERR_WAPP_NOT_INITIALIZED' }, 400)
    if (bare === '/whatsappsession/1') {
      if (method === 'PUT') change({})
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    }
    const queue = queues.find(one => bare === `/queue/${one.id}`)
    if (bare === '/queue') return json(queues.toSorted((a, b) => Number(a.orderQueue) - Number(b.orderQueue)))
    if (queue && method === 'PUT') {
      if (!body.color) return json({ error: 'ERR_QUEUE_INVALID_COLOR' }, 400)
      return json(Object.assign(queue, body), 201)
    }
    if (queue) return json(queue)
    if (bare.endsWith('/media-upload')) return json({ mensagem: 'Arquivo Salvo' })
    return new Response('<html>', { status: 404 })
  }
  return { fetch, fetchFromOrigin: fetch }
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Row & Row[] }> {
  const client = legacyAdapter(() => ({ id: 1, companyId: 1, profile })).adapt(legacy())
  const response = await client.fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, json: (await response.json()) as Row & Row[] }
}
const queueIds = (): unknown[] => (connection.queues as Row[]).map(one => one.id)

beforeEach(() => {
  asked = []
  profile = 'admin'
  connection = { ...SAMPLE, queues: [{ id: 1 }, { id: 2 }] }
  queues = [1, 2, 3].map(id => ({ id, name: `Fila ${id}`, color: `#11111${id}`, orderQueue: id }))
})

describe('connections of the legacy servers', () => {
  afterEach(() => void vi.useRealTimers())

  it('keep their queues when something else is changed', async () => {
    const { status, json } = await ask('PUT', '/whatsapp/1', { name: 'Balcão' })
    expect(status).toBe(200)
    expect(endpoints['whatsapps.update'].response.parse(json)).toMatchObject({ name: 'Balcão' })
    expect(queueIds()).toEqual([1, 2])
  })

  it('are started without waiting for a scan', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = ask('POST', '/whatsappsession/1')
    await soon(() => expect(asked).toContain('POST /whatsappsession/1'))
    await vi.runAllTimersAsync()
    expect((await answer).status).toBe(200)
  })

  it('keep their queues when a new code is asked for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = ask('PUT', '/whatsappsession/1')
    await soon(() => expect(queueIds()).toEqual([]))
    await vi.runAllTimersAsync()
    expect((await answer).status).toBe(200)
    expect(queueIds()).toEqual([1, 2])
  })

  it('get a new secret that is made here', async () => {
    const { json } = await ask('POST', '/whatsapp/1/token')
    expect(json.token).toMatch(/^[\w-]{32}$/)
    expect(connection.token).toBe(json.token)
    expect(queueIds()).toEqual([1, 2])
  })

  it('show code and secret to admins only, though that server sends them to everybody', async () => {
    expect((await ask('GET', '/whatsapp/1')).json).toMatchObject({ qrcode: 'code', token: 'tok-1' })
    profile = 'user'
    const answers = [(await ask('GET', '/whatsapp/1')).json, (await ask('GET', '/whatsapp')).json[0] ?? {}]
    for (const one of answers) {
      expect(one.name).toBe('Principal')
      expect(Object.keys(one)).not.toContain('qrcode')
      expect(Object.keys(one)).not.toContain('token')
    }
  })

  it('that do not exist are not of another company', async () => {
    expect(await ask('GET', '/whatsapp/9')).toEqual({ status: 404, json: { error: 'ERR_NO_WAPP_FOUND' } })
  })
})

describe('queues of the legacy servers', () => {
  it('are put in order one by one', async () => {
    const { json } = await ask('POST', '/queue-order', { ids: [3, 1, 2] })
    expect(json.map(one => one.id)).toEqual([3, 1, 2])
    expect(queues.map(one => one.color)).toEqual(['#111111', '#111112', '#111113'])
    expect((await ask('POST', '/queue-order', { ids: [3, 8] })).status).toBe(404)
  })

  it('can be changed without saying their colour', async () => {
    expect((await ask('PUT', '/queue/2', { greetingMessage: 'Oi' })).json).toMatchObject({
      name: 'Fila 2',
      color: '#111112',
      greetingMessage: 'Oi',
    })
  })
})

describe('options of the legacy servers', () => {
  it('lead to further options only', async () => {
    const option = { queueId: 1, title: 'Vendas' }
    for (const more of [{ exitChatbot: true }, { forwardQueueId: 2 }])
      expect(await ask('POST', '/queue-options', { ...option, ...more })).toEqual({
        status: 501,
        json: { error: 'SERVER_LACKS' },
      })
  })
})

describe('what the legacy servers lacks', () => {
  it.each([
    ['POST', '/whatsapp-restart'],
    ['GET', '/whatsapp-traffic'],
    ['GET', '/holidays'],
    ['POST', '/holidays'],
    ['PUT', '/holidays/1'],
    ['DELETE', '/holidays/1'],
  ])('%s %s: are refused in a code that says so, without asking that server', async (method, path) => {
    expect(await ask(method, path)).toEqual({ status: 501, json: { error: 'SERVER_LACKS' } })
    expect(asked).toEqual([])
  })
})
