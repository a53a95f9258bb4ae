import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSeen } from '../../../electron/main/gateway/seen'
import { type LocalStore, openLocalStore } from '../../../electron/main/local-store'
import { everythingIn } from '../../support/files'
import { soon } from '../../support/soon'
import { ana, mainSide, readBody, startServer, type TestServer, until } from './helpers'

let server: TestServer
let side: ReturnType<typeof mainSide>
let store: LocalStore
let dataDir: string

const openStore = () =>
  openLocalStore({
    dataDir,
    serverKey: server.origin,
    session: side.session,
    request: ({ path, ...init }) => side.client.fetch(path, { ...init, signedIn: true }),
    aheadMs: () => null,
    clientIds: () => true,
    onOutboxChange: () => undefined,
    onMessage: () => undefined,
    log: side.log,
  })
const draft = (ticketId: number, text: string) => ({
  ticketId,
  text,
  quote: null,
  attachments: [],
  caret: null,
  updatedAt: new Date().toISOString(),
})
const outgoing = (id: string, body: string) => ({
  id,
  ticketId: 5,
  kind: 'text' as const,
  body,
  quote: null,
  attachment: null,
  forward: null,
  holdMs: 0,
})
const signIn = async () => {
  await side.session.signIn('ana@demo.turno', 'right')
  await store.settled()
}

beforeEach(async () => {
  server = await startServer()
  side = mainSide(server.origin)
  dataDir = mkdtempSync(join(tmpdir(), 'turno-local-'))
  await side.session.start()
  store = await openStore()
})
afterEach(async () => {
  await store.close()
  side.session.stop()
  await server.stop()
})

describe('what is kept for an account', () => {
  it('belongs to nobody while nobody is signed in', async () => {
    expect(store.scope()).toBeNull()
    await store.drafts.save(draft(1, 'x'))
    expect(await store.drafts.list()).toEqual([])
    await expect(store.outbox.enqueue(outgoing('11111111-1', 'x'))).rejects.toMatchObject({
      code: 'BRIDGE_FAILED',
    })
  })

  it('is sent with the session of the account, refreshed where needed', async () => {
    const got: unknown[] = []
    server.routes.set('POST /api/messages/5', async (request, response) => {
      got.push(JSON.parse((await readBody(request)).toString()).body)
      server.json(response, 200, { message: null })
    })
    await signIn()
    server.valid.clear()
    await store.outbox.enqueue(outgoing('22222222-1', 'olá'))
    await until('sent', () => got.length === 1)
    expect(got).toEqual(['olá'])
    expect(server.count('POST /api/auth/refresh_token')).toBe(1)
  })

  it('forgets what was seen with other rights, and nothing that was written', async () => {
    await signIn()
    await store.drafts.save(draft(1, 'meio escrito'))
    const seen = {
      id: 1,
      uuid: 'u1',
      status: 'open',
      contact: { id: 1, name: 'Vera', number: '5511987654321' },
    }
    store.cache.rememberTickets([seen])
    expect((await store.cache.tickets('open', 10)).map(({ id }) => id)).toEqual([1])
    const me = side.session.state().user
    if (!me) throw new Error('nobody is signed in')
    side.session.updateUser({ ...me, name: 'Ana Maria' })
    await store.settled()
    expect((await store.cache.tickets('open', 10)).map(({ id }) => id)).toEqual([1])
    const asks = createSeen(store.cache)
    const takes = asks()
    side.session.updateUser({ ...me, profile: 'user' })
    await store.settled()
    expect(await store.cache.tickets('open', 10)).toEqual([])
    // What was asked for before comes too late.
    takes('GET', '/tickets', Response.json({ tickets: [seen] }))
    asks()('GET', '/tickets', Response.json({ tickets: [{ ...seen, id: 2, uuid: 'u2' }] }))
    await soon(async () => expect((await store.cache.tickets('open', 10)).map(({ id }) => id)).toEqual([2]))
    expect(await store.drafts.list()).toHaveLength(1)
  })

  it('outlives a session that was ended, for the same account only', async () => {
    server.routes.set('POST /api/messages/5', (_, response) => response.writeHead(503).end())
    await signIn()
    await store.drafts.save(draft(1, 'meio escrito'))
    await store.outbox.enqueue(outgoing('33333333-1', 'não enviado'))
    await side.session.end('expired')
    await store.settled()
    expect(store.scope()).toBeNull()
    expect(await store.drafts.list()).toEqual([])
    server.user = { ...ana, id: 2, name: 'Bruno' }
    await signIn()
    expect(await store.drafts.list()).toEqual([])
    expect(store.outbox.list()).toEqual([])
    await side.session.end('expired')
    server.user = ana
    await signIn()
    expect((await store.drafts.list()).map(d => d.text)).toEqual(['meio escrito'])
    expect(store.outbox.list().map(e => e.body)).toEqual(['não enviado'])
  })

  it('is erased from the disk by the own sign-out', async () => {
    server.routes.set('POST /api/messages/5', (_, response) => response.writeHead(503).end())
    await signIn()
    await store.drafts.save(draft(1, 'SEGREDO-RASCUNHO'))
    await store.outbox.enqueue(outgoing('44444444-1', 'SEGREDO-FILA'))
    store.cache.rememberTickets([
      { id: 9, uuid: 'u9', status: 'open', lastMessage: 'SEGREDO-CACHE', updatedAt: '2026-01-01' },
    ])
    await store.attachments.receive({
      name: 'a.txt',
      mime: 'text/plain',
      bytes: (async function* () {
        yield Buffer.from('SEGREDO-ARQUIVO')
      })(),
      declared: null,
    })
    await store.cache.flush()
    await side.session.signOut()
    await store.close()
    expect(everythingIn(dataDir)).not.toContain('SEGREDO')
  })
})

