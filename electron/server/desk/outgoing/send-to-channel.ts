/** From the outbox to the channel. */
import { fold, UTILITY_TEXT, wellFormed } from '@contract'
import { and, eq, isNotNull } from 'drizzle-orm'
import { reasonOf } from '../../log'
import { changedNow } from '../../platform/db/changed'
import { writeLast } from '../../platform/db/engine/inside'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import { messages } from '../../platform/db/schema'
import { NoOwner } from '../../platform/db/work-ownership'
import type { LocalFile, MediaPlace } from '../../platform/media/place'
import { removeFiles } from '../../platform/media/shared'
import type { Workspace } from '../../workspace'
import { ChannelBusy, ChannelError, ChannelUnsure, type OutgoingMessage } from '../channel/channel'
import { happened } from '../happenings/tell'
import { announceChange, connectionOf, refOf } from '../messages/deliver'
import { relinked } from '../messages/links'
import { messageOf } from '../messages/rows'
import type { MessageRow } from '../presenters/messages'
import { endDirectSend } from '../tickets/direct-send'
import { heldBySending } from '../tickets/holder'
import type { TicketRow } from '../tickets/visibility'
import { markWindowClosed, refuseOutsideWindow } from '../tickets/window'
import { AUTO_REPLY_PREFIX, claim, enqueue, type Job, settling, unclaim, unsettledBefore } from './jobs'
import { DATABASE_LOST_MS } from './send-order'

/** Nobody knows whether it left. */
export const UNSURE = 'ERR_WAPP_UNSURE'

/**
 * Whether a message failed and certainly did not leave: only then a call that is repeated sends it again. Where nobody
 * knows, it is a person's to say.
 */
export const isDefiniteFailure = ({ failure }: Pick<MessageRow, 'failure'>): boolean =>
  failure !== null && failure !== UNSURE

/** What the other side does not take for this long is given up; the message stays visible as failed. */
const GIVE_UP_MS = 24 * 60 * 60_000

/** When a file is asked for again that the store did not give, milliseconds. */
const STORE_AGAIN_MS = 15_000

/** A voice note of a prompt: its body is its text, kept for those who read along. */
const isSpoken = ({ clientId, mediaType }: MessageRow): boolean =>
  mediaType === 'audio' && (clientId?.startsWith(AUTO_REPLY_PREFIX) ?? false)

/** Kinds of messages without a file that are more than their text: where somebody is, whom to call, a question for the number, utility. */
const CARDS: ReadonlySet<string> = new Set([
  'locationMessage',
  'contactMessage',
  'vcard',
  'contactRequest',
  UTILITY_TEXT,
])

/** The file of a message on this machine. @throws ChannelBusy while the store does not give it. */
async function fileOf(media: MediaPlace, row: MessageRow): Promise<LocalFile | null> {
  if (!row.mediaFile) return null
  try {
    return await media.local(row.companyId, row.mediaFile)
  } catch (error) {
    throw new ChannelBusy('conversation', STORE_AGAIN_MS, reasonOf(error))
  }
}

async function parcelOf(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  file: LocalFile | null,
): Promise<OutgoingMessage> {
  const media =
    row.mediaFile && file
      ? {
          path: file.path,
          mime: row.mediaMime ?? 'application/octet-stream',
          name: row.mediaName ?? row.mediaFile,
          size: row.mediaSize ?? 0,
        }
      : null
  return {
    ...(await refOf(app, ticket, row)),
    body: isSpoken(row) ? '' : row.body,
    mediaType: media || CARDS.has(row.mediaType ?? '') ? row.mediaType : null,
    media,
    quotedMsgId: row.quotedMsgId,
    isForwarded: row.isForwarded,
    menu: row.menu,
    template: row.template?.parts ?? null,
  }
}

