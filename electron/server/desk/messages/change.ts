/** Edits, deletes and reacts to messages. */
import { MORE_REACTIONS, QUICK_REACTIONS, unmaskedWords, wellFormed } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { changedNow } from '../../platform/db/changed'
import type { Tx } from '../../platform/db/client'
import { messages, reactions, transcripts } from '../../platform/db/schema'
import { removeFiles } from '../../platform/media/shared'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { happened } from '../happenings/tell'
import type { MessageRow, MessageView } from '../presenters/messages'
import { searchTextOf } from '../presenters/transcripts'
import type { TicketRow } from '../tickets/visibility'
import { announceChange, refOf } from './deliver'
import { pictureOf, relinked, UNLINKED } from './links'
import { messageFor, showLast } from './rows'
import { refuseTooLong } from './send'

/** How long WhatsApp allows edits. */
const EDIT_WINDOW_MS = 15 * 60_000

const FIXED_SET = new Set<string>([...QUICK_REACTIONS, ...MORE_REACTIONS])

function refuseForeign(message: MessageRow): void {
  if (!message.fromMe) throw new ApiError('ERR_MESSAGE_NOT_OWN')
}

interface Located {
  message: MessageRow
  ticket: TicketRow
}

/**
 * Changes a message and tells the consoles. The picture of an outdated link preview is deleted.
 * @param more further changes in the write.
 * @returns the message as it is now; null when it was deleted; then no event is sent.
 */
export async function changed(
  app: Workspace,
  { message, ticket }: Located,
  values: Partial<typeof messages.$inferInsert>,
  more?: (tx: Tx, row: MessageRow) => Promise<unknown>,
): Promise<MessageView | null> {
  const { companyId } = ticket
  const [view, picture] = await app.db.company(companyId).write(async tx => {
    const gone = values.linkPreview === null ? await pictureOf(tx, message.seq) : null
    const [row] = await tx
      .update(messages)
      .set({ ...values, updatedAt: changedNow(messages.updatedAt) })
      .where(eq(messages.seq, message.seq))
      .returning()
    if (!row) return [null, gone]
    await more?.(tx, row)
    const view = await announceChange(app, tx, ticket, row)
    if (row.isDeleted !== message.isDeleted || row.body !== message.body) {
      await happened({ app, tx, companyId }, 'reworded', row)
      await showLast(app, tx, ticket, row)
    }
    return [view, gone]
  })
  await removeFiles(app.media, companyId, [picture])
  return view
}

function there(view: MessageView | null): MessageView {
  if (!view) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  return view
}

/**
 * Changes the text of a message, drops its translations, and tells the consoles.
 * @returns the message as it is now; null when it is gone.
 */
export async function storeText(app: Workspace, found: Located, body: string): Promise<MessageView | null> {
  const link = await relinked(app.db, found.message, body)
  return changed(app, found, { body, isEdited: true, translations: null, ...link }, async (tx, row) =>
    tx
      .update(messages)
      .set({ search: await searchTextOf(tx, row) })
      .where(eq(messages.seq, row.seq)),
  )
}

/**
 * Edits an own message.
 * @throws ApiError ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_MESSAGE_NOT_OWN, ERR_FETCH_WAPP_MSG (too old or
 *   deleted), ERR_MESSAGE_TOO_LONG; ChannelError when the connection refuses.
 */
export async function editMessage(app: Workspace, me: Me, id: string, text: string): Promise<MessageView> {
  const { message, ticket } = await messageFor(app.db, me, id)
  refuseForeign(message)
  // A person who sees masked numbers sends the masks back.
  const body = unmaskedWords(wellFormed(text), message.body)
  refuseTooLong(body)
  if (message.isDeleted || Date.now() - Date.parse(message.createdAt) > EDIT_WINDOW_MS) {
    throw new ApiError('ERR_FETCH_WAPP_MSG')
  }
  await app.channel.edit(await refOf(app, ticket, message), body)
  return there(await storeText(app, { message, ticket }, body))
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
  there(await markDeleted(app, { message, ticket }))
}

/** Marks a message deleted, takes it out of the search, and notifies the consoles. @returns null when it is gone. */
export const markDeleted = (app: Workspace, found: Located): Promise<MessageView | null> =>
  changed(app, found, { isDeleted: true, search: '', translations: null, ...UNLINKED }, async (tx, { seq }) =>
    tx.delete(transcripts).where(eq(transcripts.messageSeq, seq)),
  )

export interface Reactor {
  actor: string
  userId: number | null
  contactId: number | null
  fromMe: boolean
}

/**
 * Stores one reaction per person and tells the consoles; "" removes it.
 * @returns the message, which counts as changed; null when it is gone.
 */
export function storeReaction(
  app: Workspace,
  found: Located,
  who: Reactor,
  type: string,
): Promise<MessageView | null> {
  const { companyId, seq: messageSeq } = found.message
  return changed(app, found, {}, tx =>
    type === ''
      ? tx
          .delete(reactions)
          .where(and(eq(reactions.messageSeq, messageSeq), eq(reactions.actor, who.actor)))
          .run()
      : tx
          .insert(reactions)
          .values({ companyId, messageSeq, ...who, type })
          .onConflictDoUpdate({
            target: [reactions.messageSeq, reactions.actor],
            set: { type, createdAt: new Date().toISOString() },
          })
          .run(),
  )
}

/**
 * Reacts with an emoji of the fixed set; "" removes the reaction.
 * @returns the message with its reactions.
 * @throws ApiError ERR_VALIDATION outside the set, ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION; ChannelError.
 */
export async function react(app: Workspace, me: Me, id: string, type: string): Promise<MessageView> {
  if (type !== '' && !FIXED_SET.has(type)) throw new ApiError('ERR_VALIDATION', { field: 'type' })
  const { message, ticket } = await messageFor(app.db, me, id)
  if (message.isDeleted) throw new ChannelError('ERR_SENDING_WAPP_REACTION')
  await app.channel.react(await refOf(app, ticket, message), type)
  const who = { actor: `u${me.id}`, userId: me.id, contactId: null, fromMe: true }
  return there(await storeReaction(app, { message, ticket }, who, type))
}
