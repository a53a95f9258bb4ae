/** Editing, deleting and reacting (specification 1 sections 2 and 6). */
import { bare, fold, MORE_REACTIONS, QUICK_REACTIONS } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ChannelError } from '../channel/channel'
import { messages, reactions } from '../db/schema'
import { ApiError } from '../errors'
import type { MessageRow, MessageView } from '../views/messages'
import type { Me, Workspace } from '../workspace'
import { announceChange, refOf } from './deliver'
import { messageFor, messageOf } from './rows'
import { refuseTooLong } from './send'

/** How long WhatsApp lets a message be edited. */
const EDIT_WINDOW_MS = 15 * 60_000

const FIXED_SET = new Set<string>([...QUICK_REACTIONS, ...MORE_REACTIONS])

function refuseForeign(message: MessageRow): void {
  if (!message.fromMe) throw new ApiError('ERR_MESSAGE_NOT_OWN')
}

async function fresh(app: Workspace, message: MessageRow): Promise<MessageRow> {
  return (await messageOf(app.db, message.companyId, message.id)) ?? message
}

/**
 * Changes the text of an own message.
 * @throws ApiError ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_MESSAGE_NOT_OWN, ERR_FETCH_WAPP_MSG (too old or deleted),
 *   ERR_MESSAGE_TOO_LONG; ChannelError when the connection refuses.
 */
export async function editMessage(app: Workspace, me: Me, id: string, text: string): Promise<MessageView> {
  const body = bare(text)
  refuseTooLong(body)
  const { message, ticket } = await messageFor(app.db, me, id)
  refuseForeign(message)
  if (message.isDeleted || Date.now() - Date.parse(message.createdAt) > EDIT_WINDOW_MS) {
    throw new ApiError('ERR_FETCH_WAPP_MSG')
  }
  await app.channel.edit(await refOf(app, ticket, message), body)
  await app.db
    .update(messages)
    .set({ body, search: fold(body), isEdited: true, updatedAt: new Date().toISOString() })
    .where(eq(messages.seq, message.seq))
  return announceChange(app, ticket, await fresh(app, message))
}

/**
 * Deletes an own message for everybody; the row stays, marked. Deleting twice is no error.
 * @throws ApiError ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_MESSAGE_NOT_OWN; ChannelError ERR_DELETE_WAPP_MSG.
 */
export async function deleteMessage(app: Workspace, me: Me, id: string): Promise<void> {
  const { message, ticket } = await messageFor(app.db, me, id)
  refuseForeign(message)
  if (message.isDeleted) return
  await app.channel.revoke(await refOf(app, ticket, message))
  await markDeleted(app, message)
  await announceChange(app, ticket, await fresh(app, message))
}

/** Marks a message deleted and takes it out of the search. */
export async function markDeleted(app: Workspace, message: MessageRow): Promise<void> {
  await app.db
    .update(messages)
    .set({ isDeleted: true, search: '', updatedAt: new Date().toISOString() })
    .where(eq(messages.seq, message.seq))
}

export interface Reactor {
  actor: string
  userId: number | null
  contactId: number | null
  fromMe: boolean
}

/** Stores one reaction per actor; "" removes it. */
export async function storeReaction(
  app: Workspace,
  message: MessageRow,
  who: Reactor,
  type: string,
): Promise<void> {
  if (type === '') {
    await app.db
      .delete(reactions)
      .where(and(eq(reactions.messageSeq, message.seq), eq(reactions.actor, who.actor)))
    return
  }
  await app.db
    .insert(reactions)
    .values({ companyId: message.companyId, messageSeq: message.seq, ...who, type })
    .onConflictDoUpdate({
      target: [reactions.messageSeq, reactions.actor],
      set: { type, createdAt: new Date().toISOString() },
    })
}

/**
 * Reacts with an emoji of the fixed set; "" takes the reaction back.
 * @returns the message with its reactions.
 * @throws ApiError ERR_VALIDATION outside the set, ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION; ChannelError.
 */
export async function react(app: Workspace, me: Me, id: string, type: string): Promise<MessageView> {
  if (type !== '' && !FIXED_SET.has(type)) throw new ApiError('ERR_VALIDATION', { field: 'type' })
  const { message, ticket } = await messageFor(app.db, me, id)
  if (message.isDeleted) throw new ChannelError('ERR_SENDING_WAPP_REACTION')
  await app.channel.react(await refOf(app, ticket, message), type)
  await storeReaction(
    app,
    message,
    { actor: `u${me.id}`, userId: me.id, contactId: null, fromMe: true },
    type,
  )
  return announceChange(app, ticket, await fresh(app, message))
}