/** Keeps an error on the message, so that it stays visible as failed. */
async function refused(app: Workspace, ticket: TicketRow, row: MessageRow, failure: string): Promise<void> {
  await app.db.company(ticket.companyId).write(async tx => {
    writeLast(settling(tx, [row.seq]))
    const [now] = await tx
      .update(messages)
      .set({ failure, updatedAt: changedNow(messages.updatedAt) })
      .where(eq(messages.seq, row.seq))
      .returning()
    if (!now) return
    await happened({ app, tx, companyId: ticket.companyId }, 'reported', [now])
    await announceChange(app, tx, ticket, now)
    await markWindowClosed(app, tx, ticket, now)
    await endDirectSend(app, tx, ticket, now)
  })
}

/**
 * The error behind a thrown value. A channel that broke off in between may have taken the message all the same: it
 * is asked before anybody reads that it did not leave.
 * @returns null when it was taken.
 */
async function failureOf(
  app: Workspace,
  parcel: OutgoingMessage | null,
  error: unknown,
): Promise<ChannelError | null> {
  if (error instanceof ChannelError) return error
  app.log.error('channel failed while sending', { reason: reasonOf(error) })
  const known = parcel ? await app.channel.askAbout(parcel).catch(() => null) : null
  return known ? null : new ChannelError('ERR_SENDING_WAPP_MSG')
}

/**
 * What can be waited for: back into the outbox, or left in it to be asked about, with its conversation behind it.
 * @returns false when it is no such error, or has been waited for long enough.
 */
async function waits(app: Workspace, ticket: TicketRow, row: MessageRow, error: unknown): Promise<boolean> {
  if (error instanceof ChannelUnsure) {
    app.log.warn('a message may have left: its answer was lost', { ticketId: ticket.id })
    app.memory.outgoing.hold('conversation', ticket, error.askAgainMs)
    return true
  }
  // Nothing is known of it then, and nothing can be written about it: later, as after a restart.
  if (error instanceof Error && isDatabaseLost(error)) {
    app.log.warn('a message waits for the database', { ticketId: ticket.id, reason: reasonOf(error) })
    app.memory.outgoing.hold('conversation', ticket, DATABASE_LOST_MS)
    return true
  }
  if (!(error instanceof ChannelBusy) || Date.now() - Date.parse(row.createdAt) > GIVE_UP_MS) return false
  app.log.info('a message waits to be taken', { ticketId: ticket.id, reason: error.message })
  await unclaim(app.db, row.seq)
  app.memory.outgoing.hold(error.scope, ticket, error.retryAfterMs)
  return true
}

/**
 * Hands one queued message to the channel, once: of several callers one sends. Acks follow through the sink. What the
 * other side does not take now stays in the outbox, and so does what follows in its conversation.
 * @throws ChannelError as the channel refused; the message is marked as failed.
 */
export async function sendToChannel(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  const { sending, inOrder } = app.memory.outgoing
  if (sending.has(row.seq)) return
  sending.add(row.seq)
  try {
    await inOrder(ticket.id, () => sendNext(app, ticket, row))
  } finally {
    sending.delete(row.seq)
  }
}

/** A claimed message that another process may have to send. */
async function letGo(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  // It may have been claimed anew by now: then nothing is written. Should the work still be here, it is asked about.
  if (app.work.isFenced()) app.memory.outgoing.hold('conversation', ticket, DATABASE_LOST_MS)
  else await unclaim(app.db, row.seq)
}

async function sendNext(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  let parcel: OutgoingMessage | null = null
  let file: LocalFile | null = null
  try {
    if (app.memory.outgoing.isHeld(ticket)) return
    if (!(await claim(app, row.seq))) return
    // Also for what waited for so long: the number would refuse it, and it waits no longer.
    if (!row.template) await refuseOutsideWindow(app.db, ticket, row.mediaType === UTILITY_TEXT)
    file = await fileOf(app.media, row)
    parcel = await parcelOf(app, ticket, row, file)
    // The work may have gone to another process meanwhile: the message is its own to send.
    if (!app.work.owns(row.companyId)) return await letGo(app, ticket, row)
    await app.channel.send(parcel)
    if (!row.template) await heldBySending(app, ticket)
  } catch (error) {
    // Whoever has the work by now asks about it.
    if (app.work.isFenced()) return await letGo(app, ticket, row)
    if (await waits(app, ticket, row, error)) return
    const failure = await failureOf(app, parcel, error)
    if (!failure) return
    await refused(app, ticket, row, failure.code)
    throw failure
  } finally {
    await file?.release()
  }
}

