/** Internal chats: only members read, write and hear (specification 1 section 7, specification 3 section 7). */
import { fold, PAGE } from '@contract'
import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../db/client'
import { chatMessages, chats, chatUsers, users } from '../db/schema'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import type { Me } from '../workspace'

const PREVIEW_CHARS = 255

/** Chats by id in the order of the ids, with their members. */
async function chatViews(db: Reader, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(chats)
    .where(inArray(chats.id, [...ids]))
  const members = await db
    .select({
      chatId: chatUsers.chatId,
      userId: chatUsers.userId,
      unreads: chatUsers.unreads,
      user: { id: users.id, name: users.name },
    })
    .from(chatUsers)
    .innerJoin(users, eq(users.id, chatUsers.userId))
    .where(inArray(chatUsers.chatId, [...ids]))
    .orderBy(asc(users.name), asc(users.id))
  return ids.flatMap(id => {
    const row = rows.find(r => r.id === id)
    if (!row) return []
    const { companyId: _c, ...chat } = row
    return [
      { ...chat, users: members.filter(m => m.chatId === id).map(({ chatId: _id, ...member }) => member) },
    ]
  })
}

/**
 * The members' ids of a chat the caller takes part in.
 * @throws Refusal ERR_NOT_FOUND when the company has no such chat, ERR_NO_PERMISSION when the caller is no member.
 */
async function membersFor(db: Reader, me: Me, chatId: number): Promise<number[]> {
  const [chat] = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.companyId, me.companyId)))
  if (!chat) throw new Refusal('ERR_NOT_FOUND')
  const rows = await db
    .select({ userId: chatUsers.userId })
    .from(chatUsers)
    .where(eq(chatUsers.chatId, chatId))
  const ids = rows.map(row => row.userId)
  if (!ids.includes(me.id)) throw new Refusal('ERR_NO_PERMISSION')
  return ids
}

async function store(tx: Tx, me: Me, chatId: number, message: string) {
  const at = new Date().toISOString()
  const [row] = await tx
    .insert(chatMessages)
    .values({ companyId: me.companyId, chatId, senderId: me.id, message, createdAt: at, updatedAt: at })
    .returning()
  if (!row) throw new Refusal('ERR_INTERNAL')
  await tx
    .update(chats)
    .set({ lastMessage: `${me.name}: ${message}`.slice(0, PREVIEW_CHARS), updatedAt: at })
    .where(eq(chats.id, chatId))
  await tx
    .update(chatUsers)
    .set({ unreads: sql`${chatUsers.unreads} + 1` })
    .where(and(eq(chatUsers.chatId, chatId), ne(chatUsers.userId, me.id)))
  await tx
    .update(chatUsers)
    .set({ unreads: 0 })
    .where(and(eq(chatUsers.chatId, chatId), eq(chatUsers.userId, me.id)))
  return row
}

export const chatHandlers: HandlersOf<'chats'> = {
  'chats.list': async ({ app, me, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    const mine = await app.db
      .select({ id: chats.id, title: chats.title, lastMessage: chats.lastMessage })
      .from(chats)
      .innerJoin(chatUsers, and(eq(chatUsers.chatId, chats.id), eq(chatUsers.userId, me.id)))
      .where(eq(chats.companyId, me.companyId))
      .orderBy(desc(chats.updatedAt), desc(chats.id))
    const typed = query.searchParam ? fold(query.searchParam) : ''
    const found = typed
      ? mine.filter(chat => fold(`${chat.title} ${chat.lastMessage}`).includes(typed))
      : mine
    const from = (query.pageNumber - 1) * PAGE.records
    const page = found.slice(from, from + PAGE.records)
    const records = await chatViews(
      app.db,
      page.map(chat => chat.id),
    )
    return { records, count: found.length, hasMore: found.length > from + page.length }
  },

  'chats.messages': async ({ app, me, params, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    await membersFor(app.db, me, params.id)
    const here = eq(chatMessages.chatId, params.id)
    const [total] = await app.db.select({ count: count() }).from(chatMessages).where(here)
    const rows = await app.db
      .select({
        id: chatMessages.id,
        chatId: chatMessages.chatId,
        senderId: chatMessages.senderId,
        sender: { id: users.id, name: users.name },
        message: chatMessages.message,
        mediaPath: chatMessages.mediaPath,
        mediaName: chatMessages.mediaName,
        createdAt: chatMessages.createdAt,
      })
      .from(chatMessages)
      .leftJoin(users, eq(users.id, chatMessages.senderId))
      .where(here)
      .orderBy(desc(chatMessages.id))
      .limit(PAGE.records)
      .offset((query.pageNumber - 1) * PAGE.records)
    const all = total?.count ?? 0
    return {
      records: rows.reverse(),
      count: all,
      hasMore: all > (query.pageNumber - 1) * PAGE.records + rows.length,
    }
  },

  'chats.send': async ({ app, me, params, body }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    const members = await membersFor(app.db, me, params.id)
    const row = await app.db.write(tx => store(tx, me, params.id, body.message))
    const { companyId: _c, updatedAt: _u, ...message } = row
    const newMessage = { ...message, sender: { id: me.id, name: me.name } }
    const [chat] = await chatViews(app.db, [params.id])
    app.realtime.toUsers(me.companyId, members, 'chat', {
      action: 'new-message',
      newMessage,
      chat: chat ?? null,
    })
    return newMessage
  },

  'chats.read': async ({ app, me, params, body }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    if (body.userId !== me.id) throw new Refusal('ERR_NO_PERMISSION')
    const members = await membersFor(app.db, me, params.id)
    await app.db
      .update(chatUsers)
      .set({ unreads: 0 })
      .where(and(eq(chatUsers.chatId, params.id), eq(chatUsers.userId, me.id)))
    const [chat] = await chatViews(app.db, [params.id])
    if (chat) app.realtime.toUsers(me.companyId, members, 'chat', { action: 'update', chat })
    return null
  },
}