describe('a customer who was erased', () => {
  const SECRET = 'ZENAIDE-QUINTANILHA'
  const customer = { id: 7, name: SECRET, number: '5511987650123', email: '' }
  const ticket = { id: 5, uuid: 'u5', status: 'open', contactId: 7, contact: customer, lastMessage: SECRET }

  /** She wrote for a while, between others, and somebody was answering her. */
  async function seenFor(changes: number): Promise<void> {
    server.routes.set('POST /api/messages/5', (_, response) => response.writeHead(503).end())
    await signIn()
    for (let turn = 0; turn < changes; turn += 1) {
      const updatedAt = new Date(Date.UTC(2026, 0, 1, 12, turn)).toISOString()
      store.cache.rememberTickets([
        { ...ticket, lastMessage: `${SECRET} ${'x'.repeat(turn * 40)}`, updatedAt },
        { id: 100 + turn, uuid: `o${turn}`, status: 'open', lastMessage: 'y'.repeat(900), updatedAt },
      ])
      store.cache.rememberContacts([{ ...customer, name: `${SECRET} ${'z'.repeat(turn * 30)}` }])
      store.cache.rememberMessages(
        [...Array(20).keys()].map(i => ({
          id: `m${turn}-${i}`,
          ticketId: i % 2 === 0 ? 5 : 100 + turn,
          body: i % 2 === 0 ? `${SECRET} ${i}` : 'w'.repeat(500),
          createdAt: updatedAt,
        })),
      )
      await store.cache.flush()
    }
    await store.drafts.save(draft(5, `${SECRET} rascunho`))
    await store.drafts.save(draft(100, 'de outra pessoa'))
    await store.outbox.enqueue(outgoing('44444444-2', `${SECRET} na fila`))
  }

  it('is in no byte of the console’s files, while it runs and after its end; others’ words are', async () => {
    await seenFor(12)
    expect(everythingIn(dataDir)).toContain(SECRET)
    await store.forgetContact(7, [5])
    for (const secret of [SECRET, SECRET.toLowerCase(), customer.number])
      expect(everythingIn(dataDir)).not.toContain(secret)
    expect((await store.drafts.list()).map(one => one.text)).toEqual(['de outra pessoa'])
    expect(store.outbox.list()).toEqual([])
    expect((await store.cache.search('w'.repeat(500), 300)).messages.length).toBeGreaterThan(0)
    await store.close()
    expect(everythingIn(dataDir)).not.toContain(SECRET)
  })

  it('is gone after the next start where the file is too big to be written anew while somebody works', async () => {
    await seenFor(2)
    // As if the console had ended before it came to it.
    await store.db.write([{ sql: "INSERT INTO meta VALUES ('compact', '1')" }])
    for (const table of ['seen_messages', 'seen_tickets', 'seen_contacts', 'drafts', 'outbox'])
      await store.db.write([{ sql: `DELETE FROM ${table}` }])
    await store.close()
    store = await openStore()
    expect(everythingIn(dataDir)).not.toContain(SECRET)
    expect(await store.db.all("SELECT 1 FROM meta WHERE key = 'compact'")).toEqual([])
  })
})

