/**
 * Internal chats: only members read, write and get events; only the owner changes and deletes (docs/specification.md 1.7,
 * docs/specification.md 3.6 and 3.7).
 */
import { randomUUID } from 'node:crypto'
import { type BodyOut, fold, managesChat, PAGE } from '@contract'
import { and, asc, count, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../db/client'
import { chatMessages, chats, chatUsers, users } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import type { Me } from '../workspace'

const PREVIEW_CHARS = 255

type Sent = BodyOut<'chats.send'>

/** Who wrote a message; somebody who is no user any more has the name of then, and no id. */
const senderOf = (id: number | null, name: string) => (name === '' ? null : { id: id ?? 0, name })

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
 * A chat the caller takes part in, and the ids of its members.
 * @throws ApiError ERR_NOT_FOUND when the company has no such chat, ERR_NO_PERMISSION when the caller is no member.
 */
async function chatFor(db: Reader, me: Me, chatId: number) {
  const [chat] = await db
    .select()
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.companyId, me.companyId)))
  if (!chat) throw new ApiError('ERR_NOT_FOUND')
  const rows = await db
    .select({ userId: chatUsers.userId })
    .from(chatUsers)
    .where(eq(chatUsers.chatId, chatId))
  const members = rows.map(row => row.userId)
  if (!members.includes(me.id)) throw new ApiError('ERR_NO_PERMISSION')
  return { chat, members }
}

/** The same for whoever may change it. @throws ApiError as `chatFor`, and ERR_NO_PERMISSION for everybody else. */
async function ownChat(db: Reader, me: Me, chatId: number) {
  const found = await chatFor(db, me, chatId)
  if (!managesChat(me, found.chat)) throw new ApiError('ERR_NO_PERMISSION')
  return found
}

/** Ids of a form's people, each once. @throws ApiError ERR_NO_USER_FOUND for somebody the company does not have. */
async function people(db: Reader, me: Me, form: BodyOut<'chats.create'>, besides: number[]) {
  const wanted = [...new Set([...besides, ...form.users.map(user => user.id)])]
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, me.companyId), inArray(users.id, wanted)))
  if (found.length !== wanted.length) throw new ApiError('ERR_NO_USER_FOUND')
  return wanted
}

async function viewOf(db: Reader, chatId: number) {
  const [view] = await chatViews(db, [chatId])
  if (!view) throw new ApiError('ERR_NOT_FOUND')
  return view
}

/** Stores a message once: the same client id of the same person is the first call's row. */
async function store(tx: Tx, me: Me, chatId: number, { message, clientId: given }: Sent) {
  const clientId = given ?? null
  if (clientId !== null) {
    const [known] = await tx
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.chatId, chatId), eq(chatMessages.clientId, clientId)))
    if (known && known.senderId !== me.id) throw new ApiError('ERR_VALIDATION', { field: 'clientId' })
    if (known) return { row: known, isNew: false }
  }
  const at = new Date().toISOString()
  const { companyId } = me
  const [row] = await tx
    .insert(chatMessages)
    .values({
      companyId,
      chatId,
      senderId: me.id,
      senderName: me.name,
      message,
      clientId,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  if (!row) throw new ApiError('ERR_INTERNAL')
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
  return { row, isNew: true }
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

  'chats.create': async ({ app, me, body }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    const { companyId } = me
    return app.db.company(companyId).write(async tx => {
      const members = await people(tx, me, body, [me.id])
      const [row] = await tx
        .insert(chats)
        .values({ companyId, uuid: randomUUID(), title: body.title, ownerId: me.id })
        .returning({ id: chats.id })
      if (!row) throw new ApiError('ERR_INTERNAL')
      await tx.insert(chatUsers).values(members.map(userId => ({ companyId, chatId: row.id, userId })))
      const chat = await viewOf(tx, row.id)
      app.realtime.toUsers(companyId, members, 'chat', { action: 'create', chat })
      return chat
    })
  },

  'chats.update': async ({ app, me, params, body }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    const { companyId } = me
    const { id: chatId } = params
    return app.db.company(companyId).write(async tx => {
      const {
        chat: { ownerId },
        members: before,
      } = await ownChat(tx, me, chatId)
      const after = await people(tx, me, body, [me.id, ...(ownerId === null ? [] : [ownerId])])
      await tx.delete(chatUsers).where(and(eq(chatUsers.chatId, chatId), notInArray(chatUsers.userId, after)))
      // Whoever stays keeps what is unread.
      await tx
        .insert(chatUsers)
        .values(after.map(userId => ({ companyId, chatId, userId })))
        .onConflictDoNothing()
      await tx.update(chats).set({ title: body.title }).where(eq(chats.id, chatId))
      const chat = await viewOf(tx, chatId)
      const gone = before.filter(userId => !after.includes(userId))
      app.realtime.toUsers(companyId, after, 'chat', { action: 'update', chat })
      app.realtime.toUsers(companyId, gone, 'chat', { action: 'delete', id: chatId })
      return chat
    })
  },

  'chats.remove': async ({ app, me, params }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    await app.db.company(me.companyId).write(async tx => {
      const { members } = await ownChat(tx, me, params.id)
      await tx.delete(chats).where(eq(chats.id, params.id))
      app.realtime.toUsers(me.companyId, members, 'chat', { action: 'delete', id: params.id })
    })
    return null
  },

  'chats.messages': async ({ app, me, params, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    await chatFor(app.db, me, params.id)
    const here = eq(chatMessages.chatId, params.id)
    const [total] = await app.db.select({ count: count() }).from(chatMessages).where(here)
    const rows = await app.db
      .select({
        id: chatMessages.id,
        chatId: chatMessages.chatId,
        senderId: chatMessages.senderId,
        senderName: chatMessages.senderName,
        name: users.name,
        message: chatMessages.message,
        mediaPath: chatMessages.mediaPath,
        mediaName: chatMessages.mediaName,
        clientId: chatMessages.clientId,
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
      records: rows.reverse().map(({ name, senderName, ...message }) => ({
        ...message,
        sender: senderOf(message.senderId, name ?? senderName),
      })),
      count: all,
      hasMore: all > (query.pageNumber - 1) * PAGE.records + rows.length,
    }
  },

  'chats.send': async ({ app, me, params, body }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    return app.db.company(me.companyId).write(async tx => {
      const { members } = await chatFor(tx, me, params.id)
      const { row, isNew } = await store(tx, me, params.id, body)
      const { companyId: _c, updatedAt: _u, senderName: _n, ...message } = row
      const newMessage = { ...message, sender: { id: me.id, name: me.name } }
      if (!isNew) return newMessage
      const chat = await viewOf(tx, params.id)
      app.realtime.toUsers(me.companyId, members, 'chat', { action: 'new-message', newMessage, chat })
      return newMessage
    })
  },

  'chats.read': async ({ app, me, params, body }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useInternalChat')
    if (body.userId !== me.id) throw new ApiError('ERR_NO_PERMISSION')
    await app.db.company(me.companyId).write(async tx => {
      const { members } = await chatFor(tx, me, params.id)
      await tx
        .update(chatUsers)
        .set({ unreads: 0 })
        .where(and(eq(chatUsers.chatId, params.id), eq(chatUsers.userId, me.id)))
      const chat = await viewOf(tx, params.id)
      app.realtime.toUsers(me.companyId, members, 'chat', { action: 'update', chat })
    })
    return null
  },
}
