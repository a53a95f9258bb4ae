/** the legacy adapter against the replay server: Turno's calls, that server's quirks, Turno's contract as the answer. */
import { endpoints, errorCodeOf } from '@contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeServer } from '../../../electron/main/adapters/capabilities'
import { asTurno, type TurnoSide } from '../../compat/as-turno'
import { type CompatServer, startCompatServer } from '../../compat/server'

let server: CompatServer
let ask: TurnoSide['ask']

beforeAll(async () => {
  server = await startCompatServer({ replyAfterMs: 0 })
  ask = (await asTurno(server, 'ana@demo.turno')).ask
})
afterAll(() => server.close())

describe('finding out what a server is', () => {
  it('knows a legacy server by its version answer, with and without a path', async () => {
    const found = await probeServer(fetch, new URL(server.url))
    expect(found).toMatchObject({ ok: true, facts: { adapter: 'legacy', version: '4.8.5' } })
    expect(found).toMatchObject({
      facts: { capabilities: { reactions: 'missing', closeAll: 'equivalent', clientIds: 'equivalent' } },
    })
  })

  it('tells a page and a dead port apart', async () => {
    expect(await probeServer(fetch, new URL(`${server.url}/nothing/here/`))).toEqual({
      ok: false,
      reason: 'notAServer',
    })
    expect(await probeServer(fetch, new URL('http://127.0.0.1:1/'))).toEqual({
      ok: false,
      reason: 'unreachable',
    })
  })
})