describe('what goes by on its way to a window', () => {
  it('is remembered, and the answer still reaches the window', async () => {
    await signIn()
    const seen = createSeen(store.cache)()
    const ticket = { id: 9, uuid: 'u9', status: 'open', updatedAt: '2026-01-01T00:00:00.000Z' }
    const answer = Response.json({ tickets: [ticket], hasMore: false })
    seen('GET', '/tickets', answer)
    expect(await answer.json()).toEqual({ tickets: [ticket], hasMore: false })
    await expect.poll(async () => (await store.cache.ticket({ id: 9 }))?.uuid).toBe('u9')
  })

  it('is left alone when it is no page of ours, an error, or no JSON', async () => {
    await signIn()
    const seen = createSeen(store.cache)()
    for (const [path, answer] of [
      ['/settings', Response.json({ tickets: [{ id: 1, uuid: 'a', status: 'open' }] })],
      ['/tickets', Response.json({ tickets: [{ id: 1, uuid: 'a', status: 'open' }] }, { status: 500 })],
      ['/tickets', new Response('<html>')],
      ['/tickets', Response.json(null)],
      ['/tickets', new Response(null, { status: 204 })],
    ] as [string, Response][]) {
      seen('GET', path, answer)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(await store.cache.tickets('open', 10)).toEqual([])
  })

  it('forgets a ticket the server no longer shows, with its messages, and nothing for another reason', async () => {
    await signIn()
    const seen = createSeen(store.cache)()
    const refusal = (error: string, status: number) => Response.json({ error }, { status })
    const known = [1, 2, 3, 4, 5].map(id => ({
      id,
      uuid: `u-${id}`,
      status: 'open',
      updatedAt: '2026-01-01',
    }))
    store.cache.rememberTickets(known)
    store.cache.rememberMessages([{ id: 'm1', ticketId: 1, body: 'palavra', createdAt: '2026-01-01' }])
    seen('GET', '/messages/1', refusal('ERR_NO_TICKET_FOUND', 404))
    seen('GET', '/tickets/u/u-2', refusal('ERR_NO_PERMISSION', 403))
    seen('DELETE', '/tickets/3', new Response(null, { status: 200 }))
    seen('GET', '/tickets/4', refusal('ERR_SESSION_EXPIRED', 403))
    seen('GET', '/tickets/4', refusal('SERVER_UNREADABLE', 404))
    seen('DELETE', '/tickets/5', refusal('ERR_NO_PERMISSION', 403))
    await expect
      .poll(async () => (await store.cache.tickets('open', 10)).map(({ id }) => id).sort())
      .toEqual([4, 5])
    expect((await store.cache.thread(1, { before: null, limit: 10 })).messages).toEqual([])
    expect((await store.cache.search('palavra', 10)).messages).toEqual([])
  })
})
