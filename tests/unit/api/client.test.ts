import { type AxiosAdapter, AxiosError, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { describe, expect, it } from 'vitest'
import { unsureBody } from '../../../scripts/stand-in/page/bodies'
import { ApiError, createClient, dropAnswers, isAborted } from '../../../src/api'
import { errorText } from '../../../src/api/api-error'
import { queryText } from '../../../src/api/client'
import { onSchemaMismatch } from '../../../src/contract'

interface Stub {
  status?: number
  body?: string | Blob
  /** Axios error code of a failure without an answer. */
  fails?: string
}

/** A client whose server answers one thing, and the requests it saw. */
function clientOf({ status = 200, body = '', fails }: Stub) {
  const seen: InternalAxiosRequestConfig[] = []
  const adapter: AxiosAdapter = async config => {
    seen.push(config)
    if (config.signal?.aborted) throw new CanceledError()
    if (fails) throw new AxiosError('failed', fails, config)
    const response = { data: body, status, statusText: '', headers: {}, config }
    if (status >= 400) throw new AxiosError('refused', 'ERR_BAD_RESPONSE', config, null, response)
    return response
  }
  return { api: createClient(adapter), seen }
}

const failure = async (stub: Stub): Promise<ApiError> => {
  const { api } = clientOf(stub)
  const error: unknown = await api.call('auth.me').then(
    () => null,
    e => e,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const HTML = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>'

describe('call', () => {
  it('parses the answer by the contract and drops what it does not know', async () => {
    const { api, seen } = clientOf({
      body: JSON.stringify({ id: '7', name: 'Ana', unknown: { deep: true } }),
    })
    const user = await api.call('auth.me')
    expect(user).toMatchObject({ id: 7, name: 'Ana', profile: '', super: false, queues: [] })
    expect(user).not.toHaveProperty('unknown')
    expect(seen[0]).toMatchObject({ baseURL: '/api', url: '/auth/me', method: 'get' })
    expect(JSON.stringify(seen[0]?.headers)).not.toMatch(/authorization/i)
  })

  it('gives nobody an answer, good or bad, that was asked for in a session that has ended', async () => {
    for (const stub of [
      { body: '{"id":7,"name":"Ana"}' },
      { status: 401, body: '{"error":"ERR_SESSION_EXPIRED"}' },
    ]) {
      const asked = clientOf(stub).api.call('auth.me')
      dropAnswers()
      expect(isAborted(await asked.catch(error => error))).toBe(true)
    }
    expect(await clientOf({ body: '{"id":7,"name":"Ana"}' }).api.call('auth.me')).toMatchObject({ id: 7 })
  })

  it('skips a malformed row, reports it and keeps the others', async () => {
    const reports: string[] = []
    onSchemaMismatch(({ where }) => reports.push(where))
    const tickets = [
      { id: 1, status: 'open' },
      { id: 2, status: 'exploded' },
      null,
      { id: 3, status: 'pending' },
    ]
    const { api } = clientOf({ body: JSON.stringify({ tickets, count: '3', hasMore: 'true' }) })
    const page = await api.call('tickets.list', { query: {} })
    onSchemaMismatch(() => {})
    expect(page.tickets.map(t => t.id)).toEqual([1, 3])
    expect(page).toMatchObject({ count: 3, hasMore: true })
    expect(reports).toHaveLength(2)
  })

  it('fills and encodes path parameters', async () => {
    const { api, seen } = clientOf({ body: '{"id":1,"status":"open"}' })
    await api.call('tickets.byUuid', { params: { uuid: '../../etc?x=1' } })
    expect(seen[0]?.url).toBe('/tickets/u/..%2F..%2Fetc%3Fx%3D1')
  })

  it.each([
    ['an empty body', { body: '' }],
    ['an HTML page with status 200', { body: HTML }],
    ['half a JSON', { body: '{"id": 7, "na' }],
    ['another shape', { body: '[1,2,3]' }],
    ['a record without its id', { body: '{"name":"Ana"}' }],
  ])('refuses %s as unreadable', async (_name, stub) => {
    expect(await failure(stub)).toMatchObject({ kind: 'unreadable', code: 'SERVER_UNREADABLE', status: 200 })
  })

  it('gives the code of a refusal, also with words appended', async () => {
    expect(await failure({ status: 400, body: '{"error":"ERR_OTHER_OPEN_TICKET"}' })).toMatchObject({
      kind: 'refused',
      code: 'ERR_OTHER_OPEN_TICKET',
      status: 400,
    })
    expect(
      await failure({ status: 404, body: '{"error":"ERR_NO_DEF_WAPP_FOUND in COMPANY 1"}' }),
    ).toMatchObject({
      code: 'ERR_NO_DEF_WAPP_FOUND',
    })
  })

  it.each([
    [500, HTML, 'ERR_INTERNAL'],
    [500, '', 'ERR_INTERNAL'],
    [502, HTML, 'SERVER_UNREACHABLE'],
    [503, '', 'SERVER_UNREACHABLE'],
    [413, '<html>too large</html>', 'ERR_FILE_TOO_LARGE'],
    [414, '<html>URI Too Long</html>', 'SERVER_REQUEST_TOO_LONG'],
    [431, '', 'SERVER_REQUEST_TOO_LONG'],
    [431, '{"error":"Request Header Fields Too Large","statusCode":431}', 'SERVER_REQUEST_TOO_LONG'],
    [404, '', 'ERR_NOT_FOUND'],
    [401, '{}', 'ERR_SESSION_EXPIRED'],
    [429, '', 'ERR_TOO_MANY_ATTEMPTS'],
  ])('says what %d without words means', async (status, body, code) => {
    expect(await failure({ status, body })).toMatchObject({ code, text: '', status })
  })

  it.each(['ERR_NETWORK', 'ECONNABORTED', 'ETIMEDOUT'])('calls %s unreachable', async fails => {
    expect(await failure({ fails })).toMatchObject({
      kind: 'unreachable',
      code: 'SERVER_UNREACHABLE',
      status: 0,
    })
  })

  it('tells a request taken back from a failure', async () => {
    const { api } = clientOf({ body: '{}' })
    const controller = new AbortController()
    controller.abort()
    const error: unknown = await api.call('auth.me', { signal: controller.signal }).then(
      () => null,
      e => e,
    )
    expect(isAborted(error)).toBe(true)
    expect(isAborted(await failure({ fails: 'ERR_NETWORK' }))).toBe(false)
  })

  it('sends files as multipart with the fields beside them', async () => {
    const { api, seen } = clientOf({ body: '{}' })
    await api
      .call('messages.send', {
        params: { ticketId: 3 },
        body: { body: 'legenda' },
        files: [new File(['abc'], 'foto.png', { type: 'image/png' })],
      })
      .catch(() => null)
    // As bytes: a form with files would not reach every Electron's protocol handler.
    expect(unsureBody(seen[0]?.data)).toBeNull()
    expect(seen[0]?.data).toBeInstanceOf(ArrayBuffer)
    const type = String(seen[0]?.headers.get('Content-Type'))
    const data = await new Response(seen[0]?.data as ArrayBuffer, {
      headers: { 'content-type': type },
    }).formData()
    expect(data.get('body')).toBe('legenda')
    const file = data.get('medias') as File
    expect([file.name, file.type, await file.text()]).toEqual(['foto.png', 'image/png', 'abc'])
    expect(seen[0]?.timeout).toBe(0)
  })
})

describe('an answer that is read while it comes', () => {
  it('is heard from the request itself after the first word, which axios tells three times a second at the most', async () => {
    const request = Object.assign(new EventTarget(), { status: 200, responseText: 'a' })
    const api = createClient(async config => {
      config.onDownloadProgress?.({
        event: { target: request },
        loaded: 1,
        bytes: 1,
        lengthComputable: false,
      })
      for (const text of ['ab', 'abc']) {
        request.responseText = text
        request.dispatchEvent(new Event('progress'))
      }
      config.onDownloadProgress?.({
        event: { target: request },
        loaded: 3,
        bytes: 2,
        lengthComputable: false,
      })
      return { data: 'abcd', status: 200, statusText: '', headers: {}, config }
    })
    const heard: string[] = []
    const body = { ticketId: 1 }
    await api.call('copilot.suggest', { body, onText: soFar => heard.push(soFar) })
    expect(heard).toEqual(['a', 'ab', 'abc', 'abcd'])
  })
})

describe('queryText', () => {
  it('writes lists as JSON and leaves out what is not there', () => {
    expect(
      queryText({ queueIds: [1, 2], showAll: true, searchParam: 'á b', date: undefined, users: null }),
    ).toBe('queueIds=%5B1%2C2%5D&showAll=true&searchParam=%C3%A1+b')
  })
})

describe('errorText', () => {
  it.each([
    ['{"error":{"message":"dentro"}}', 'dentro'],
    ['{"message":"fora"}', 'fora'],
    ['"só texto"', 'só texto'],
    ['texto puro', 'texto puro'],
    ['{"error":"<html>x</html>"}', ''],
    ['{"error":42}', ''],
    ['<!doctype html><p>x', ''],
    ['', ''],
  ])('%s reads %j', (body, text) => {
    expect(errorText(body)).toBe(text)
  })
})
