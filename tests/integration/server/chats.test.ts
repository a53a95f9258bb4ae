/** Internal chats: who makes, changes and deletes them, and what whoever was away finds (docs/specification.md 3.2, 3.4, 3.6, 3.7). */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditEntries, chatMessages, users } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Answer, Person } from './harness'

const h = harnessForFile()

interface ChatView {
  id: number
  uuid: string
  title: string
  ownerId: number
  lastMessage: string
  users: { userId: number; unreads: number }[]
}

const code = ({ status, body }: Answer<unknown>): [number, unknown] => [
  status,
  (body as { error?: unknown } | null)?.error,
]
const idsOf = (people: readonly Person[]) => people.map(({ id, name }) => ({ id, name }))
const create = (who: Person, members: readonly Person[], title = 'Plantão') =>
  h.call<ChatView>(who, 'chats.create', { body: { title, users: idsOf(members) } })
const send = (who: Person, id: number, message: string, clientId?: string) =>
  h.call<{ id: number; clientId: string | null }>(who, 'chats.send', {
    params: { id },
    body: { message, ...(clientId ? { clientId } : {}) },
  })
const membersOf = (chat: ChatView) => chat.users.map(user => user.userId).sort((a, b) => a - b)
const sorted = (...people: Person[]) => people.map(({ id }) => id).sort((a, b) => a - b)

