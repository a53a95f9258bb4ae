/** Files from customers: stored before their message, or after it when they come late. */
import { fold, singleLine, wellFormed } from '@contract'
import { and, eq } from 'drizzle-orm'
import { changedNow } from '../../platform/db/changed'
import { companyOf } from '../../platform/db/company-rows'
import { messages } from '../../platform/db/schema'
import type { IncomingMedia, KeptFile } from '../../platform/media/kept-file'
import { keepIncoming } from '../../platform/media/store'
import type { Workspace } from '../../workspace'
import type { ChannelSink } from '../channel/channel'
import { happened } from '../happenings/tell'
import { announceChange } from '../messages/deliver'
import { showLast } from '../messages/rows'
import type { MessageRow } from '../presenters/messages'
import type { TicketRow } from '../tickets/visibility'

/** @throws Error when it cannot be stored, or the connection is gone. */
export async function keepFile(app: Workspace, whatsappId: number, media: IncomingMedia): Promise<KeptFile> {
  const companyId = await companyOf(app.db, whatsappId)
  if (companyId === null) throw new Error('a file for an unknown connection')
  return await keepIncoming(app.media, companyId, { ...media, name: singleLine(media.name) })
}

/**
 * Adds the file to a message, or the text about one that never came (`ChannelSink.fileCame`).
 * @param found the message; null when it is gone.
 */
export async function takeFile(
  app: Workspace,
  found: { message: MessageRow; ticket: TicketRow } | null,
  { whatsappId, body: words, mediaType, kept, tooLarge }: Parameters<ChannelSink['fileCame']>[0],
): Promise<void> {
  // Changes the customer made meanwhile stay.
  const body = kept && found?.message.isEdited ? found.message.body : wellFormed(words)
  const lacks = found && !found.message.isDeleted && found.message.mediaFile === null
  const isTaken =
    lacks && (kept || found.message.body !== body)
      ? await app.db.company(found.ticket.companyId).write(async tx => {
          const [now] = await tx
            .update(messages)
            .set({
              ...kept,
              mediaType: kept && mediaType !== 'sticker' ? kept.mediaType : mediaType,
              body,
              search: fold(body),
              updatedAt: changedNow(messages.updatedAt),
            })
            .where(and(eq(messages.seq, found.message.seq), eq(messages.isDeleted, false)))
            .returning()
          if (!now) return false
          const filed = { message: now, ticket: found.ticket, tooLarge: tooLarge !== undefined }
          await happened({ app, tx, companyId: now.companyId }, 'filed', filed)
          if (body !== found.message.body)
            await happened({ app, tx, companyId: now.companyId }, 'reworded', now)
          await announceChange(app, tx, found.ticket, now)
          await showLast(app, tx, found.ticket, now)
          return true
        })
      : false
  if (isTaken) return
  // The message is gone: an erased one leaves no file behind.
  const companyId =
    kept && found?.message.mediaFile !== kept.mediaFile ? await companyOf(app.db, whatsappId) : null
  if (kept && companyId !== null) await app.media.remove(companyId, kept.mediaFile)
}
