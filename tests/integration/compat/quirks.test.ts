/** The same small round of an agent's work with each quirk of the legacy servers switched off, one by one. */
import { endpoints } from '@contract'
import { describe, expect, it } from 'vitest'
import { probeServer } from '../../../electron/main/adapters/capabilities'
import { asTurno } from '../../compat/as-turno'
import { startCompatServer } from '../../compat/server'
import { QUIRKS, type Quirk } from '../../compat/server/quirks'

async function workingDay(off: readonly Quirk[]): Promise<void> {
  const server = await startCompatServer({ replyAfterMs: 0, off })
  try {
    expect((await probeServer(fetch, new URL(server.url))).ok).toBe(true)
    const ana = await asTurno(server, 'ana@demo.turno')
    const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const { status, json } = await ana.ask(method, path, body)
      expect(status, `${method} ${path}`).toBeLessThan(300)
      return json
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
    const taken = await ask('PUT', `/tickets/${id}`, { status: 'open', userId: ana.id })
    expect(endpoints['tickets.update'].response.parse(taken)).toMatchObject({ status: 'open', userId: 3 })
    await ask('POST', `/messages/${id}`, { body: 'Bom dia!', clientId: 'abcdefgh' })
    const thread = endpoints['messages.list'].response.parse(await ask('GET', `/messages/${id}?pageNumber=1`))
    expect(thread.messages.at(-1)).toMatchObject({ body: 'Bom dia!', fromMe: true, mediaType: null })
    const users = endpoints['users.list'].response.parse(await ask('GET', '/users?pageNumber=1'))
    expect(users).toMatchObject({ count: server.world.people.length, hasMore: false })
    expect(endpoints['auth.me'].response.parse(await ask('GET', '/auth/me')).name).toBe('Ana Agente')
    const closed = await ask('PUT', `/tickets/${id}`, { status: 'closed', userId: ana.id, justClose: true })
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
