/** What people type and paste to name a legacy server, whose API lies at the root and speaks plain http. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverFromUrl } from '../../../electron/main/config/config'
import { configuredAddress } from '../../../electron/main/servers/configured-address'
import { findServer, meantBy } from '../../../electron/main/servers/typed-address'
import { isInside } from '../../../electron/outward/addresses'
import { type CompatServer, startCompatServer } from '../../compat/server'

let server: CompatServer
let port = ''
beforeAll(async () => {
  server = await startCompatServer({ replyAfterMs: 0 })
  port = new URL(server.url).port
})
afterAll(() => server.close())

describe('an address', () => {
  it.each([
    'localhost:PORT',
    '127.0.0.1:PORT',
    ' 127.0.0.1:PORT/ ',
    'http://127.0.0.1:PORT',
    'http://127.0.0.1:PORT/api',
    '127.0.0.1:PORT/api/',
    'http://127.0.0.1:PORT/tickets/6e0c2a4e-0000-4000-8000-000000000000?tab=open#top',
    'localhost:PORT/login',
  ])('%s finds the server', async text => {
    const found = await findServer(fetch, text.replace('PORT', port))
    expect(found).toMatchObject({ ok: true, facts: { adapter: 'legacy' } })
    expect(found.ok && found.api.pathname).toBe('/')
  })

  it('of a page finds a server whose API has a path', async () => {
    const other = await startCompatServer({ replyAfterMs: 0, off: ['noApiPrefix'] })
    try {
      const found = await findServer(fetch, `${new URL(other.url).origin}/tickets/abc`)
      expect(found.ok && found.api.href).toBe(`${other.url}/`)
    } finally {
      await other.close()
    }
  })

  it('of the configuration is found by the same rule, with the path of the README too', async () => {
    for (const text of [server.url, `${server.url}/api`, `${server.url}/api/`]) {
      const config = serverFromUrl(text, 'TURNO_SERVER_URL')
      if (config.kind !== 'remote') throw new Error('an address names a server')
      const address = configuredAddress(config, (url, init) => fetch(url, init))
      expect((await address.resolve()).api.href, text).toBe(`${server.url}/`)
    }
  })

  it('says when nobody answers, and when it is none', async () => {
    expect(await findServer(fetch, '127.0.0.1:1')).toEqual({ ok: false, reason: 'unreachable' })
    expect(await findServer(fetch, 'ftp://127.0.0.1')).toEqual({ ok: false, reason: 'invalid' })
    expect(await findServer(fetch, 'http://ana:segredo@127.0.0.1')).toEqual({ ok: false, reason: 'invalid' })
  })

  it('is asked without encryption only in private networks, and only when it names no protocol', () => {
    const hrefs = (text: string) => meantBy(text).map(url => url.href)
    expect(hrefs('192.168.0.10:8080')).toEqual(['https://192.168.0.10:8080/', 'http://192.168.0.10:8080/'])
    expect(hrefs('atendimento.example.com')).toEqual(['https://atendimento.example.com/'])
    expect(hrefs('8.8.8.8:8080')).toEqual(['https://8.8.8.8:8080/'])
    expect(hrefs('https://localhost:8080')).toEqual(['https://localhost:8080/'])
    const hosts = [
      '10.1.2.3',
      '172.20.0.1',
      '172.32.0.1',
      'servidor',
      'servidor.local',
      '[fd00::1]',
      '[::7f00:1]',
      '[2606:4700::1111]',
    ]
    expect(hosts.map(isInside)).toEqual([true, true, false, true, true, true, true, false])
  })
})