/** How long the process that works may take to hand a message over, in milliseconds; then its caller goes on. */
const ELSEWHERE_MS = 20_000

/** Has the process that works hand a message over. One that nobody answers for stays in the outbox, where it looks. */
async function sendElsewhere(app: Workspace, row: MessageRow): Promise<void> {
  try {
    // Claimed in its row: whoever is asked second finds it taken.
    await app.work.callOwner(row.companyId, 'sendToChannel', [row.seq], {
      timeoutMs: ELSEWHERE_MS,
      again: true,
    })
  } catch (error) {
    if (!(error instanceof NoOwner)) throw error
    app.log.info('a message waits for the process that works', { messageId: row.id })
  }
}

/**
 * What another process stored in the same conversation before, which may arrive here after it, or was handing over when
 * this one took the work from it.
 * @returns whether the message may follow now; otherwise it is taken up with the outbox, after them.
 */
async function othersFirst(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<boolean> {
  const { whatsappId } = ticket
  const isOfBefore = ({ state, since }: Pick<Job, 'state' | 'since'>): boolean =>
    state === 'handed' && Date.parse(since) < app.work.ownedSince(row.companyId)
  const before = await unsettledBefore(app.db, row)
  if (before.some(isOfBefore) && whatsappId !== null) {
    // It has to be asked about, and nobody knows yet when it will be.
    app.memory.outgoing.wake?.(whatsappId)
    await app.memory.outgoing.resumed(whatsappId)
    if ((await unsettledBefore(app.db, row)).some(isOfBefore)) return false
  }
  for (const { state, message } of before)
    if (state === 'queued')
      await sendToChannel(app, ticket, message).catch((error: unknown) =>
        app.log.info('a message before another one was refused', {
          messageId: message.id,
          reason: reasonOf(error),
        }),
      )
  return true
}

/**
 * Hands over what a person has just written. While what an earlier life of the server left behind is still leaving,
 * it waits: nothing overtakes in a conversation.
 */
export async function sendToChannelInTurn(app: Workspace, ticket: TicketRow, row: MessageRow): Promise<void> {
  if (!app.work.owns(row.companyId)) return await sendElsewhere(app, row)
  if (ticket.whatsappId !== null) await app.memory.outgoing.resumed(ticket.whatsappId)
  if (app.work.hasOthers && !(await othersFirst(app, ticket, row))) return
  await sendToChannel(app, ticket, row)
}

/**
 * Sends a failed message again: the same row, the same id. Of several calls at once one sends.
 * @param text another text than the one that never left.
 * @throws ChannelError as the channel refuses again.
 */
export async function resendToChannel(
  app: Workspace,
  ticket: TicketRow,
  row: MessageRow,
  text = row.body,
): Promise<MessageRow> {
  connectionOf(app, ticket)
  const body = wellFormed(text)
  const link = await relinked(app.db, row, body)
  const changedText = body === row.body ? {} : { body, search: fold(body), translations: null, ...link }
  const claimed = await app.db.company(ticket.companyId).write(async tx => {
    const [now] = await tx
      .update(messages)
      .set({ failure: null, ...changedText, updatedAt: changedNow(messages.updatedAt) })
      .where(and(eq(messages.seq, row.seq), isNotNull(messages.failure)))
      .returning()
    if (!now) return null
    enqueue(tx, now)
    await announceChange(app, tx, ticket, now)
    return now
  })
  if (claimed?.linkPreview === null)
    await removeFiles(app.media, row.companyId, [row.linkPreview?.picture ?? null])
  if (claimed) await sendToChannelInTurn(app, ticket, claimed)
  return (await messageOf(app.db, row.companyId, row.id)) ?? row
}
