import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Cache, createCache } from '../../../electron/main/cache/cache'
import { type LocalDb, openLocalDb } from '../../../electron/main/local-db/local-db'
import { createLog } from '../../../electron/main/log/log'
import { ticket } from '../../../src/contract'
import { everythingIn } from '../../support/files'

const log = createLog(() => {})
let dir: string
let db: LocalDb
let cache: Cache

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
const contact = (id: number, name: string, number: string, more = {}) => ({ id, name, number, ...more })
const ticketOf = (id: number, of: ReturnType<typeof contact>, more = {}) => ({
  id,
  uuid: `uuid-${id}`,
  status: 'open',
  contactId: of.id,
  contact: of,
  lastMessage: 'x',
  createdAt: at(0),
  updatedAt: at(1),
  ...more,
})
const messageOf = (id: string, ticketId: number, body: string, minute: number, more = {}) => ({
  id,
  ticketId,
  body,
  fromMe: false,
  ack: 1,
  createdAt: at(minute),
  ...more,
})

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-cache-'))
  db = await openLocalDb({ dataDir: dir, log })
  cache = createCache({ db, log })
  await cache.open(await db.scopeOf({ server: 's', companyId: 1, userId: 1 }))
})
afterEach(async () => {
  await cache.close()
  await db.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

const ana = contact(1, 'Ângela Conceição', '+55 11 98765-4321')

it('forgets a contact that was deleted, with tickets, messages and what searches find', async () => {
  const rui = contact(2, 'Rui', '+55 11 90000-0000')
  cache.rememberContacts([ana, rui])
  cache.rememberTickets([ticketOf(1, ana), ticketOf(2, rui)])
  cache.rememberMessages([
    messageOf('m1', 1, 'segredo dela', 1, { contactId: 1 }),
    messageOf('m2', 1, 'segredo respondido', 2, { fromMe: true }),
    messageOf('m3', 2, 'segredo no grupo', 3, { contactId: 1 }),
    messageOf('m4', 2, 'segredo dele', 4, { contactId: 2 }),
  ])
  // A ticket of hers that was never seen with its contact, too.
  cache.rememberMessages([messageOf('m5', 7, 'segredo respondido antes', 5, { fromMe: true })])
  expect(await cache.forgetContact(1, [7])).toEqual([7, 1])
  expect((await cache.search('segredo', 10)).messages).toHaveLength(1)
  expect(await cache.ticket({ id: 1 })).toBeNull()
  expect((await cache.search('Angela', 10)).contacts).toEqual([])
  expect((await cache.thread(2, { before: null, limit: 9 })).messages.map(one => one.id)).toEqual(['m4'])
})

it('gives back tickets and threads, page by page, with the contact in place', async () => {
  cache.rememberTickets([ticketOf(1, ana)])
  cache.rememberMessages(
    [...Array(50).keys()].map(i => messageOf(`m${i}`, 1, `text ${i}`, i, { contactId: 1 })),
  )
  expect((await cache.ticket({ uuid: 'uuid-1' }))?.contact?.name).toBe('Ângela Conceição')
  expect((await cache.ticket({ id: 2 })) ?? 'none').toBe('none')
  const newest = await cache.thread(1, { before: null, limit: 20 })
  expect(newest.messages.map(m => m.id)).toEqual([...Array(20).keys()].map(i => `m${i + 30}`))
  expect(newest.hasMore).toBe(true)
  expect(newest.messages[0]?.contact?.id).toBe(1)
  const oldest = await cache.thread(1, { before: 'm30', limit: 30 })
  expect(oldest.messages.map(m => m.id)[0]).toBe('m0')
  expect(oldest.hasMore).toBe(false)
  expect((await cache.tickets('open', 10)).map(t => t.id)).toEqual([1])
})

it('keeps messages of the same millisecond apart and in the order they came', async () => {
  cache.rememberMessages(['a', 'b', 'c'].map(id => messageOf(id, 1, id, 3)))
  expect((await cache.thread(1, { before: null, limit: 10 })).messages.map(m => m.id)).toEqual([
    'a',
    'b',
    'c',
  ])
})

it('finds without accents, by unfinished words, newest first, and says where', async () => {
  cache.rememberTickets([ticketOf(1, ana)])
  cache.rememberMessages([
    messageOf('old', 1, 'A negociação foi adiada', 1),
    messageOf('new', 1, 'Sobre a NEGOCIACAO de ontem', 2),
    messageOf('gone', 1, 'negociação apagada', 3, { isDeleted: true }),
  ])
  const hits = await cache.search('négoc', 10)
  expect(hits.messages.map(m => m.messageId)).toEqual(['new', 'old'])
  const first = hits.messages[0]
  expect(first?.ranges.map(([from, to]) => first.excerpt.slice(from, to))).toEqual(['NEGOC'])
  expect(first).toMatchObject({ contactName: 'Ângela Conceição', ticketUuid: 'uuid-1' })
  const people = await cache.search('conceicao ang', 10)
  expect(people.contacts[0]?.nameRanges).toEqual([
    [0, 3],
    [7, 16],
  ])
  expect(people.tickets.map(t => t.ticket.id)).toEqual([1])
})

it('finds part of a phone number, however it is written', async () => {
  cache.rememberTickets([ticketOf(1, ana), ticketOf(2, contact(2, 'Bruno', '5511400000000'))])
  for (const typed of ['98765', '(11) 98765-43', '+55 11 9876']) {
    const hits = await cache.search(typed, 10)
    expect(hits.contacts.map(c => c.contact.id)).toEqual([1])
    expect(hits.tickets.map(t => t.ticket.id)).toEqual([1])
  }
  const hit = (await cache.search('87654', 10)).contacts[0]
  expect(hit?.numberRanges.map(([from, to]) => hit.contact.number.slice(from, to))).toEqual(['8765-4'])
})

it('takes every typed text as words, never as a query', async () => {
  cache.rememberMessages([messageOf('m', 1, 'aspas "dentro" e 50% OR * NEAR(x)', 1)])
  for (const typed of [
    '"',
    'a" OR "b',
    '*',
    'NEAR(',
    'body:x',
    '-',
    "'; DROP TABLE seen_messages",
    '💥',
    '%',
    '',
  ]) {
    await cache.search(typed, 10)
  }
  expect((await cache.search('50% near', 10)).messages.map(m => m.messageId)).toEqual(['m'])
})

it('lets the newest version win, keeps acks rising, and follows an edited text in the search', async () => {
  cache.rememberMessages([messageOf('m', 1, 'antes', 1, { ack: 3, updatedAt: at(5) })])
  cache.rememberMessages([messageOf('m', 1, 'velho', 1, { ack: 1, updatedAt: at(4) })])
  await cache.flush()
  cache.rememberMessages([messageOf('m', 1, 'depois', 1, { ack: 2, updatedAt: at(6) })])
  const [row] = (await cache.thread(1, { before: null, limit: 5 })).messages
  expect(row).toMatchObject({ body: 'depois', ack: 3 })
  expect((await cache.search('antes', 5)).messages).toEqual([])
  expect((await cache.search('depois', 5)).messages).toHaveLength(1)
})

it('finds what a message says in another language', async () => {
  const translations = { pt: 'Cadê minha encomenda?' }
  cache.rememberMessages([messageOf('m', 1, '¿Dónde está mi pedido?', 1, { translations, updatedAt: at(2) })])
  expect((await cache.search('encomen', 5)).messages).toMatchObject([
    { messageId: 'm', isHeard: false, excerpt: 'Cadê minha encomenda?', ranges: [[11, 18]] },
  ])
  expect((await cache.search('pedido', 5)).messages).toMatchObject([{ excerpt: '¿Dónde está mi pedido?' }])
})

it('finds what was said in a voice note, says that it was heard, and forgets it with the message', async () => {
  const transcript = { state: 'done', text: 'Quero trocar o liquidificador' }
  cache.rememberMessages([messageOf('m', 1, 'Áudio', 1, { mediaType: 'audio', updatedAt: at(2) })])
  expect((await cache.search('liquidificador', 5)).messages).toEqual([])
  cache.rememberMessages([messageOf('m', 1, 'Áudio', 1, { transcript, updatedAt: at(3) })])
  expect((await cache.search('liquid', 5)).messages).toMatchObject([
    { messageId: 'm', isHeard: true, excerpt: 'Quero trocar o liquidificador', ranges: [[15, 21]] },
  ])
  expect((await cache.search('audio', 5)).messages).toMatchObject([{ isHeard: false, excerpt: 'Áudio' }])
  cache.rememberMessages([messageOf('m', 1, 'Áudio', 1, { transcript, isDeleted: true, updatedAt: at(4) })])
  expect((await cache.search('liquidificador', 5)).messages).toEqual([])
})

it('does not let a contact inside an event take away what a full record said', async () => {
  cache.rememberContacts([
    contact(1, 'Ana', '551199', { email: 'a@b.c', extraInfo: [{ name: 'CPF', value: '1' }] }),
  ])
  await cache.flush()
  cache.applyEvent({
    channel: 'contact',
    data: {
      action: 'update',
      contact: ticket.parse(ticketOf(1, contact(1, 'Ana Maria', '551199'))).contact!,
    },
  })
  const found = (await cache.search('ana maria', 5)).contacts[0]?.contact
  expect(found).toMatchObject({ name: 'Ana Maria', email: 'a@b.c', extraInfo: [{ name: 'CPF' }] })
})

it('stays within its size, the oldest going first', async () => {
  await cache.close()
  cache = createCache({ db, log, limits: { messages: 1_000, tickets: 10, contacts: 10 } })
  await cache.open(await db.scopeOf({ server: 's', companyId: 1, userId: 1 }))
  cache.rememberMessages([...Array(2_500).keys()].map(i => messageOf(`m${i}`, 1, `w${i}`, i)))
  await cache.flush()
  const [count] = await db.all('SELECT count(*) AS n, min(seq) AS s FROM seen_messages')
  expect(count?.n).toBe(1_000)
  expect((await cache.search('w1499', 5)).messages).toEqual([])
  expect((await cache.search('w1500', 5)).messages).toHaveLength(1)
})

it('keeps no member the contract does not name, and nothing at all after erasing', async () => {
  const leak = { session: 'SECRET-session', token: 'SECRET-token', passwordHash: 'SECRET-hash' }
  cache.rememberTickets([
    {
      ...ticketOf(1, { ...ana, ...leak }),
      ...leak,
      whatsapp: { id: 1, name: 'w', ...leak },
      user: { id: 1, name: 'u', ...leak },
    },
  ])
  cache.rememberMessages([{ ...messageOf('m', 1, 'palavra-do-cliente', 1), ...leak }])
  await cache.flush()
  const holds = async (needle: string) => {
    await db.compact()
    return everythingIn(dir, name => name.startsWith('console.db')).includes(needle)
  }
  expect(await holds('palavra-do-cliente')).toBe(true)
  expect(await holds('SECRET')).toBe(false)
  await cache.erase()
  expect(await holds('palavra-do-cliente')).toBe(false)
  expect(await holds('98765')).toBe(false)
  expect(await cache.ticket({ id: 1 })).toBeNull()
})

it('is one account at a time', async () => {
  cache.rememberTickets([ticketOf(1, ana)])
  await cache.close()
  await cache.open(await db.scopeOf({ server: 's', companyId: 1, userId: 1 }))
  expect(await cache.ticket({ id: 1 })).not.toBeNull()
  await cache.close()
  await cache.open(await db.scopeOf({ server: 's', companyId: 1, userId: 2 }))
  expect(await cache.ticket({ id: 1 })).toBeNull()
})

it('refuses a malformed record without losing the others', async () => {
  cache.rememberTickets([{ id: 'x' }, ticketOf(1, ana), null])
  expect((await cache.tickets('open', 10)).map(t => t.id)).toEqual([1])
})
