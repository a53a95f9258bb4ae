/** The same small round of an agent's work with each quirk of the legacy servers switched off, one by one. */
import { endpoints } from '@contract'
import { describe, expect, it } from 'vitest'
import { probeServer } from '../../../electron/main/adapters/capabilities'
import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import type { ServerClient } from '../../../electron/main/session/server-client'
import { startCompatServer } from '../../compat/server'
import { QUIRKS, type Quirk } from '../../compat/server/quirks'

const ANA = { id: 3, companyId: 1, profile: 'user' }

async function workingDay(off: readonly Quirk[]): Promise<void> {
  const server = await startCompatServer({ replyAfterMs: 0, off })
  try {
    const found = await probeServer(fetch, new URL(server.url))
    expect(found.ok).toBe(true)
    if (!found.ok) return
    const login = await fetch(new URL('auth/login', found.api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@demo.turno', password: 'turno-demo' }),
    })
    const { token } = endpoints['auth.login'].response.parse(await login.json())
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const raw: ServerClient = {
      fetch: (path, init = {}) => {
        const body = typeof init.body === 'function' ? init.body() : init.body
        const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie }
        return fetch(new URL(path.replace(/^\//, ''), found.api), {
          method: init.method ?? 'GET',
          headers: { ...headers, authorization: `Bearer ${token}` },
          ...(body ? { body } : {}),
        })
      },
      fetchFromOrigin: path => fetch(new URL(path, server.url)),
    }
    const client = legacyAdapter(() => ANA).adapt(raw)
    const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await client.fetch(path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      expect(answer.status, `${method} ${path}`).toBeLessThan(300)
      const text = await answer.text()
      return text ? JSON.parse(text) : null
    }

    const seen = new Set<number>()
    for (let page = 1; ; page++) {
      const query = `status=open&showAll=true&queueIds=[1,2,3]&pageNumber=${page}`
      const { tickets } = endpoints['tickets.list'].response.parse(await ask('GET', `/tickets?${query}`))
      for (const ticket of tickets) seen.add(ticket.id)
      if (tickets.length === 0) break
    }
    expect(seen.size).toBe(server.world.tickets.filter(t => t.status === 'open').length)

    const id = server.world.tickets.find(t => t.status === 'pending' && t.queueId !== 3)?.id
    const taken = await ask('PUT', `/tickets/${id}`, { status: 'open', userId: ANA.id })
    expect(endpoints['tickets.update'].response.parse(taken)).toMatchObject({ status: 'open', userId: 3 })
    await ask('POST', `/messages/${id}`, { body: 'Bom dia!', clientId: 'abcdefgh' })
    const thread = endpoints['messages.list'].response.parse(await ask('GET', `/messages/${id}?pageNumber=1`))
    expect(thread.messages.at(-1)).toMatchObject({ body: 'Bom dia!', fromMe: true, mediaType: null })
    const users = endpoints['users.list'].response.parse(await ask('GET', '/users?pageNumber=1'))
    expect(users).toMatchObject({ count: server.world.people.length, hasMore: false })
    expect(endpoints['auth.me'].response.parse(await ask('GET', '/auth/me')).name).toBe('Ana Agente')
    const closed = await ask('PUT', `/tickets/${id}`, { status: 'closed', userId: ANA.id, justClose: true })
    expect(endpoints['tickets.update'].response.parse(closed).status).toBe('closed')
  } finally {
    await server.close()
  }
}

describe('a round of work', () => {
  it('with every quirk on', () => workingDay([]))
  it('with every quirk off', () => workingDay(Object.keys(QUIRKS) as Quirk[]))
  it.each(Object.keys(QUIRKS) as Quirk[])('without the quirk %s', quirk => workingDay([quirk]))
})
