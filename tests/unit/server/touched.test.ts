/** Commits say what they touched of what is kept, whatever the reason was; nothing that is kept is read of what they do not watch. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@libsql/client'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openForServer } from '../../../electron/database/open'
import { ticketTexts, ticketViews } from '../../../electron/server/desk/presenters/tickets'
import { loadMember } from '../../../electron/server/platform/auth/member'
import { type Db, openDb } from '../../../electron/server/platform/db/client'
import * as schema from '../../../electron/server/platform/db/schema'
import { NOTED, type Touched, takeTouched } from '../../../electron/server/platform/db/touched'

const { companies, contacts, queues, replyWindows, tags, tickets, ticketTags, users, whatsapps } = schema

let folder: string
let db: Db
let heard: Touched[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-touched-'))
  db = await openDb(folder)
  heard = []
})
afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function filled() {
  const first = <T>([row]: T[]): T => row as T
  const companyId = first(await db.platform.insert(companies).values({ name: 'Um' }).returning()).id
  const person = { companyId, name: 'Ana', email: 'ana@um.turno', passwordHash: 'x' }
  const user = first(await db.platform.insert(users).values(person).returning()).id
  const queue = first(
    await db.platform.insert(queues).values({ companyId, name: 'Fila', color: '#111' }).returning(),
  ).id
  const line = first(await db.platform.insert(whatsapps).values({ companyId, name: 'Linha' }).returning()).id
  const tag = first(
    await db.platform.insert(tags).values({ companyId, name: 'Nova', color: '#000' }).returning(),
  ).id
  const ticketOf = async (name: string) => {
    const contact = { companyId, name, number: name, search: name }
    const contactId = first(await db.platform.insert(contacts).values(contact).returning()).id
    const values = { companyId, uuid: name, status: 'open' as const, contactId, whatsappId: line }
    return first(
      await db.platform
        .insert(tickets)
        .values({ ...values, queueId: queue, userId: user })
        .returning(),
    )
  }
  const [one, two] = [await ticketOf('Rita'), await ticketOf('Rui')]
  db.onChange?.(touched => heard.push(touched))
  return { companyId, user, queue, line, tag, one, two }
}

/** What was heard since the last question, as few words. */
function words(): unknown[] {
  return heard.splice(0).map(touched => {
    if (touched === 'everything') return touched
    const { tickets: ids, allTickets, people } = touched
    return [...(allTickets ? ['tickets'] : []), ...(people ? ['people'] : []), ...ids].join(' ')
  })
}

it('a commit names the tickets it touched, directly and by what they are shown with', async () => {
  const { companyId, user, queue, line, tag, one, two } = await filled()
  const ofOne = eq(tickets.id, one.id)
  await db.platform.update(tickets).set({ unreadMessages: 3 }).where(ofOne)
  await db.platform.update(contacts).set({ name: 'Rita R.' }).where(eq(contacts.id, one.contactId))
  await db.platform.insert(ticketTags).values({ companyId, ticketId: two.id, tagId: tag })
  const window = { companyId, whatsappId: line, contactId: one.contactId }
  await db.platform.insert(replyWindows).values({ ...window, wroteAt: '2026-11-23T00:00:00.000Z' })
  await db.platform.update(replyWindows).set({ wroteAt: '2026-11-23T01:00:00.000Z' })
  await db.platform.delete(replyWindows)
  expect(words()).toEqual([one.id, one.id, two.id, one.id, one.id, one.id].map(String))

  await db.platform.update(tags).set({ color: '#fff' })
  await db.platform.update(queues).set({ name: 'Outra' })
  await db.platform.update(whatsapps).set({ name: 'Outra' })
  await db.platform.update(users).set({ name: 'Ana B.' })
  expect(words()).toEqual(['tickets', 'tickets', 'tickets', 'tickets people'])

  // Foreign keys: nobody wrote to these tickets.
  await db.platform.delete(tags)
  await db.platform.delete(queues).where(eq(queues.id, queue))
  await db.platform.delete(users).where(eq(users.id, user))
  await db.platform.delete(contacts).where(eq(contacts.id, two.contactId))
  expect(words()).toEqual([
    String(two.id),
    `${one.id} ${two.id}`,
    `people ${one.id} ${two.id}`,
    String(two.id),
  ])
})

it('what no text says touches none: messages, what was asked, a contact’s notes', async () => {
  const { companyId, one, queue } = await filled()
  const message = { companyId, ticketId: one.id, body: 'oi', search: 'oi', mediaType: 'conversation' }
  await db.platform.insert(schema.messages).values({ ...message, id: 'a', fromMe: true })
  await db.platform.update(schema.messages).set({ ack: 2 })
  await db.platform.update(contacts).set({ search: 'rita' })
  await db.platform.update(queues).set({ greetingMessage: 'Olá' }).where(eq(queues.id, queue))
  expect(words()).toEqual(['', '', '', ''])
})

