/** Editing, deleting and reacting (specification 1 sections 2 and 6). */
import { bare, fold, MORE_REACTIONS, QUICK_REACTIONS } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ChannelError } from '../channel/channel'
import { changedNow } from '../db/changed'
import type { Tx } from '../db/client'
import { messages, reactions } from '../db/schema'
import { ApiError } from '../errors'
import type { MessageRow, MessageView } from '../views/messages'
import type { Me, Workspace } from '../workspace'
import { announceChange, refOf } from './deliver'
import { messageFor } from './rows'
import { refuseTooLong } from './send'

/** How long WhatsApp lets a message be edited. */
const EDIT_WINDOW_MS = 15 * 60_000

const FIXED_SET = new Set<string>([...QUICK_REACTIONS, ...MORE_REACTIONS])

function refuseForeign(message: MessageRow): void {
  if (!message.fromMe) throw new ApiError('ERR_MESSAGE_NOT_OWN')
}

/** Changes a message. @returns what it is now; null when it is gone. */
async function changed(
  tx: Pick<Tx, 'update'>,
  { seq }: MessageRow,
  values: Partial<typeof messages.$inferInsert>,
): Promise<MessageRow | null> {
  const [row] = await tx
    .update(messages)
    .set({ ...values, updatedAt: changedNow(messages.updatedAt) })
    .where(eq(messages.seq, seq))
    .returning()
  return row ?? null
}

function there(row: MessageRow | null): MessageRow {
  if (!row) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  return row
}

/** Gives a message another text. @returns what it is now; null when it is gone. */
export const storeText = (app: Workspace, message: MessageRow, body: string): Promise<MessageRow | null> =>
  changed(app.db.company(message.companyId), message, { body, search: fold(body), isEdited: true })

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
  return announceChange(app, ticket, there(await storeText(app, message, body)))
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
  await announceChange(app, ticket, there(await markDeleted(app, message)))
}

/** Marks a message deleted and takes it out of the search. @returns what it is now; null when it is gone. */
export const markDeleted = (app: Workspace, message: MessageRow): Promise<MessageRow | null> =>
  changed(app.db.company(message.companyId), message, { isDeleted: true, search: '' })

export interface Reactor {
  actor: string
  userId: number | null
  contactId: number | null
  fromMe: boolean
}

/** Stores one reaction per actor; "" removes it. @returns the message, which counts as changed; null when it is gone. */
export function storeReaction(
  app: Workspace,
  message: MessageRow,
  who: Reactor,
  type: string,
): Promise<MessageRow | null> {
  return app.db.company(message.companyId).write(async tx => {
    const row = await changed(tx, message, {})
    if (!row) return null
    if (type === '')
      await tx
        .delete(reactions)
        .where(and(eq(reactions.messageSeq, message.seq), eq(reactions.actor, who.actor)))
    else
      await tx
        .insert(reactions)
        .values({ companyId: message.companyId, messageSeq: message.seq, ...who, type })
        .onConflictDoUpdate({
          target: [reactions.messageSeq, reactions.actor],
          set: { type, createdAt: new Date().toISOString() },
        })
    return row
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
  const who = { actor: `u${me.id}`, userId: me.id, contactId: null, fromMe: true }
  return announceChange(app, ticket, there(await storeReaction(app, message, who, type)))
}