describe('internal chats', () => {
  it('are made with a title and people, the owner among them, and every member hears of it', async () => {
    const { ana, bia, caio, livia } = h.one
    const [mate, stranger] = [await h.connect(bia), await h.connect(livia)]
    const { body: chat } = await create(ana, [bia, caio])
    expect([chat.title, chat.ownerId, membersOf(chat)]).toEqual(['Plantão', ana.id, sorted(ana, bia, caio)])
    const heard = await mate.until(e => e.event.endsWith('-chat'))
    expect(heard.payload).toMatchObject({ action: 'create', chat: { id: chat.id, uuid: chat.uuid } })
    await stranger.settled()
    expect(stranger.of('chat')).toEqual([])
    mate.close()
    stranger.close()
    expect(code(await create(ana, []))).toEqual([400, 'ERR_VALIDATION'])
    expect(code(await create(ana, [bia], '   '))).toEqual([400, 'ERR_VALIDATION'])
    expect(code(await create(ana, [bia, h.two.ana]))).toEqual([404, 'ERR_NO_USER_FOUND'])
  })

  it('are changed and deleted by their owner alone; whoever is taken out hears that it is gone', async () => {
    const { ana, bia, caio, livia, admin } = h.one
    const { body: chat } = await create(ana, [bia, caio])
    await send(ana, chat.id, 'primeira')
    const change = (who: Person, people: Person[], title = 'Plantão da noite') =>
      h.call<ChatView>(who, 'chats.update', {
        params: { id: chat.id },
        body: { title, users: idsOf(people) },
      })
    const remove = (who: Person) => h.call(who, 'chats.remove', { params: { id: chat.id } })
    // A member, a colleague who is none, an admin who is none, another company.
    for (const who of [bia, livia, admin]) {
      expect(code(await change(who, [bia]))).toEqual([403, 'ERR_NO_PERMISSION'])
      expect(code(await remove(who))).toEqual([403, 'ERR_NO_PERMISSION'])
    }
    expect(code(await remove(h.two.ana))).toEqual([404, 'ERR_NOT_FOUND'])

    const [stays, leaves, joins] = [await h.connect(bia), await h.connect(caio), await h.connect(livia)]
    const { body: changed } = await change(ana, [bia, livia])
    expect([changed.title, membersOf(changed)]).toEqual(['Plantão da noite', sorted(ana, bia, livia)])
    // Whoever stays keeps what was unread.
    expect(changed.users.find(user => user.userId === bia.id)?.unreads).toBe(1)
    expect((await stays.until(e => e.event.endsWith('-chat'))).payload).toMatchObject({ action: 'update' })
    expect((await joins.until(e => e.event.endsWith('-chat'))).payload).toMatchObject({ action: 'update' })
    expect((await leaves.until(e => e.event.endsWith('-chat'))).payload).toEqual({
      action: 'delete',
      id: chat.id,
    })
    expect(code(await send(caio, chat.id, 'ainda aqui?'))).toEqual([403, 'ERR_NO_PERMISSION'])

    expect((await remove(ana)).status).toBe(200)
    await stays.until(e => e.event.endsWith('-chat') && e.payload.action === 'delete')
    expect(await h.db.$count(chatMessages, eq(chatMessages.chatId, chat.id))).toBe(0)
    for (const one of [stays, leaves, joins]) one.close()
    // Deleting what others see is in the log, without the words that were written.
    const [entry] = await h.db.select().from(auditEntries).where(eq(auditEntries.subject, 'chats'))
    expect(entry).toMatchObject({ action: 'remove', userName: ana.name, subjectName: 'Plantão da noite' })
    expect(JSON.stringify(entry)).not.toContain('primeira')
  })

  it('keep everything for whoever is away: three people, one offline', async () => {
    const { ana, bia, caio } = h.one
    const { body: chat } = await create(ana, [bia, caio], 'Três')
    const here = await h.connect(bia)
    await send(ana, chat.id, 'um')
    await send(bia, chat.id, 'dois')
    await send(ana, chat.id, 'três')
    await here.until(
      e => e.payload.action === 'new-message' && JSON.stringify(e.payload.newMessage).includes('três'),
    )
    here.close()
    // Caio had no window open; now he has.
    const list = await h.call<{ records: ChatView[] }>(caio, 'chats.list')
    const found = list.body.records.find(record => record.id === chat.id)
    expect([found?.lastMessage, found?.users.find(user => user.userId === caio.id)?.unreads]).toEqual([
      'Ana: três',
      3,
    ])
    const page = await h.call<{ records: { message: string; sender: { name: string } }[] }>(
      caio,
      'chats.messages',
      { params: { id: chat.id } },
    )
    expect(page.body.records.map(({ sender, message }) => `${sender.name}: ${message}`)).toEqual([
      'Ana: um',
      'Bia: dois',
      'Ana: três',
    ])
  })

  it('hold a message once, however often its console sends it', async () => {
    const { ana, bia } = h.one
    const { body: chat } = await create(ana, [bia])
    const listener = await h.connect(bia)
    const answers = await Promise.all([
      send(ana, chat.id, 'só uma vez', 'chat-id-0001'),
      send(ana, chat.id, 'só uma vez', 'chat-id-0001'),
    ])
    const third = await send(ana, chat.id, 'só uma vez', 'chat-id-0001')
    expect(new Set([...answers, third].map(({ body }) => body.id)).size).toBe(1)
    expect(third.body.clientId).toBe('chat-id-0001')
    await listener.settled()
    expect(listener.of('chat').filter(({ action }) => action === 'new-message')).toHaveLength(1)
    expect(await h.db.$count(chatMessages, eq(chatMessages.chatId, chat.id))).toBe(1)
    // Somebody else's id is not a way to what he wrote.
    expect(code(await send(bia, chat.id, 'outra', 'chat-id-0001'))).toEqual([400, 'ERR_VALIDATION'])
    listener.close()
  })

  it('name whoever wrote and is no user any more', async () => {
    const { admin, bia } = h.one
    const row = await h.insert(users, {
      companyId: h.one.id,
      name: 'Dora',
      email: 'dora@c1.turno',
      passwordHash: 'x',
    })
    const dora = { ...bia, id: row.id, name: 'Dora' }
    const { body: chat } = await create(bia, [admin, dora])
    await h.insert(chatMessages, {
      companyId: h.one.id,
      chatId: chat.id,
      senderId: dora.id,
      senderName: 'Dora',
      message: 'até logo',
    })
    await h.call(admin, 'users.remove', { params: { id: dora.id } })
    const page = await h.call<{ records: { senderId: number | null; sender: { name: string } }[] }>(
      admin,
      'chats.messages',
      { params: { id: chat.id } },
    )
    expect(page.body.records).toMatchObject([{ senderId: null, sender: { name: 'Dora' } }])
  })
})