it('what is taken back is not said, and what shares a commit is said together', async () => {
  const { one, two } = await filled()
  const touch = (id: number) =>
    db.platform.update(tickets).set({ unreadMessages: id }).where(eq(tickets.id, id))
  await expect(
    db.platform.write(async tx => {
      await tx.update(tickets).set({ unreadMessages: 9 }).where(eq(tickets.id, one.id))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await touch(two.id)
  expect(words()).toEqual(['', String(two.id)])
  await Promise.all([touch(one.id), touch(two.id)])
  expect(words().join(' ').split(' ').sort()).toEqual([one.id, two.id].map(String))
  await db.platform.run(sql`PRAGMA secure_delete = OFF`)
  expect(words()).toEqual(['everything'])
})

it('a connection that does not note what it changes says everything, and notes it from then on', async () => {
  const { one } = await filled()
  const another = await openForServer(join(folder, 'workspace.db'))
  const change = async (): Promise<Touched> => {
    const tx = await another.transaction('write')
    await tx.execute(`UPDATE tickets SET unread_messages = unread_messages + 1 WHERE id = ${one.id}`)
    const touched = await takeTouched(tx)
    await tx.commit()
    return touched
  }
  expect(await change()).toBe('everything')
  expect(await change()).toMatchObject({ tickets: new Set([one.id]) })
  expect(await change()).toMatchObject({ tickets: new Set([one.id]) })
  another.close()
})

it('names a thousand tickets and no more', async () => {
  const { companyId, one } = await filled()
  const row = { companyId, status: 'open' as const, contactId: one.contactId }
  await db.platform
    .insert(tickets)
    .values(Array.from({ length: 1_000 }, (_, i) => ({ ...row, uuid: `u${i}` })))
  await db.platform.update(tickets).set({ unreadMessages: 1 })
  await db.platform.update(tickets).set({ unreadMessages: 0 }).where(eq(tickets.id, one.id))
  expect(words()).toEqual(['', 'everything', String(one.id)])
})

it('a kept text is what a new reading says, after every one of many changes', async () => {
  const { companyId, queue, line, tag, user, one, two } = await filled()
  const window = { companyId, whatsappId: line, contactId: one.contactId }
  await db.platform.update(whatsapps).set({ provider: 'cloud' })
  const changes = [
    (n: number) =>
      db.platform
        .update(tickets)
        .set({ lastMessage: `m${n}` })
        .where(eq(tickets.id, n % 2 ? one.id : two.id)),
    (n: number) =>
      db.platform.update(tickets).set({ userId: n % 2 ? null : user, queueId: n % 3 ? queue : null }),
    (n: number) =>
      db.platform
        .update(contacts)
        .set({ name: `c${n}` })
        .where(eq(contacts.id, one.contactId)),
    (n: number) => db.platform.update(queues).set({ color: `#${n}` }),
    (n: number) => db.platform.update(users).set({ name: `u${n}` }),
    () =>
      db.platform
        .insert(ticketTags)
        .values({ companyId, ticketId: one.id, tagId: tag })
        .onConflictDoNothing(),
    () => db.platform.delete(ticketTags),
    (n: number) => db.platform.update(tags).set({ name: `t${n}` }),
    (n: number) =>
      db.platform
        .insert(replyWindows)
        .values({ ...window, wroteAt: new Date(n * 1_000).toISOString() })
        .onConflictDoUpdate({
          target: [replyWindows.whatsappId, replyWindows.contactId],
          set: { wroteAt: new Date(n * 1_000).toISOString() },
        }),
    () => db.platform.delete(replyWindows),
    (n: number) => db.platform.update(whatsapps).set({ name: `w${n}` }),
  ]
  const ids = [one.id, two.id]
  for (let n = 0; n < 200; n++) {
    // Any order, the same in each run.
    await changes[(n * n * 7 + n * 3) % changes.length]?.(n)
    const kept = await ticketTexts(db, ids)
    const read = await ticketViews(db, ids)
    expect(ids.map(id => String(kept.get(id)))).toEqual(read.map(view => JSON.stringify(view)))
  }
  expect(heard).not.toContain('everything')
})

/** Tables and columns that statements name, by table. */
function namedIn(statements: readonly string[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const statement of statements) {
    const tables = new Map<string, string>()
    for (const [, table = '', alias] of statement.matchAll(/(?:from|join) "(\w+)"(?: "(\w+)")?/g)) {
      tables.set(alias ?? table, table)
      if (!named.has(table)) named.set(table, new Set())
    }
    for (const [, table = '', column = ''] of statement.matchAll(/"(\w+)"\."(\w+)"/g))
      named.get(tables.get(table) ?? table)?.add(column)
  }
  return named
}

it('all that a ticket’s text and the person behind a token are read of is watched', async () => {
  const asked: string[] = []
  const client = {
    async execute({ sql: text }: { sql: string }) {
      asked.push(text)
      return { rows: [], columns: [] }
    },
  }
  const recording = drizzle(client as unknown as Client, { schema }) as unknown as Db
  await ticketViews(recording, [1])
  const ofTickets = namedIn(asked.splice(0))
  await loadMember(recording, { id: 1, version: 0, session: 's' } as never)
  const ofPeople = namedIn(asked)
  expect([...ofTickets.keys()].sort()).toEqual(
    ['contacts', 'queues', 'reply_windows', 'tags', 'ticket_tags', 'tickets', 'users', 'whatsapps'].sort(),
  )
  expect([...ofPeople.keys()].sort()).toEqual([
    'companies',
    'refresh_tokens',
    'settings',
    'user_queues',
    'users',
  ])
  const watched = (table: string, column: string, of: RegExp): boolean =>
    NOTED.some(([name, change, noted]) => {
      const columns = /^UPDATE OF (.*)$/.exec(change)?.[1]?.split(', ')
      return name === table && of.test(noted) && (change === 'UPDATE' || columns?.includes(column))
    })
  for (const [named, of] of [
    [ofTickets, /'tickets?'/],
    [ofPeople, /'people'/],
  ] as const)
    for (const [table, columns] of named)
      for (const column of columns)
        expect([table, column, watched(table, column, of)]).toEqual([table, column, true])
})
