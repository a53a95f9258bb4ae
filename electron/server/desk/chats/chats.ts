/**
 * Internal chats: only members read, write and get events; only the owner changes and deletes.
 */
import { randomUUID } from 'node:crypto'
import { type BodyOut, fold, managesChat, type QueryOut, shownTo } from '@contract'
import { and, asc, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { pageOf, readPage } from '../../platform/db/page'
import { chatMessages, chats, chatUsers, users } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'

const PREVIEW_CHARS = 255

type Form = BodyOut<'chats.create'>
type Sent = BodyOut<'chats.send'>

/** Who wrote a message; a deleted user has the name of that time, and no id. */
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
 * A chat the caller is a member of, and its members' ids.
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

/**
 * The same for somebody who may change it.
 * @throws ApiError as `chatFor`, and ERR_NO_PERMISSION for everybody but the owner.
 */
async function ownChat(db: Reader, me: Me, chatId: number) {
  const found = await chatFor(db, me, chatId)
  if (!managesChat(me, found.chat)) throw new ApiError('ERR_NO_PERMISSION')
  return found
}

/** Ids of a form's people, each once. @throws ApiError ERR_NO_USER_FOUND for somebody outside the company. */
async function people(db: Reader, me: Me, form: Form, besides: number[]) {
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

/** Marks a member's unread messages of a chat as read. */
const clearUnread = (tx: Tx, me: Me, chatId: number) =>
  tx
    .update(chatUsers)
    .set({ unreads: 0 })
    .where(and(eq(chatUsers.chatId, chatId), eq(chatUsers.userId, me.id)))

/** Stores a message once: a repeated client id of the same person returns the first row. */
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
  await clearUnread(tx, me, chatId)
  return { row, isNew: true }
}

/** A change of chats, within one write. */
const write = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(work)

/** A page of the caller's chats, latest first. */
export async function chatPage(db: Reader, me: Me, { searchParam = '', pageNumber }: QueryOut<'chats.list'>) {
  const mine = await db
    .select({ id: chats.id, title: chats.title, lastMessage: chats.lastMessage })
    .from(chats)
    .innerJoin(chatUsers, and(eq(chatUsers.chatId, chats.id), eq(chatUsers.userId, me.id)))
    .where(eq(chats.companyId, me.companyId))
    .orderBy(desc(chats.updatedAt), desc(chats.id))
  const typed = fold(searchParam)
  const found = shownTo(me, mine).filter(chat => fold(`${chat.title} ${chat.lastMessage}`).includes(typed))
  const { page, ...rest } = pageOf(found, pageNumber)
  const ids = page.map(chat => chat.id)
  return { records: await chatViews(db, ids), ...rest }
}

/** Begins a chat. @throws ApiError ERR_NO_USER_FOUND */
export const createChat = (app: Workspace, me: Me, form: Form) =>
  write(app, me, async tx => {
    const { companyId } = me
    const members = await people(tx, me, form, [me.id])
    const [row] = await tx
      .insert(chats)
      .values({ companyId, uuid: randomUUID(), title: form.title, ownerId: me.id })
      .returning({ id: chats.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    await tx.insert(chatUsers).values(members.map(userId => ({ companyId, chatId: row.id, userId })))
    const chat = await viewOf(tx, row.id)
    app.realtime.toUsers(companyId, members, 'chat', { action: 'create', chat })
    return chat
  })

/** Changes a chat's title and members. @throws ApiError ERR_NOT_FOUND, ERR_NO_PERMISSION, ERR_NO_USER_FOUND */
export const updateChat = (app: Workspace, me: Me, chatId: number, form: Form) =>
  write(app, me, async tx => {
    const { companyId } = me
    const {
      chat: { ownerId },
      members: before,
    } = await ownChat(tx, me, chatId)
    const after = await people(tx, me, form, [me.id, ...(ownerId === null ? [] : [ownerId])])
    await tx.delete(chatUsers).where(and(eq(chatUsers.chatId, chatId), notInArray(chatUsers.userId, after)))
    // Remaining members keep their unread messages.
    await tx
      .insert(chatUsers)
      .values(after.map(userId => ({ companyId, chatId, userId })))
      .onConflictDoNothing()
    await tx.update(chats).set({ title: form.title }).where(eq(chats.id, chatId))
    const chat = await viewOf(tx, chatId)
    const gone = before.filter(userId => !after.includes(userId))
    app.realtime.toUsers(companyId, after, 'chat', { action: 'update', chat })
    app.realtime.toUsers(companyId, gone, 'chat', { action: 'delete', id: chatId })
    return chat
  })

/** Deletes a chat with its messages. @throws ApiError ERR_NOT_FOUND, ERR_NO_PERMISSION */
export const removeChat = (app: Workspace, me: Me, chatId: number): Promise<null> =>
  write(app, me, async tx => {
    const { members } = await ownChat(tx, me, chatId)
    await tx.delete(chats).where(eq(chats.id, chatId))
    app.realtime.toUsers(me.companyId, members, 'chat', { action: 'delete', id: chatId })
    return null
  })

/** A page of a chat's messages, the oldest of the page first. @throws ApiError ERR_NOT_FOUND, ERR_NO_PERMISSION */
export async function chatMessagePage(db: Reader, me: Me, chatId: number, pageNumber: number) {
  await chatFor(db, me, chatId)
  const here = eq(chatMessages.chatId, chatId)
  const rows = db
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
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(chatMessages, here))
  const records = page.reverse().map(({ name, senderName, ...message }) => ({
    ...message,
    sender: senderOf(message.senderId, name ?? senderName),
  }))
  return { records, ...rest }
}

/** Writes a message into a chat. @throws ApiError ERR_NOT_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION (clientId) */
export const sendChatMessage = (app: Workspace, me: Me, chatId: number, sent: Sent) =>
  write(app, me, async tx => {
    const { members } = await chatFor(tx, me, chatId)
    const { row, isNew } = await store(tx, me, chatId, sent)
    const { companyId: _c, updatedAt: _u, senderName: _n, ...message } = row
    const newMessage = { ...message, sender: { id: me.id, name: me.name } }
    if (!isNew) return newMessage
    const chat = await viewOf(tx, chatId)
    app.realtime.toUsers(me.companyId, members, 'chat', { action: 'new-message', newMessage, chat })
    return newMessage
  })

/**
 * Marks a chat as read.
 * @param userId whose reading it is: nobody marks for others.
 * @throws ApiError ERR_NOT_FOUND, ERR_NO_PERMISSION
 */
export const readChat = (app: Workspace, me: Me, chatId: number, userId: number): Promise<null> =>
  write(app, me, async tx => {
    if (userId !== me.id) throw new ApiError('ERR_NO_PERMISSION')
    const { members } = await chatFor(tx, me, chatId)
    await clearUnread(tx, me, chatId)
    app.realtime.toUsers(me.companyId, members, 'chat', { action: 'update', chat: await viewOf(tx, chatId) })
    return null
  })