describe('the legacy adapter', () => {
  it('reaches every ticket although pages repeat, skip and end early', async () => {
    const seen = new Set<number>()
    for (let page = 1; page < 20; page++) {
      const { json } = await ask(
        'GET',
        `/tickets?status=open&showAll=true&queueIds=[1,2,3]&pageNumber=${page}&order=activity&cursor=x`,
      )
      const answer = endpoints['tickets.list'].response.parse(json)
      for (const ticket of answer.tickets) seen.add(ticket.id)
      if (!answer.hasMore) break
    }
    const all = server.world.tickets.filter(t => t.status === 'open')
    expect(seen.size).toBe(all.length)
  })

  it('counts the tabs', async () => {
    const { json } = await ask('GET', '/tickets/counts?queueIds=[1,2,3]&showAll=true')
    const counts = endpoints['tickets.counts'].response.parse(json)
    expect(counts.pending).toBe(server.world.tickets.filter(t => t.status === 'pending').length)
    expect(counts.open).toBe(server.world.tickets.filter(t => t.status === 'open').length)
    // Groups stand among the others there: the tab counts its own list.
    expect(counts.groups).toBeNull()
  })

  it('counts a tab by the list that was just read', async () => {
    await ask('GET', '/tickets?pageNumber=1&status=open&queueIds=[1,3]&showAll=true')
    const before = server.asked.length
    await Promise.all([
      ask('GET', '/tickets/counts?queueIds=[1,3]&showAll=true'),
      ask('GET', '/tickets?pageNumber=1&queueIds=[1,3]&status=pending&showAll=true'),
    ])
    const asked = server.asked.slice(before)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('status=pending')
  })

  it('asks for a ticket that is accepted before and after, and for nothing of another change', async () => {
    const ticket = server.world.tickets.find(t => t.status === 'pending')
    const path = `/tickets/${ticket?.id}`
    const calls = async (body: object): Promise<string[]> => {
      const from = server.asked.length
      expect((await ask('PUT', path, body)).status).toBe(200)
      return server.asked.slice(from).filter(one => one.endsWith(path))
    }
    expect(await calls({ status: 'open', userId: 3 })).toEqual([`GET ${path}`, `PUT ${path}`, `GET ${path}`])
    expect(await calls({ status: 'pending', userId: null })).toEqual([`PUT ${path}`])
  })

  it('tells the second agent who took the ticket', async () => {
    const ticket = server.world.tickets.find(t => t.status === 'pending')
    expect(ticket).toBeDefined()
    Object.assign(ticket ?? {}, { status: 'open', userId: 4 })
    const { status, json } = await ask('PUT', `/tickets/${ticket?.id}`, { status: 'open', userId: 3 })
    expect(status).toBe(409)
    expect(json).toMatchObject({ error: 'ERR_TICKET_TAKEN', user: { name: 'Bruno Agente' } })
    expect(ticket?.userId).toBe(4)
  })

  it('reads a missing ticket as a code, not as a sentence', async () => {
    expect(await ask('GET', '/tickets/99999')).toEqual({
      status: 404,
      json: { error: 'ERR_NO_TICKET_FOUND' },
    })
    expect(await ask('GET', '/tickets/u/undefined')).toEqual({
      status: 400,
      json: { error: 'ERR_INVALID_UUID' },
    })
  })

  it('opens a ticket without being told a connection', async () => {
    const contact = server.world.contacts.find(c =>
      server.world.tickets.every(t => t.contactId !== c.id || t.status === 'closed'),
    )
    const { json } = await ask('POST', '/tickets', {
      contactId: contact?.id,
      queueId: 1,
      userId: 3,
      status: 'open',
    })
    expect(endpoints['tickets.create'].response.parse(json)).toMatchObject({
      status: 'open',
      userId: 3,
      unreadMessages: 0,
    })
  })

  it('sends, and keeps double braces as they were typed', async () => {
    const ticket = server.world.tickets.find(t => t.status === 'open' && t.userId === 3)
    const sent = await ask('POST', `/messages/${ticket?.id}`, {
      body: 'use {{name}} assim',
      clientId: 'abcdefgh',
    })
    expect(sent).toEqual({ status: 200, json: { message: null, messages: [] } })
    const { json } = await ask('GET', `/messages/${ticket?.id}?pageNumber=1&markAsRead=false`)
    const page = endpoints['messages.list'].response.parse(json)
    expect(page.messages.at(-1)).toMatchObject({ body: 'use {{name}} assim', fromMe: true, mediaType: null })
    expect(JSON.stringify(json)).not.toContain('dataJson')
  })

  it('forwards by sending again', async () => {
    const from = server.world.tickets.find(t => t.status === 'open' && t.userId === 3)
    const { json } = await ask('GET', `/messages/${from?.id}?pageNumber=1`)
    const message = endpoints['messages.list'].response.parse(json).messages.at(-1)
    const to = server.world.tickets.find(t => t.status === 'open' && t.id !== from?.id)
    const before = server.world.threadOf(to?.id ?? 0).length
    const forwarded = await ask('POST', '/message/forward', {
      messageId: message?.id,
      contactId: to?.contactId,
    })
    expect(forwarded.status).toBe(200)
    const thread = server.world.threadOf(to?.id ?? 0)
    expect(thread.length).toBe(before + 1)
    expect(thread.at(-1)?.body.replaceAll('\u200D', '')).toBe(message?.body)
  })

  it('closes all, one by one', async () => {
    const { json } = await ask('POST', '/tickets/closeAll', { status: 'pending', selectedQueueIds: [1] })
    expect(endpoints['tickets.closeAll'].response.parse(json).closed).toBeGreaterThan(0)
    expect(server.world.tickets.filter(t => t.status === 'pending' && t.queueId === 1)).toEqual([])
    expect(
      await ask('POST', '/tickets/closeAll', { status: 'pending', selectedQueueIds: [1] }),
    ).toMatchObject({
      json: { error: 'ERR_EMPTY_TICKETS_CLOSEALL' },
    })
  })

  it('finds one setting in the list and the rest of the small rooms', async () => {
    expect((await ask('GET', '/settings/userRating')).json).toMatchObject({
      key: 'userRating',
      value: 'disabled',
    })
    expect((await ask('GET', '/settings/trial')).json).toEqual({ error: 'ERR_NO_SETTING_FOUND' })
    expect((await ask('GET', '/auth/me')).json).toMatchObject({ id: 3, name: 'Ana Agente' })
    const { json } = await ask('GET', '/whatsapp')
    expect(endpoints['whatsapps.list'].response.parse(json)).toHaveLength(1)
    expect(JSON.stringify(json)).not.toMatch(/creds|api-token/)
    expect((await ask('GET', '/quick-messages/list')).status).toBe(200)
    expect((await ask('GET', '/quick-messages?pageNumber=1')).json).toMatchObject({
      records: [{ shortcode: 'ola' }],
    })
    expect((await ask('GET', '/ticket-notes/list?ticketId=35')).status).toBe(200)
  })

  it('never lets a page through: what is missing is a code', async () => {
    for (const [method, path] of [
      ['POST', '/messages/x/reactions'],
      ['GET', '/contacts/export'],
      ['GET', '/public-settings/allowregister'],
    ] as const) {
      const { json } = await ask(method, path, method === 'POST' ? { type: '👍' } : undefined)
      expect(errorCodeOf(String((json as { error: string }).error)), path).not.toBeNull()
    }
  })
})

describe('tags', () => {
  it('come with their lanes and counts, and are found without accents and case', async () => {
    const all = endpoints['tags.page'].response.parse((await ask('GET', '/tags?pageNumber=1')).json)
    expect(all.tags.length).toBeGreaterThan(2)
    expect(all).toMatchObject({ count: all.tags.length, hasMore: false })
    const [first] = all.tags
    const typed = encodeURIComponent(
      (first?.name ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
    )
    const found = endpoints['tags.page'].response.parse(
      (await ask('GET', `/tags?pageNumber=1&searchParam=${typed}`)).json,
    )
    expect(found.tags.map(({ id }) => id)).toContain(first?.id)
    expect(found.tags.length).toBeLessThan(all.tags.length)
  })
})
