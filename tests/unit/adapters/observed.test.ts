/** What a server turns out not to have is no longer offered. */
import { describe, expect, it } from 'vitest'
import { lackSeen } from '../../../electron/main/adapters/observed'
import type { Log } from '../../../electron/main/log/log'
import { createAdaptedClient } from '../../../electron/main/session/adapted-client'
import type { Session } from '../../../electron/main/session/session'
import type { ServerFacts } from '../../../src/contract'

const page = (status: number): Response =>
  new Response('<pre>Cannot POST /contacts/upload</pre>', {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
const refusal = (status: number): Response =>
  new Response('{"error":"ERR_NO_CONTACT_FOUND"}', {
    status,
    headers: { 'content-type': 'application/json' },
  })

describe('an answer that shows a call to be missing', () => {
  it('is a page instead of a refusal, on a call that an ability hangs on', () => {
    expect(lackSeen('POST', 'contacts/upload', page(404))).toBe('csvImport')
    expect(lackSeen('POST', '/messages/3EB0-A1/reactions', page(405))).toBe('reactions')
    expect(lackSeen('GET', '/contacts/12/media?pageNumber=2', page(501))).toBe('contactMedia')
  })

  it('is no refusal about one thing, no trouble of the server, no other call', () => {
    expect(lackSeen('POST', '/contacts/upload', refusal(404))).toBeNull()
    expect(lackSeen('POST', '/contacts/upload', page(500))).toBeNull()
    expect(lackSeen('POST', '/contacts/upload', page(200))).toBeNull()
    expect(lackSeen('GET', '/contacts/upload', page(404))).toBeNull()
    expect(lackSeen('GET', '/tickets/12', page(404))).toBeNull()
  })
})

describe('the record of what a server can do', () => {
  const silent = { info() {}, warn() {}, error() {}, debug() {} } as unknown as Log

  function client(answer: () => Response) {
    const api = new URL('http://127.0.0.1:9/')
    const known: (ServerFacts | null)[] = []
    const one = createAdaptedClient({
      raw: { fetch: async () => answer(), fetchFromOrigin: async () => answer() },
      fetch: async () =>
        new Response('{"version":"6.0.0"}', { headers: { 'content-type': 'application/json' } }),
      address: {
        resolve: async () => ({ api, origin: api }),
        label: () => api.host,
        proof: () => ({}),
        embedded: false,
        key: api.href,
      },
      session: { state: () => ({ user: null }) } as unknown as Session,
      aheadMs: () => 0,
      log: silent,
    })
    one.onFacts(facts => known.push(facts))
    return { one, known }
  }
  const form = (): FormData => {
    const data = new FormData()
    data.set('contacts', new Blob(['name,number\nAna,5511987654321'], { type: 'text/csv' }), 'a.csv')
    return data
  }
  const upload = async (one: ReturnType<typeof client>['one']): Promise<Response> => {
    const body = new Response(form())
    return one.fetch('/contacts/importCsv', {
      method: 'POST',
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
      body: await body.arrayBuffer(),
    })
  }

  it('loses an ability once, tells everybody, and keeps the others', async () => {
    const { one, known } = client(() => page(404))
    const first = await upload(one)
    await upload(one)
    expect(first.ok).toBe(false)
    expect(known.map(facts => facts?.capabilities.csvImport)).toEqual(['equivalent', 'missing'])
    expect(one.facts()?.capabilities.closeAll).toBe('equivalent')
  })

  it('keeps it over a server in trouble, and starts anew with another server', async () => {
    let answer = page(502)
    const { one } = client(() => answer)
    await upload(one)
    expect(one.facts()?.capabilities.csvImport).toBe('equivalent')
    answer = page(404)
    await upload(one)
    expect(one.facts()?.capabilities.csvImport).toBe('missing')
    one.forget()
    await one.settled()
    expect(one.facts()?.capabilities.csvImport).toBe('equivalent')
  })
})
